// The commands, one a file. Each is made of what the commands share.

import * as vscode from "vscode";
import type { AnswerPanel } from "../answer";
import type { CitationsTree } from "../citations-tree";
import { message } from "../errors";
import type { Session } from "../session";
import type { StandardsTree } from "../standards-tree";
import { askAbout, askStandards } from "./ask";
import { check } from "./check";
import { compareTerms } from "./compare";
import { copyQuote } from "./copy-quote";
import { findInStandards } from "./find";
import { lookUp } from "./look-up";
import { openSection } from "./open-section";
import { pullDocuments } from "./pull";
import { showTrace } from "./trace";
import { verifySelected } from "./verify";

/** What commands share. */
export interface Shared {
  session: Session;
  output: vscode.LogOutputChannel;
  standards: StandardsTree;
  citations: CitationsTree;
  answers: AnswerPanel;
  extension: string;
}

type Command = (shared: Shared) => (...args: unknown[]) => unknown;

const commands: Record<string, Command> = {
  askStandards,
  askAbout,
  compareTerms,
  verifySelected,
  lookUp,
  openSection,
  copyQuote,
  findInStandards,
  check,
  pullDocuments,
  showTrace,
  restart: ({ session }) => () => session.restart(),
  showOutput: ({ output }) => () => { output.show(); },
  refreshCitations: ({ citations }) => () => citations.refresh(),
};

export function registerCommands(shared: Shared): vscode.Disposable[] {
  return Object.entries(commands).map(([name, make]) => {
    const run = make(shared);
    return vscode.commands.registerCommand(`pqcite.${name}`, async (...args: unknown[]) => {
      try {
        return await run(...args);
      } catch (error) {
        if (!(error instanceof vscode.CancellationError)) {
          void vscode.window.showErrorMessage(`pqcite: ${message(error)}`);
        }
        return undefined;
      }
    });
  });
}

/** Runs a command of the server with progress that can be cancelled. */
export async function running<T>(session: Session, title: string, command: string, argument: unknown): Promise<T | undefined> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return await vscode.window.withProgress(options, async (progress, token) => {
    try {
      return await session.execute<T>(command, argument, token, (message) => { progress.report({ message }); });
    } catch (error) {
      if (token.isCancellationRequested) {
        return undefined;
      }
      throw error;
    }
  });
}
