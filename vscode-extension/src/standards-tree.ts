// The view of the standards: documents, their sections and elements.

import * as vscode from "vscode";
import type { ListedAnchor, ListedDocument } from "./results";
import type { Session } from "./session";

/** A document, or an anchor of one. */
export interface StandardNode {
  document: ListedDocument;
  anchor?: ListedAnchor;
}

const icons: Record<string, string> = {
  section: "list-tree",
  appendix: "list-tree",
  algorithm: "symbol-function",
  table: "table",
  figure: "graph",
  equation: "symbol-operator",
  definition: "symbol-key",
};

export class StandardsTree implements vscode.TreeDataProvider<StandardNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly view: vscode.TreeView<StandardNode>;
  private readonly subscription: vscode.Disposable;
  private listed: Promise<ListedDocument[]> | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly session: Session) {
    this.view = vscode.window.createTreeView("pqcite.standards", { treeDataProvider: this, showCollapseAll: true });
    this.subscription = session.onDidChange(() => {
      this.refresh();
    });
  }

  refresh(): void {
    this.listed = undefined;
    this.changed.fire(undefined);
  }

  dispose(): void {
    this.subscription.dispose();
    this.view.dispose();
    this.changed.dispose();
  }

  /** The documents of the library. */
  async documents(): Promise<ListedDocument[]> {
    if (this.session.phase !== "running") {
      return [];
    }
    this.listed ??= this.session.execute<ListedDocument[]>("pqcite.standards");
    return await this.listed;
  }

  async getChildren(node?: StandardNode): Promise<StandardNode[]> {
    if (node === undefined) {
      return (await this.documents()).map((document) => ({ document }));
    }
    const parent = node.anchor?.anchor ?? "";
    return node.document.anchors.filter((a) => a.parent === parent).map((anchor) => ({ document: node.document, anchor }));
  }

  getTreeItem(node: StandardNode): vscode.TreeItem {
    return node.anchor === undefined ? documentItem(node.document) : anchorItem(node.document, node.anchor);
  }
}

function documentItem(d: ListedDocument): vscode.TreeItem {
  const item = new vscode.TreeItem(d.label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = d.doc;
  item.description = d.source === "pack" ? "summaries" : d.status === "draft" ? "draft" : d.date.slice(0, 4);
  item.tooltip = `${d.title}\n${d.status} ${d.date}${d.source === "pack" ? "\nSummaries alone: download the official files for its own words" : ""}`;
  item.iconPath = new vscode.ThemeIcon(d.source === "pack" ? "note" : "book");
  return item;
}

function anchorItem(d: ListedDocument, a: ListedAnchor): vscode.TreeItem {
  const parent = d.anchors.some((other) => other.parent === a.anchor);
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(anchorLabel(a), parent ? Collapsed : None);
  item.id = `${d.doc}#${a.anchor}`;
  item.description = a.printed === "" ? "" : `p. ${a.printed}`;
  item.tooltip = `${d.label}, ${a.name}${a.title === "" || a.title === a.name ? "" : ` — ${a.title}`}\nPDF page ${a.page}${a.printed === "" ? "" : `, printed ${a.printed}`}`;
  item.iconPath = new vscode.ThemeIcon(icons[a.kind] ?? "symbol-misc");
  item.command = { command: "pqcite.openSection", title: "Open", arguments: [d.doc, a.anchor] };
  return item;
}

/** How an anchor is listed: "4.2 General Algorithms", "Algorithm 9: NTT". */
export function anchorLabel(a: ListedAnchor): string {
  if (a.title === "" || a.title === a.name) {
    return a.name;
  }
  const number = /^Section (.+)$/.exec(a.name)?.[1];
  return number === undefined ? `${a.name}: ${a.title}` : `${number} ${a.title}`;
}
