// The view of the workspace's citations: by document, the broken ones first.

import * as vscode from "vscode";
import { message } from "./errors";
import type { WorkspaceCitation, WorkspaceCitations } from "./results";
import type { Session } from "./session";

/** A group of citations, or one. */
export type CitationNode = { group: string; citations: WorkspaceCitation[] } | { citation: WorkspaceCitation };

const brokenGroup = "Broken";

export class CitationsTree implements vscode.TreeDataProvider<CitationNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly view: vscode.TreeView<CitationNode>;
  private found: CitationNode[] | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly session: Session) {
    this.view = vscode.window.createTreeView("pqcite.citations", { treeDataProvider: this, showCollapseAll: true });
  }

  /** Reads the workspace anew. */
  async refresh(): Promise<void> {
    const options = { location: { viewId: "pqcite.citations" }, cancellable: true };
    try {
      const all = await vscode.window.withProgress(options, (_, token) =>
        this.session.execute<WorkspaceCitations>("pqcite.citations", undefined, token),
      );
      this.found = grouped(all.citations);
      this.view.message = all.more ? "Only the first citations are listed." : all.citations.length === 0 ? "No file of the workspace cites a standard." : "";
    } catch (error) {
      this.view.message = `The workspace was not read: ${message(error)}`;
    }
    this.changed.fire(undefined);
  }

  dispose(): void {
    this.view.dispose();
    this.changed.dispose();
  }

  getChildren(node?: CitationNode): CitationNode[] {
    if (node === undefined) {
      return this.found ?? [];
    }
    return "group" in node ? node.citations.map((citation) => ({ citation })) : [];
  }

  getTreeItem(node: CitationNode): vscode.TreeItem {
    return "group" in node ? groupItem(node.group, node.citations.length) : citationItem(node.citation);
  }
}

/** Groups citations by document, and those that are broken before all. */
export function grouped(citations: readonly WorkspaceCitation[]): CitationNode[] {
  const groups = new Map<string, WorkspaceCitation[]>();
  for (const c of citations) {
    const group = c.rule !== "" ? brokenGroup : c.doc === "" ? "Unknown document" : c.doc;
    groups.set(group, [...(groups.get(group) ?? []), c]);
  }
  const names = [...groups.keys()].sort((a, b) => Number(b === brokenGroup) - Number(a === brokenGroup) || a.localeCompare(b, "en", { numeric: true }));
  return names.map((group) => ({ group, citations: groups.get(group) ?? [] }));
}

function groupItem(group: string, count: number): vscode.TreeItem {
  const broken = group === brokenGroup;
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(group, broken ? Expanded : Collapsed);
  item.id = `group:${group}`;
  item.description = String(count);
  item.iconPath = broken ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground")) : new vscode.ThemeIcon("book");
  return item;
}

function citationItem(c: WorkspaceCitation): vscode.TreeItem {
  const uri = vscode.Uri.parse(c.uri);
  const item = new vscode.TreeItem(c.name);
  const { start, end } = c.range;
  const path = vscode.workspace.asRelativePath(uri);
  item.description = `${path.slice(path.lastIndexOf("/") + 1)}:${start.line + 1}`;
  const says = c.rule === "" ? `${c.name}${c.detail === "" ? "" : ` — ${c.detail}`}` : `${c.name}: ${c.rule}`;
  item.tooltip = `${says}\n${path}:${start.line + 1}`;
  item.iconPath = c.rule === "" ? new vscode.ThemeIcon("quote") : new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  item.command = { command: "vscode.open", title: "Open", arguments: [uri, { selection }] };
  return item;
}
