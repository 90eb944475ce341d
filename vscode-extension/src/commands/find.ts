import * as vscode from "vscode";
import { openAnchor } from "../places";
import { anchorLabel } from "../standards-tree";
import type { Shared } from "./index";

/** Searches the sections, algorithms and tables of the standards by name. */
export function findInStandards({ session, standards }: Shared) {
  return async (): Promise<void> => {
    const items = (await standards.documents()).flatMap((d) =>
      d.anchors.map((a) => ({
        label: anchorLabel(a),
        description: d.label,
        detail: a.printed === "" ? `PDF page ${a.page}` : `PDF page ${a.page}, printed ${a.printed}`,
        open: [d.doc, a.anchor] as const,
      })),
    );
    const chosen = await vscode.window.showQuickPick(items, {
      title: "Find in Standards",
      placeHolder: "A section, algorithm, table or equation",
      matchOnDescription: true,
    });
    if (chosen !== undefined) {
      await openAnchor(session, ...chosen.open);
    }
  };
}
