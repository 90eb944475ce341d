import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerProcess } from "../src/server-process";

/** A process that runs a script of JavaScript. */
function script(text: string): ServerProcess {
  return new ServerProcess(process.execPath, ["-e", text]);
}

void test("how a process has ended, with the last line that it said", async () => {
  const cases: [string, RegExp][] = [
    ["console.error('first\\nthe library is damaged\\n'); process.exitCode = 3", /^\S+ ended with code 3: the library is damaged$/],
    ["", /^\S+ ended with code 0$/],
    ["process.kill(process.pid, 'SIGTERM'); setInterval(() => 0, 1000)", /^\S+ was ended by SIGTERM$/],
    ["console.error('x'.repeat(100000))", /^\S+ ended with code 0: x{1,400}$/],
  ];
  for (const [text, want] of cases) {
    const server = script(text);
    await assert.rejects(server.ended, (e: Error) => want.test(e.message), text);
    assert.match(server.report(), want);
    assert.match(await server.explain(new Error("write after end")), want);
  }
});

void test("a program that can't be run", async () => {
  const server = new ServerProcess("/nowhere/pqcite", ["lsp"]);
  await assert.rejects(server.running(), /^Error: \/nowhere\/pqcite can't be run: /);
  server.kill();
});

void test("a process that hangs is ended, and an error before that is passed on", async () => {
  const server = script("setInterval(() => 0, 1000)");
  assert.equal((await server.running()).pid !== undefined, true);
  assert.equal(await server.explain(new Error("it did not answer")), "it did not answer");
  server.kill();
  await assert.rejects(server.ended, /was ended by SIGKILL$/);
});
