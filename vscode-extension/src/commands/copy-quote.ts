import * as vscode from "vscode";
import type { Carded, ListedDocument } from "../results";
import type { Shared } from "./index";

/** Copies the verbatim passage of an anchor, with its place. */
export function copyQuote({ session, standards }: Shared) {
  return async (doc: unknown, anchor: unknown): Promise<void> => {
    if (typeof doc !== "string" || typeof anchor !== "string") {
      return;
    }
    const words = citation(await standards.documents(), doc, anchor);
    if (words === undefined) {
      return;
    }
    const { card, quote } = await session.execute<Carded>("pqcite.card", { words });
    await vscode.env.clipboard.writeText(`${quote}\n— ${words}, ${card.url}\n`);
    void vscode.window.setStatusBarMessage(`Copied ${words}`, 3000);
  };
}

/** How an anchor is cited. */
function citation(documents: readonly ListedDocument[], doc: string, anchor: string): string | undefined {
  const d = documents.find((one) => one.doc === doc);
  const a = d?.anchors.find((one) => one.anchor === anchor);
  return d === undefined || a === undefined ? d?.label : `${d.label}, ${a.name}`;
}
