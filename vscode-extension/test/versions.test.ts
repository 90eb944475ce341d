import assert from "node:assert/strict";
import { test } from "node:test";
import { mismatch } from "../src/versions";

void test("which versions go together", () => {
  const cases: [string, string, RegExp | ""][] = [
    ["0.1.0", "0.1.0", ""],
    ["0.1.0", "v0.1.7", ""],
    ["0.1.0", "0.2.0", /Update the extension/],
    ["0.2.0", "0.1.9", /Install pqcite 0\.2,/],
    ["0.9.0", "1.0.0", /Update the extension/],
    ["1.2.0", "1.2.3-rc.1", ""],
    ["1.2.0", "1.3.0", ""],
    ["1.2.0", "1.1.0", /Install pqcite 1\.2,/],
    ["1.2.0", "2.0.0", /Update the extension/],
    ["2.0.0", "1.9.0", /Install pqcite 2\.0,/],
    // Builds without a version are somebody's own: they know.
    ["0.1.0", "(devel)", ""],
    ["0.1.0", "v0.0.0-20260101000000-abcdefabcdef+dirty", ""],
    ["0.1.0", "", ""],
  ];
  for (const [extension, server, want] of cases) {
    const got = mismatch(extension, server, "/opt/pqcite");
    if (want === "") {
      assert.equal(got, "", `${extension} and ${server}`);
    } else {
      assert.match(got, want, `${extension} and ${server}`);
      assert.ok(got.includes("/opt/pqcite") && got.includes(` ${server},`) && got.includes(` ${extension}:`), got);
    }
  }
});
