// Tools for language models, and a chat participant, where the editor has them. What
// they return are passages with links; no text of theirs is unverified.

import * as vscode from "vscode";
import { message } from "./errors";
import type { Answered, Carded, Verified } from "./results";
import type { Session } from "./session";

export function registerAgents(session: Session): vscode.Disposable[] {
  const registered: vscode.Disposable[] = [];
  // Editors that are built on older versions have neither.
  const lm = vscode.lm as Partial<typeof vscode.lm> | undefined;
  if (typeof lm?.registerTool === "function") {
    registered.push(
      lm.registerTool<{ words: string }>("pqcite_lookup", tool(session, "pqcite.card", ({ words }) => ({ words }))),
      lm.registerTool<{ question: string }>("pqcite_ask", tool(session, "pqcite.ask", ({ question }) => ({ question, quiet: true }))),
      lm.registerTool<{ text: string }>("pqcite_verify", tool(session, "pqcite.verifyText", ({ text }) => ({ text, quiet: true }))),
    );
  }
  const chat = vscode.chat as Partial<typeof vscode.chat> | undefined;
  if (typeof chat?.createChatParticipant === "function") {
    registered.push(chat.createChatParticipant("pqcite.standards", participant(session)));
  }
  return registered;
}

/** A tool that has the server execute a command and returns its Markdown. */
function tool<I>(session: Session, command: string, argument: (input: I) => unknown): vscode.LanguageModelTool<I> {
  return {
    async invoke({ input }, token) {
      let text: string;
      try {
        text = (await session.execute<{ markdown: string }>(command, argument(input), token)).markdown;
      } catch (error) {
        text = `Nothing was found out: ${message(error)}`;
      }
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}

function participant(session: Session): vscode.ChatRequestHandler {
  return async ({ command, prompt }, { history }, stream, token) => {
    try {
      stream.markdown(await reply(session, command, prompt, asked(history), token));
    } catch (error) {
      stream.markdown(new vscode.MarkdownString().appendText(`Nothing was found out: ${message(error)}`).value);
    }
    return {};
  };
}

/** The questions of a chat that were asked of the standards, oldest first. */
function asked(history: vscode.ChatContext["history"]): string[] {
  return history.flatMap((turn) => ("prompt" in turn && turn.command === undefined ? [turn.prompt] : []));
}

async function reply(session: Session, command: string | undefined, prompt: string, context: string[], token: vscode.CancellationToken): Promise<string> {
  switch (command) {
    case "verify":
      return (await session.execute<Verified>("pqcite.verifyText", { text: prompt, quiet: true }, token)).markdown;
    case "lookup":
      return (await session.execute<Carded>("pqcite.card", { words: prompt }, token)).markdown;
    default:
      return (await session.execute<Answered>("pqcite.ask", { question: prompt, context, quiet: true }, token)).markdown;
  }
}
