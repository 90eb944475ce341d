import assert from "node:assert/strict";
import { test } from "node:test";
import { serverArguments, surroundings } from "../src/config";
import { settings, workspace } from "./vscode";

void test("arguments that are no strings are left out", () => {
  const cases: [unknown, string[]][] = [[undefined, []], ["-v", []], [["-v", 3, null, "--x"], ["-v", "--x"]]];
  for (const [value, want] of cases) {
    settings.set("pqcite.server.arguments", value);
    assert.deepEqual(serverArguments(), want);
  }
});

void test("what the search for a server depends on", () => {
  settings.set("pqcite.server.path", " /own/pqcite ");
  workspace.isTrusted = false;
  workspace.workspaceFolders = [
    { uri: { scheme: "file", fsPath: "/ws" } },
    { uri: { scheme: "vscode-vfs", fsPath: "/elsewhere" } },
  ];
  const s = surroundings("/ext");
  assert.deepEqual([s.setting, s.trusted, s.folders, s.extension], ["/own/pqcite", false, ["/ws"], "/ext"]);
  assert.equal(s.runs(process.execPath), true);
  assert.equal(s.runs(process.cwd()), false, "a folder is not run");
  assert.equal(s.runs("/nowhere/pqcite"), false);
});
