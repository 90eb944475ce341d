import * as vscode from "vscode";
import type { Verified } from "../results";
import { running, type Shared } from "./index";

/** Holds the sentences of the selection against the standards. */
export function verifySelected({ session, answers }: Shared) {
  return async (): Promise<void> => {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || editor.selection.isEmpty) {
      void vscode.window.showInformationMessage("Select the sentences that are to be verified.");
      return;
    }
    const { start, end } = editor.selection;
    const range = { start: { line: start.line, character: start.character }, end: { line: end.line, character: end.character } };
    const argument = { uri: editor.document.uri.toString(), range, quiet: true };
    const verified = await running<Verified>(session, "Checking the selection against the standards", "pqcite.verifySelection", argument);
    if (verified !== undefined) {
      await answers.show("Verified", verified.markdown);
    }
  };
}
