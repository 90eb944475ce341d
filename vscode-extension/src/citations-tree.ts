// The view of the workspace's citations: by document, the broken ones first in each.

import * as vscode from "vscode";
import { message } from "./errors";
import type { WorkspaceCitation, WorkspaceCitations } from "./results";
import type { Session } from "./session";

/** The citations of a document, the broken ones first. */
export interface CitationGroup {
  group: string;
  broken: number;
  citations: WorkspaceCitation[];
}

export type CitationNode = CitationGroup | { citation: WorkspaceCitation };

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
    return "group" in node ? groupItem(node) : citationItem(node.citation);
  }
}

/** Groups citations by document: documents with broken ones first, and those first in each. */
export function grouped(citations: readonly WorkspaceCitation[]): CitationGroup[] {
  const groups = new Map<string, WorkspaceCitation[]>();
  for (const c of citations) {
    const group = c.doc === "" ? "Unknown document" : c.doc;
    groups.set(group, [...(groups.get(group) ?? []), c]);
  }
  const all = [...groups].map(([group, of]) => {
    const broken = of.filter((c) => c.rule !== "");
    return { group, broken: broken.length, citations: [...broken, ...of.filter((c) => c.rule === "")] };
  });
  return all.sort((a, b) => Number(b.broken > 0) - Number(a.broken > 0) || a.group.localeCompare(b.group, "en", { numeric: true }));
}

/** How a citation is listed below its document: "Algorithm 9". */
export function citationLabel(c: WorkspaceCitation): string {
  if (c.doc === "" || c.name === c.doc) {
    return c.name;
  }
  const { doc, name } = c;
  return name.startsWith(`${doc}, `) ? name.slice(doc.length + 2) : name.endsWith(` of ${doc}`) ? name.slice(0, -doc.length - 4) : name;
}

function groupItem({ group, broken, citations }: CitationGroup): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(group, broken > 0 ? Expanded : Collapsed);
  const count = broken > 0 ? `${citations.length}, ${broken} broken` : String(citations.length);
  item.id = `group:${group}`;
  item.description = count;
  item.accessibilityInformation = { label: `${group}: ${count}` };
  item.iconPath = broken > 0 ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground")) : new vscode.ThemeIcon("book");
  return item;
}

function citationItem(c: WorkspaceCitation): vscode.TreeItem {
  const uri = vscode.Uri.parse(c.uri);
  const item = new vscode.TreeItem(citationLabel(c));
  const { start, end } = c.range;
  const path = vscode.workspace.asRelativePath(uri);
  item.description = `${path.slice(path.lastIndexOf("/") + 1)}:${start.line + 1}`;
  const says = c.rule === "" ? `${c.name}${c.detail === "" ? "" : ` — ${c.detail}`}` : `${c.name}: ${c.rule}`;
  item.tooltip = `${says}\n${path}:${start.line + 1}`;
  item.accessibilityInformation = { label: `${says}, ${path}, line ${start.line + 1}` };
  item.iconPath = c.rule === "" ? new vscode.ThemeIcon("quote") : new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  item.command = { command: "vscode.open", title: "Open", arguments: [uri, { selection }] };
  return item;
}
