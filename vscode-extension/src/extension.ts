// Puts the parts together, and starts the server anew when what it depends on changes.

import * as vscode from "vscode";
import { registerAgents } from "./agents";
import { AnswerPanel } from "./answer";
import { CitationsTree } from "./citations-tree";
import { registerCommands } from "./commands";
import * as config from "./config";
import { Session } from "./session";
import { StandardsTree } from "./standards-tree";
import { StatusItem } from "./status";

/** asStandard gives the text of a standard its language, whose lines are wrapped. */
function asStandard(document: vscode.TextDocument): void {
  const language = "pqcite-standard";
  if (document.uri.scheme === "pqcite" && document.uri.path.endsWith(".txt") && document.languageId !== language) {
    void vscode.languages.setTextDocumentLanguage(document, language);
  }
}

export class Extension {
  private readonly output = vscode.window.createOutputChannel("pqcite", { log: true });
  private readonly session: Session;

  constructor(private readonly context: vscode.ExtensionContext) {
    const { version } = context.extension.packageJSON as { version: string };
    this.session = new Session(context.extensionPath, version, this.output);
  }

  start(): void {
    const { session, output } = this;
    const standards = new StandardsTree(session);
    const citations = new CitationsTree(session);
    const answers = new AnswerPanel();
    this.context.subscriptions.push(
      output,
      session,
      standards,
      citations,
      answers,
      new StatusItem(session),
      session.onDidChange((phase) => {
        if (phase === "failed") {
          void this.explain();
        }
      }),
      vscode.workspace.onDidChangeConfiguration((e) => {
        if (config.serverSettings.some((name) => e.affectsConfiguration(name))) {
          void session.restart();
        }
      }),
      vscode.workspace.onDidOpenTextDocument(asStandard),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        if (session.phase === "failed") {
          void session.restart();
        }
      }),
      ...registerCommands({ session, output, standards, citations, answers, extension: this.context.extensionPath }),
      ...registerAgents(session),
    );
    // The window comes first: large modules are loaded after everything that waits for this.
    setImmediate(() => {
      void session.start();
    });
  }

  async stop(): Promise<void> {
    await this.session.stop();
  }

  /** explain says why there is no server, and what can be done. */
  private async explain(): Promise<void> {
    const settings = "Open Settings";
    const output = "Show Output";
    const again = "Try Again";
    const chosen = await vscode.window.showErrorMessage(`pqcite: ${this.session.reason}`, again, settings, output);
    switch (chosen) {
      case again:
        await this.session.restart();
        break;
      case settings:
        await vscode.commands.executeCommand("workbench.action.openSettings", "pqcite.server.path");
        break;
      case output:
        this.output.show();
        break;
    }
  }
}
