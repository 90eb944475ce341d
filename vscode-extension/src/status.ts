// The item in the status bar: the citations of the open file.

import * as vscode from "vscode";
import type { Counts } from "./results";
import type { Phase, Session } from "./session";

/** What the item says, and what a screen reader says of it. */
export interface Said {
  text: string;
  tooltip: string;
  alarming: boolean;
}

export function say(phase: Phase, reason: string, counts: Counts | undefined): Said | undefined {
  switch (phase) {
    case "stopped":
      return undefined;
    case "starting":
      return { text: "$(loading~spin) pqcite", tooltip: "pqcite is starting", alarming: false };
    case "failed":
      return { text: "$(error) pqcite", tooltip: `pqcite does not run: ${reason}`, alarming: true };
  }
  if (counts === undefined || counts.citations === 0) {
    return { text: "$(book) pqcite", tooltip: "This file cites no standard", alarming: false };
  }
  const citations = counts.citations === 1 ? "1 citation" : `${counts.citations} citations`;
  if (counts.broken === 0) {
    return { text: `$(book) ${citations}`, tooltip: `${citations}, all in order`, alarming: false };
  }
  const text = `${citations}, ${counts.broken} broken`;
  return { text: `$(warning) ${text}`, tooltip: `${text}: show them`, alarming: true };
}

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("pqcite.status", vscode.StatusBarAlignment.Right, 90);
  private readonly subscriptions: vscode.Disposable[];
  private latest = 0;

  constructor(private readonly session: Session) {
    this.item.name = "pqcite";
    const update = (): void => {
      void this.update();
    };
    this.subscriptions = [
      session.onDidChange(update),
      vscode.window.onDidChangeActiveTextEditor(update),
      // The server looks at a file a moment after each edit.
      vscode.languages.onDidChangeDiagnostics(update),
    ];
    update();
  }

  dispose(): void {
    for (const s of this.subscriptions) {
      s.dispose();
    }
    this.item.dispose();
  }

  private async update(): Promise<void> {
    const turn = ++this.latest;
    const counts = await this.count();
    if (turn === this.latest) {
      this.show(say(this.session.phase, this.session.reason, counts));
    }
  }

  private async count(): Promise<Counts | undefined> {
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (this.session.phase !== "running" || uri === undefined || uri.scheme === "pqcite") {
      return undefined;
    }
    try {
      return await this.session.execute<Counts>("pqcite.status", { uri: uri.toString() });
    } catch {
      return undefined; // not a file that the server has
    }
  }

  private show(said: Said | undefined): void {
    if (said === undefined) {
      this.item.hide();
      return;
    }
    this.item.text = said.text;
    this.item.tooltip = said.tooltip;
    this.item.accessibilityInformation = { label: said.tooltip };
    this.item.command = this.session.phase === "running" ? "workbench.actions.view.problems" : "pqcite.showOutput";
    this.item.backgroundColor = said.alarming ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.item.show();
  }
}
