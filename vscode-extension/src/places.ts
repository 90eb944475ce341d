// Opens places of the standards' texts.

import * as vscode from "vscode";
import type { Shown } from "./results";
import type { Session } from "./session";

/** An address of the server's own with the line after "#L", parsed. */
export function placeOf(address: string): { uri: vscode.Uri; line: number } {
  const uri = vscode.Uri.parse(address);
  const line = /^L([0-9]{1,7})$/.exec(uri.fragment)?.[1];
  return { uri: uri.with({ fragment: "" }), line: line === undefined ? 0 : Number(line) - 1 };
}

/** Opens a place next to the open editor, or in it. */
export async function openPlace(address: string): Promise<void> {
  const { uri, line } = placeOf(address);
  await open(uri, new vscode.Range(line, 0, line, 0));
}

/** Opens the text of a standard at an anchor. */
export async function openAnchor(session: Session, doc: string, anchor: string): Promise<void> {
  const at = await session.execute<Shown>("pqcite.lookup", { doc, anchor, quiet: true });
  const { start, end } = at.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  await open(vscode.Uri.parse(at.uri), new vscode.Range(start.line, start.character, end.line, end.character));
}

async function open(uri: vscode.Uri, at: vscode.Range): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document, { selection: at, preview: true });
  editor.revealRange(at, vscode.TextEditorRevealType.AtTop);
}
