// Owns the language client: starts it, stops it, says what became of it.

import * as vscode from "vscode";
import {
  CloseAction,
  type ErrorHandler,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  State,
  TransportKind,
  WorkDoneProgress,
} from "vscode-languageclient/node";
import * as config from "./config";
import { message } from "./errors";
import { locate } from "./locator";

export type Phase = "stopped" | "starting" | "running" | "failed";

/** How often a server that has ended is started again, within restartTime. */
const maxRestarts = 3;
const restartTime = 3 * 60 * 1000;

/** How long a server may take to answer the first message, in milliseconds. */
const startTime = 15_000;

/** The commands that links in the server's cards may run. */
const linkCommands = ["pqcite.openSection", "pqcite.askAbout", "pqcite.copyQuote"];

export class Session implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private restarts: number[] = [];
  private lastToken = 0;
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
    const client = new LanguageClient(
      "pqcite",
      "pqcite",
      { command: found.file, args: ["lsp", ...config.serverArguments()], transport: TransportKind.stdio },
      this.options(),
    );
    this.client = client;
    client.onDidChangeState(({ newState }) => {
      if (this.client === client && newState === State.Running) {
        this.welcome(client, found.file);
      }
    });
    try {
      await bounded(client.start(), startTime, `${found.file} did not answer within ${startTime / 1000} seconds`);
    } catch (error) {
      if (this.client === client) {
        this.client = undefined;
        void client.stop().catch(() => undefined);
        this.become("failed", `${found.file} can't be started: ${message(error)}`);
      }
    }
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.become("stopped");
    await client?.stop().catch((error: unknown) => {
      this.output.debug(`stop the server: ${message(error)}`);
    });
  }

  async restart(): Promise<void> {
    this.restarts = [];
    await this.stop();
    await this.start();
  }

  /** Has the server execute one of its commands, and tells how far it is to who wants to know. */
  async execute<T>(command: string, argument?: unknown, token?: vscode.CancellationToken, told?: (message: string) => void): Promise<T> {
    const client = this.client;
    if (client === undefined || this.phase !== "running") {
      throw new Error(this.reason === "" ? "the pqcite server is not running" : this.reason);
    }
    const workDoneToken = `client-${++this.lastToken}`;
    const progress = client.onProgress(WorkDoneProgress.type, workDoneToken, (value) => {
      if (value.kind === "report" && value.message !== undefined) {
        told?.(value.message);
      }
    });
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
  private welcome(client: LanguageClient, file: string): void {
    const server = client.initializeResult?.serverInfo;
    if (server?.name !== "pqcite") {
      this.client = undefined;
      void client.stop().catch(() => undefined);
      this.become("failed", `${file} is no pqcite server`);
      return;
    }
    const known = client.initializeResult?.capabilities.executeCommandProvider?.commands ?? [];
    if (!known.includes("pqcite.standards")) {
      void vscode.window.showWarningMessage(
        `pqcite ${server.version ?? ""} is older than this extension (${this.version}): some views stay empty. Install a newer server.`,
      );
    }
    this.become("running");
  }

  private become(phase: Phase, reason = ""): void {
    this.phase = phase;
    this.reason = reason;
    void vscode.commands.executeCommand("setContext", "pqcite.running", phase === "running");
    this.changed.fire(phase);
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: [{ scheme: "file" }, { scheme: "untitled" }, { scheme: "vscode-notebook-cell" }, { scheme: "vscode-remote" }, { scheme: "pqcite" }],
      outputChannel: this.output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: { commandLinks: true },
      markdown: { isTrusted: { enabledCommands: linkCommands }, supportHtml: false, supportThemeIcons: true },
      errorHandler: this.errorHandler(),
    };
  }

  /** A server that ends is started again, a few times; then the person is asked. */
  private errorHandler(): ErrorHandler {
    return {
      error: () => ({ action: ErrorAction.Continue }),
      closed: () => {
        if (this.phase === "stopped") {
          return { action: CloseAction.DoNotRestart, handled: true };
        }
        const now = Date.now();
        this.restarts = [...this.restarts.filter((at) => now - at < restartTime), now];
        if (this.restarts.length > maxRestarts) {
          this.client = undefined;
          this.become("failed", `the server has ended ${this.restarts.length} times; its output says why`);
          return { action: CloseAction.DoNotRestart, handled: true };
        }
        this.output.warn("the server has ended and is started again");
        this.become("starting");
        return { action: CloseAction.Restart, handled: true };
      },
    };
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
