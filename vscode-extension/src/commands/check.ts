import * as vscode from "vscode";
import type { Checked } from "../results";
import { running, type Shared } from "./index";

/** Checks all files of the workspace and says what was found. */
export function check({ session, citations }: Shared) {
  return async (): Promise<void> => {
    const found = await running<Checked>(session, "Checking the citations of the workspace", "pqcite.checkWorkspace", undefined);
    if (found === undefined) {
      return;
    }
    void citations.refresh();
    const summary = summarise(found);
    if (found.broken === 0) {
      void vscode.window.showInformationMessage(`pqcite: ${summary}`);
      return;
    }
    const problems = "Show Problems";
    if ((await vscode.window.showWarningMessage(`pqcite: ${summary}`, problems)) === problems) {
      await vscode.commands.executeCommand("workbench.actions.view.problems");
    }
  };
}

/** What a check has found, in a sentence or two. */
export function summarise({ citations, files, broken, unmarked }: Checked): string {
  const found = `${citations} citations in ${files} files: ${broken === 0 ? "all in order" : `${broken} broken`}.`;
  return unmarked > 0 ? `${found} Problems shows the first; mend them and check again for those of ${unmarked} more files.` : found;
}
