// Owns the language client and the server's process: starts them, stops them, says
// what became of them.

import * as vscode from "vscode";
import type { Client } from "./client";
import * as config from "./config";
import { message } from "./errors";
import { locate } from "./locator";
import { ServerProcess } from "./server-process";
import { mismatch } from "./versions";

export type Phase = "stopped" | "starting" | "running" | "failed";

/** How often a server that has ended is started again, within restartTime. */
const maxRestarts = 3;
const restartTime = 3 * 60 * 1000;

/** How long a server may take to answer the first message, in milliseconds. */
const startTime = 15_000;

export class Session implements vscode.Disposable {
  private client: Client | undefined;
  private server: ServerProcess | undefined;
  private restarts: number[] = [];
  private work: Promise<void> = Promise.resolve();
  private lastToken = 0;
  /** Counts starts and stops, so that a start knows if it is still wanted. */
  private turn = 0;
  private readonly changed = new vscode.EventEmitter<Phase>();

  readonly onDidChange = this.changed.event;
  phase: Phase = "stopped";
  /** Why the server does not run, for people. */
  reason = "";

  constructor(
    private readonly extension: string,
    private readonly version: string,
    private readonly output: vscode.LogOutputChannel,
  ) {}

  /** Starts a server. Where that fails, phase and reason say so, and nothing is thrown. */
  async start(): Promise<void> {
    const found = locate(config.surroundings(this.extension));
    if ("missing" in found) {
      this.become("failed", found.missing);
      return;
    }
    this.output.info(`server: ${found.file} (${found.from})`);
    this.become("starting");
    const turn = ++this.turn;
    const { Client } = await import("./client.js");
    if (turn !== this.turn) {
      return;
    }
    const server = new ServerProcess(found.file, ["lsp", ...config.serverArguments()]);
    const client = new Client(server, this.output);
    this.client = client;
    this.server = server;
    client.onDidChangeState(() => {
      if (this.client === client && client.isRunning()) {
        this.welcome(client, found.file);
      } else if (this.client === client && this.phase === "running") {
        void this.recover(server);
      }
    });
    try {
      const late = `${found.file} did not answer within ${startTime / 1000} seconds, and was ended`;
      await bounded(Promise.race([client.start(), server.ended]), startTime, late);
    } catch (error) {
      const why = await server.explain(error);
      server.kill();
      if (this.client === client && this.phase === "starting") {
        this.client = undefined;
        this.become("failed", why);
      }
    }
  }

  async stop(): Promise<void> {
    const { client, server } = this;
    this.turn++;
    this.client = undefined;
    this.server = undefined;
    this.become("stopped");
    try {
      // One that has not answered yet knows no other end than the process's.
      await (client?.isRunning() === true ? client.stop() : undefined);
    } catch (error) {
      this.output.debug(`stop the server: ${message(error)}`);
    }
    server?.kill();
  }

  async restart(): Promise<void> {
    this.restarts = [];
    const before = this.work;
    const again = async (): Promise<void> => {
      await this.stop();
      await before;
      await this.stop(); // what was being started meanwhile
      await this.start();
    };
    this.work = again();
    await this.work;
  }

  /** Makes the server execute one of its commands, and reports progress. */
  async execute<T>(command: string, argument?: unknown, token?: vscode.CancellationToken, report?: (message: string) => void): Promise<T> {
    const client = this.client;
    if (client === undefined || this.phase !== "running") {
      throw new Error(this.reason === "" ? "the pqcite server is not running" : this.reason);
    }
    const workDoneToken = `client-${++this.lastToken}`;
    const progress = client.onReport(workDoneToken, (message) => report?.(message));
    try {
      const params = { command, arguments: argument === undefined ? [] : [argument], workDoneToken };
      // A token that is undefined would be sent as a second parameter.
      return await (token === undefined
        ? client.sendRequest<T>("workspace/executeCommand", params)
        : client.sendRequest<T>("workspace/executeCommand", params, token));
    } finally {
      progress.dispose();
    }
  }

  dispose(): void {
    this.changed.dispose();
  }

  /** welcome accepts a server that has answered, if it is one of ours. */
  private welcome(client: Client, file: string): void {
    const server = client.initializeResult?.serverInfo;
    if (server?.name !== "pqcite") {
      this.become("failed", `${file} is no pqcite server`);
      void this.end();
      return;
    }
    const version = server.version ?? "(unknown)";
    this.output.info(`server: version ${version}; extension: version ${this.version}`);
    const warning = mismatch(this.version, version, file);
    if (warning !== "") {
      void this.warn(warning);
    }
    this.become("running");
  }

  /** warn reports a running server of a version that may not match. */
  private async warn(warning: string): Promise<void> {
    this.output.warn(warning);
    const settings = "Open Settings";
    if ((await vscode.window.showWarningMessage(`pqcite: ${warning}`, settings)) === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", config.serverSettings[0]);
    }
  }

  /** end ends what is no server of ours. */
  private async end(): Promise<void> {
    const { client, server } = this;
    this.client = undefined;
    this.server = undefined;
    await client?.stop().catch(() => undefined);
    server?.kill();
  }

  /** recover starts a server that has ended again, a few times; then the person is asked. */
  private async recover(server: ServerProcess): Promise<void> {
    this.client = undefined;
    const now = Date.now();
    this.restarts = [...this.restarts.filter((at) => now - at < restartTime), now];
    if (this.restarts.length > maxRestarts) {
      this.become("failed", `the server has ended ${this.restarts.length} times. ${server.report()}`);
      return;
    }
    this.output.warn(`${server.report()}; it is started again`);
    this.work = this.start();
    await this.work;
  }

  private become(phase: Phase, reason = ""): void {
    this.phase = phase;
    this.reason = reason;
    void vscode.commands.executeCommand("setContext", "pqcite.running", phase === "running");
    this.changed.fire(phase);
  }
}

async function bounded<T>(work: Promise<T>, time: number, why: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(why));
    }, time);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
