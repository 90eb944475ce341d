import { openAnchor } from "../places";
import type { Shared } from "./index";

/** Opens the text of a standard at an anchor: what links in cards and the tree run. */
export function openSection({ session }: Shared) {
  return async (doc: unknown, anchor: unknown): Promise<void> => {
    if (typeof doc === "string" && typeof anchor === "string") {
      await openAnchor(session, doc, anchor);
    }
  };
}
