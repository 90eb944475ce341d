import assert from "node:assert/strict";
import { test } from "node:test";
import { locate, type Surroundings } from "../src/locator";

const nowhere: Surroundings = {
  setting: "", trusted: true, folders: ["/ws"], path: "/usr/bin:/opt/bin", extension: "/ext", windows: false, runs: () => false,
};

/** Surroundings in which the files are there. */
function withFiles(files: string[], change: Partial<Surroundings> = {}): Surroundings {
  return { ...nowhere, ...change, runs: (file) => files.includes(file) };
}

void test("the order of the places", () => {
  const all = ["/own/pqcite", "/ws/bin/pqcite", "/opt/bin/pqcite", "/ext/server/pqcite"];
  const wants = ["setting", "workspace", "PATH", "extension"];
  for (const [i, want] of wants.entries()) {
    const s = withFiles(all.slice(i), i === 0 ? { setting: "/own/pqcite" } : {});
    assert.deepEqual(locate(s), { file: all[i], from: want });
  }
});

void test("what is not run", () => {
  const cases: [string, Surroundings, RegExp][] = [
    ["a workspace that is not trusted", withFiles(["/ws/bin/pqcite"], { trusted: false }), /no pqcite on the PATH/],
    ["a relative entry of the PATH", withFiles(["bin/pqcite", "./pqcite"], { path: "bin:.:" }), /no pqcite on the PATH/],
    ["a relative setting", withFiles(["pqcite"], { setting: "pqcite" }), /absolute path/],
    ["a setting that names nothing", withFiles(["/opt/bin/pqcite"], { setting: "/none" }), /can't be run/],
    ["nothing anywhere", nowhere, /no pqcite on the PATH/],
  ];
  for (const [name, s, want] of cases) {
    const found = locate(s);
    assert.ok("missing" in found, name);
    assert.match(found.missing, want, name);
  }
});

void test("the name on Windows", () => {
  const asked: string[] = [];
  locate({ ...nowhere, windows: true, path: "/a;/b", runs: (file) => { asked.push(file); return false; } });
  assert.ok(asked.length > 0 && asked.every((file) => file.endsWith("pqcite.exe")), String(asked));
});
