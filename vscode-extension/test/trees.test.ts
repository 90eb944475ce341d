import assert from "node:assert/strict";
import { test } from "node:test";
import { citationLabel, grouped } from "../src/citations-tree";
import type { WorkspaceCitation } from "../src/results";
import { anchorLabel } from "../src/standards-tree";

const at = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

function citation(doc: string, rule: string, name = doc): WorkspaceCitation {
  return { uri: "file:///a", range: at, doc, name, detail: "", rule };
}

void test("citations are grouped by document, the broken first", () => {
  const all = [citation("FIPS 203", ""), citation("SP 800-227", "dangling"), citation("FIPS 1000", ""), citation("FIPS 203", ""), citation("SP 800-227", ""), citation("", "unknown-document"), citation("SP 800-227", "contradicted")];
  const groups = grouped(all).map((g) => [g.group, g.citations.length, g.broken]);
  assert.deepEqual(groups, [["SP 800-227", 3, 2], ["Unknown document", 1, 1], ["FIPS 203", 2, 0], ["FIPS 1000", 1, 0]]);
  assert.deepEqual(grouped(all)[0]?.citations.map((c) => c.rule), ["dangling", "contradicted", ""]);
});

void test("how citations are listed", () => {
  const cases = [
    ["FIPS 203", "FIPS 203, Algorithm 9", "Algorithm 9"],
    ["FIPS 204", "Section 4.1 of FIPS 204", "Section 4.1"],
    ["FIPS 203", "FIPS 203", "FIPS 203"],
    ["FIPS 203", "[FIPS203, Section 9.9]", "[FIPS203, Section 9.9]"],
    ["", "FIPS 999", "FIPS 999"],
  ] as const;
  for (const [doc, name, want] of cases) {
    assert.equal(citationLabel(citation(doc, "", name)), want);
  }
});

void test("how anchors are listed", () => {
  const anchor = { anchor: "x", parent: "", page: 1, printed: "" };
  assert.equal(anchorLabel({ ...anchor, kind: "section", name: "Section 4.2", title: "General Algorithms" }), "4.2 General Algorithms");
  assert.equal(anchorLabel({ ...anchor, kind: "algorithm", name: "Algorithm 9", title: "NTT" }), "Algorithm 9: NTT");
  assert.equal(anchorLabel({ ...anchor, kind: "equation", name: "Equation 4.7", title: "" }), "Equation 4.7");
  assert.equal(anchorLabel({ ...anchor, kind: "section", name: "Foreword", title: "Foreword" }), "Foreword");
});
