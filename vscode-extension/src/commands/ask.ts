import * as vscode from "vscode";
import type { Answered } from "../results";
import { running, type Shared } from "./index";

/** Asks for a question, or takes one that is given, and shows the answer. */
export function askStandards(shared: Shared) {
  return async (given?: unknown): Promise<void> => {
    const question = typeof given === "string" ? given : await askForQuestion("", shared.answers.conversation.at(-1));
    if (question !== undefined && question.trim() !== "") {
      await ask(shared, question);
    }
  };
}

/** Asks for a question about what a card is about. */
export function askAbout(shared: Shared) {
  return async (subject: unknown): Promise<void> => {
    const about = typeof subject === "string" ? subject.split(" — ")[0] ?? "" : "";
    const question = await askForQuestion(about === "" ? "" : `What does ${about} say?`);
    if (question !== undefined && question.trim() !== "") {
      await ask(shared, question);
    }
  };
}

async function askForQuestion(value: string, before?: string): Promise<string | undefined> {
  return await vscode.window.showInputBox({
    title: "Ask the Standards",
    prompt: "Every sentence of the answer is quoted from a page, or there is none.",
    placeHolder: before === undefined ? "What are the sizes in bytes of ML-KEM-768?" : `A question, or what goes on with: ${before}`,
    value,
    ignoreFocusOut: true,
  });
}

async function ask({ session, answers }: Shared, question: string): Promise<void> {
  const answer = await running<Answered>(session, "Asking the standards", "pqcite.ask", { question, context: answers.conversation, quiet: true });
  if (answer !== undefined) {
    answers.asked(answer.outcome?.plan?.question ?? question);
    await answers.show(answer.outcome?.status === "refused" ? "No answer" : "Answer", answer.markdown);
  }
}
