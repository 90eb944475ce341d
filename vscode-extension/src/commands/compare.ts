import * as vscode from "vscode";
import type { Answered } from "../results";
import { running, type Shared } from "./index";

/** Asks for two things and shows how they differ. */
export function compareTerms({ session, answers }: Shared) {
  return async (): Promise<void> => {
    const a = await askFor("What is to be compared?", "ML-KEM");
    const b = a === undefined ? undefined : await askFor(`Compare ${a} with what?`, "ML-DSA");
    if (a === undefined || b === undefined) {
      return;
    }
    const answer = await running<Answered>(session, `Comparing ${a} and ${b}`, "pqcite.compare", { a, b, quiet: true });
    if (answer !== undefined) {
      await answers.show(`${a} and ${b}`, answer.markdown);
    }
  };
}

async function askFor(prompt: string, placeHolder: string): Promise<string | undefined> {
  const value = await vscode.window.showInputBox({ title: "Compare", prompt, placeHolder, ignoreFocusOut: true });
  return value?.trim() === "" ? undefined : value?.trim();
}
