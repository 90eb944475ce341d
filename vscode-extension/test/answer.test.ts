import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "../src/answer";

void test("the page of an answer runs nothing but its own script", () => {
  const html = page('<img src="x">', "<p>body</p>", "key");
  assert.match(html, /default-src 'none'; style-src 'nonce-key'; script-src 'nonce-key'/);
  assert.ok(!html.includes("<img"), "the title is escaped");
  assert.ok(html.includes("<p>body</p>"));
});

void test("the lines of a log are not wrapped, and those of an answer are", () => {
  assert.match(page("Trace", "", "key", "log"), /<body class="log">/);
  assert.match(page("Answer", "", "key"), /<body class="answer">/);
});
