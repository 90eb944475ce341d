import * as vscode from "vscode";
import { openAnchor } from "../places";
import type { Carded } from "../results";
import type { Shared } from "./index";

/** Asks for a citation or name, the one under the cursor to begin with, and opens its text. */
export function lookUp({ session, answers }: Shared) {
  return async (given?: unknown): Promise<void> => {
    const words = typeof given === "string" ? given : await askForWords();
    if (words === undefined || words.trim() === "") {
      return;
    }
    const { card, markdown } = await session.execute<Carded>("pqcite.card", { words: words.trim() });
    if (card.doc_id !== "" && card.state !== "dangling") {
      await openAnchor(session, card.doc_id, card.anchor);
    } else {
      await answers.show(card.heading, markdown);
    }
  };
}

async function askForWords(): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  const range = editor === undefined ? undefined : editor.selection.isEmpty ? editor.document.getWordRangeAtPosition(editor.selection.active, /[\w.-]+/) : editor.selection;
  return await vscode.window.showInputBox({
    title: "Look Up Reference",
    prompt: "A citation, algorithm, parameter set, identifier or object identifier.",
    placeHolder: "FIPS 203, Algorithm 9",
    value: range === undefined ? "" : (editor?.document.getText(range).slice(0, 200) ?? ""),
  });
}
