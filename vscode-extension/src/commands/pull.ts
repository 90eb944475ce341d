import * as vscode from "vscode";
import * as config from "../config";
import { locate } from "../locator";
import type { Shared } from "./index";

/** Downloads the official files, once the person has agreed. */
export function pullDocuments({ extension, standards }: Shared) {
  return async (): Promise<void> => {
    const found = locate(config.surroundings(extension));
    if ("missing" in found) {
      throw new Error(found.missing);
    }
    const yes = "Download";
    const detail =
      "Six PDF files, about 8 MB, from nvlpubs.nist.gov. Their SHA-256 hashes are pinned; they are kept in your library and read on this machine. Nothing is sent.";
    const answer = await vscode.window.showInformationMessage("Download the six official documents?", { modal: true, detail }, yes);
    if (answer !== yes) {
      return;
    }
    const task = new vscode.Task(
      { type: "pqcite", task: "pull" },
      vscode.TaskScope.Global,
      "Download official PDFs",
      "pqcite",
      new vscode.ProcessExecution(found.file, ["corpus", "pull"]),
    );
    const execution = await vscode.tasks.executeTask(task);
    const done = vscode.tasks.onDidEndTaskProcess((e) => {
      if (e.execution === execution) {
        done.dispose();
        standards.refresh();
        if (e.exitCode !== 0) {
          void vscode.window.showErrorMessage("pqcite: the download has failed; its terminal says why. What was downloaded stays.");
        }
      }
    });
  };
}
