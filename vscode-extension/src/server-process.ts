// A process of the server: what it said last, how it ended, and its end.

import { type ChildProcess, spawn } from "node:child_process";
import { message } from "./errors";

/** How long an end may take to be known after the connection has broken, in milliseconds. */
const endTime = 500;

/** Characters of what a server says last that are kept. */
const maxSaid = 400;

export class ServerProcess {
  private said = "";
  private fate = "";
  private readonly child: ChildProcess;

  /** Rejects when the process has ended, or can't be started, with what is known of it. */
  readonly ended: Promise<never>;

  constructor(
    private readonly file: string,
    args: readonly string[],
  ) {
    this.child = spawn(file, args, { stdio: "pipe" });
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.said = (this.said + text).slice(-maxSaid);
    });
    // What is written to a process that has ended is of no use, and no fault of ours.
    this.child.stdin?.on("error", () => undefined);
    this.ended = new Promise((_, reject) => {
      const end = (fate: string): void => {
        this.fate = fate;
        reject(new Error(this.report()));
      };
      this.child.once("error", (error) => {
        end(`can't be run: ${error.message}`);
      });
      // "close" comes when all that it has said was read.
      this.child.once("close", (code, signal) => {
        end(code === null ? `was ended by ${signal ?? "a signal"}` : `ended with code ${code}`);
      });
    });
    this.ended.catch(() => undefined);
  }

  /** What to say of an error in talking to it: how it ended, if that is why. */
  async explain(error: unknown): Promise<string> {
    const wait = new Promise<string>((resolve) => setTimeout(resolve, endTime, message(error)));
    return await Promise.race([wait, this.ended.catch(message)]);
  }

  /** The process, once it runs. */
  async running(): Promise<ChildProcess> {
    const spawned = new Promise<ChildProcess>((resolve) => {
      this.child.once("spawn", () => {
        resolve(this.child);
      });
    });
    return await Promise.race([spawned, this.ended]);
  }

  /** How it ended, with the last line that it said: "FILE ended with code 3: disk full". */
  report(): string {
    const last = this.said.trim().split("\n").at(-1)?.trim() ?? "";
    const fate = this.fate === "" ? "has ended" : this.fate;
    return `${this.file} ${fate}${last === "" ? "" : `: ${last}`}`;
  }

  /** Ends it at once, if it has not ended. */
  kill(): void {
    this.child.kill("SIGKILL");
  }
}
