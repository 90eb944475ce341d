import assert from "node:assert/strict";
import { test } from "node:test";
import { say } from "../src/status";

void test("what the status item says", () => {
  assert.equal(say("stopped", "", undefined), undefined);
  assert.match(say("starting", "", undefined)?.text ?? "", /loading/);
  const failed = say("failed", "there is no server", undefined);
  assert.equal(failed?.alarming, true);
  assert.match(failed.tooltip, /there is no server/);
  assert.equal(say("running", "", undefined)?.text, "$(book) pqcite");
  assert.equal(say("running", "", { citations: 0, broken: 0 })?.text, "$(book) pqcite");
  assert.equal(say("running", "", { citations: 1, broken: 0 })?.text, "$(book) 1 citation");
  const broken = say("running", "", { citations: 12, broken: 1 });
  assert.deepEqual([broken?.text, broken?.alarming], ["$(warning) 12 citations, 1 broken", true]);
});
