// The language client, set up for our server. It is most of the extension's code, and is
// loaded when a server is started, so that it delays no window.

import type * as vscode from "vscode";
import {
  CloseAction,
  type ErrorHandler,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  WorkDoneProgress,
} from "vscode-languageclient/node";
import * as config from "./config";
import type { ServerProcess } from "./server-process";

/** The commands that links in the server's cards may run. */
const linkCommands = ["pqcite.openSection", "pqcite.askAbout", "pqcite.copyQuote"];

/** Documents that are sent to the server: files, new texts, cells, and the standards' own texts. */
const schemes = ["file", "untitled", "vscode-notebook-cell", "vscode-remote", "vscode-vfs", "pqcite"];

/** A client that leaves error messages and restarts to the session. */
export class Client extends LanguageClient {
  constructor(server: ServerProcess, output: vscode.LogOutputChannel) {
    super("pqcite", "pqcite", () => server.running(), options(output));
  }

  override error(text: string, data?: unknown): void {
    super.error(text, data, false);
  }

  /** Passes on the progress of a request with a token. */
  onReport(token: string, report: (message: string) => void): vscode.Disposable {
    return this.onProgress(WorkDoneProgress.type, token, (value) => {
      if (value.kind === "report" && value.message !== undefined) {
        report(value.message);
      }
    });
  }
}

function options(output: vscode.LogOutputChannel): LanguageClientOptions {
  return {
    documentSelector: schemes.map((scheme) => ({ scheme })),
    outputChannel: output,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: { ...config.forServer(), commandLinks: true },
    initializationFailedHandler: () => false,
    markdown: { isTrusted: { enabledCommands: linkCommands }, supportHtml: false, supportThemeIcons: true },
    errorHandler,
  };
}

const errorHandler: ErrorHandler = {
  error: () => ({ action: ErrorAction.Continue }),
  closed: () => ({ action: CloseAction.DoNotRestart, handled: true, message: "the connection to the server has ended" }),
};
