import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped } from "../src/citations-tree";
import type { WorkspaceCitation } from "../src/results";
import { anchorLabel } from "../src/standards-tree";

const at = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

function citation(doc: string, rule: string): WorkspaceCitation {
  return { uri: "file:///a", range: at, doc, name: doc, detail: "", rule };
}

void test("citations are grouped by document, the broken first", () => {
  const all = [citation("FIPS 203", ""), citation("SP 800-227", "dangling"), citation("FIPS 1000", ""), citation("FIPS 203", ""), citation("", "")];
  const groups = grouped(all).map((n) => ("group" in n ? [n.group, n.citations.length] : []));
  assert.deepEqual(groups, [["Broken", 1], ["FIPS 203", 2], ["FIPS 1000", 1], ["Unknown document", 1]]);
});

void test("how anchors are listed", () => {
  const anchor = { anchor: "x", parent: "", page: 1, printed: "" };
  assert.equal(anchorLabel({ ...anchor, kind: "section", name: "Section 4.2", title: "General Algorithms" }), "4.2 General Algorithms");
  assert.equal(anchorLabel({ ...anchor, kind: "algorithm", name: "Algorithm 9", title: "NTT" }), "Algorithm 9: NTT");
  assert.equal(anchorLabel({ ...anchor, kind: "equation", name: "Equation 4.7", title: "" }), "Equation 4.7");
  assert.equal(anchorLabel({ ...anchor, kind: "section", name: "Foreword", title: "Foreword" }), "Foreword");
});
