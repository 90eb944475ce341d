import assert from "node:assert/strict";
import { test } from "node:test";
import { summarise } from "../src/commands/check";

void test("what a check has found", () => {
  const found = { citations: 12, files: 3, broken: 0, worst: [], more: false, unmarked: 0 };
  assert.equal(summarise(found), "12 citations in 3 files: all in order.");
  assert.equal(summarise({ ...found, broken: 2 }), "12 citations in 3 files: 2 broken.");
  assert.match(summarise({ ...found, broken: 9000, unmarked: 40 }), /9000 broken\. Problems shows the first; .* 40 more files\.$/);
});
