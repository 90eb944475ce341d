import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { registerAgents } from "../src/agents";
import type { Session } from "../src/session";
import { LanguageModelToolResult, lm, registered } from "./vscode";

/** A session with prepared answers that records the questions. */
class Script {
  readonly asked: [string, unknown][] = [];
  constructor(private readonly answer: () => unknown) {}

  execute(command: string, argument: unknown): Promise<unknown> {
    this.asked.push([command, argument]);
    return Promise.resolve().then(this.answer);
  }
}

function register(answer: () => unknown): Script {
  const script = new Script(answer);
  registerAgents(script as unknown as Session);
  return script;
}

async function call(name: string, ...args: unknown[]): Promise<unknown> {
  const found = registered.get(name);
  assert.ok(found !== undefined, `${name} is registered`);
  return await found.invoke(...(args as never[]));
}

beforeEach(() => {
  registered.clear();
});

/** The texts that a tool returned. */
function texts(result: unknown): string[] {
  assert.ok(result instanceof LanguageModelToolResult);
  return result.content.map((part) => part.value);
}

const token = { isCancellationRequested: false };

void test("each tool runs its command, and returns the server's Markdown alone", async () => {
  const cases: [string, Record<string, string>, string, Record<string, unknown>][] = [
    ["pqcite_lookup", { words: "FIPS 203, Algorithm 9", more: "x" }, "pqcite.card", { words: "FIPS 203, Algorithm 9" }],
    ["pqcite_ask", { question: "sizes?" }, "pqcite.ask", { question: "sizes?", quiet: true }],
    ["pqcite_verify", { text: "It has 1184 bytes." }, "pqcite.verifyText", { text: "It has 1184 bytes.", quiet: true }],
  ];
  for (const [name, input, command, argument] of cases) {
    const script = register(() => ({ markdown: "quoted", outcome: { short_answer: "not this" } }));
    assert.deepEqual(texts(await call(name, { input }, token)), ["quoted"], name);
    assert.deepEqual(script.asked, [[command, argument]], name);
  }
});

void test("a tool says that nothing was found out, and does not throw", async () => {
  register(() => {
    throw new Error("the pqcite server is not running");
  });
  const said = texts(await call("pqcite_ask", { input: { question: "?" } }, token));
  assert.deepEqual(said, ["Nothing was found out: the pqcite server is not running"]);
});

void test("what the participant replies, by its command", async () => {
  const history = [{ prompt: "one?" }, { response: [] }, { prompt: "FIPS 203", command: "lookup" }, { prompt: "two?" }];
  const cases: [string | undefined, string, Record<string, unknown>][] = [
    [undefined, "pqcite.ask", { question: "words", context: ["one?", "two?"], quiet: true }],
    ["lookup", "pqcite.card", { words: "words" }],
    ["verify", "pqcite.verifyText", { text: "words", quiet: true }],
  ];
  for (const [command, want, argument] of cases) {
    const script = register(() => ({ markdown: "quoted" }));
    const said: string[] = [];
    await call("pqcite.standards", { command, prompt: "words" }, { history }, { markdown: (text: string) => said.push(text) }, token);
    assert.deepEqual(script.asked, [[want, argument]]);
    assert.deepEqual(said, ["quoted"]);
  }
});

void test("an error reaches the chat as text", async () => {
  register(() => {
    throw new Error("[x](command:y)");
  });
  const said: string[] = [];
  await call("pqcite.standards", { prompt: "?" }, { history: [] }, { markdown: (text: string) => said.push(text) }, token);
  assert.deepEqual(said, ["Nothing was found out: \\[x\\]\\(command:y\\)"]);
});

void test("an editor without tools gets none", () => {
  const { registerTool } = lm;
  delete lm.registerTool;
  try {
    register(() => ({}));
    assert.deepEqual([...registered.keys()], ["pqcite.standards"]);
  } finally {
    if (registerTool !== undefined) {
      lm.registerTool = registerTool;
    }
  }
});
