// Reads the settings that are the client's own; the server asks for the others.

import { accessSync, constants, statSync } from "node:fs";
import * as vscode from "vscode";
import type { Surroundings } from "./locator";

export const section = "pqcite";

/** Settings after which the server must be started anew. */
export const serverSettings = ["pqcite.server.path", "pqcite.server.arguments"];

/** The settings that the server is to begin with; it asks for them again when they change. */
export function forServer(): Record<string, unknown> {
  const { hover, diagnostics, completion, links, symbols, hints } = vscode.workspace.getConfiguration(section);
  return { hover, diagnostics, completion, links, symbols, hints } as Record<string, unknown>;
}

export function serverArguments(): string[] {
  const value: unknown = vscode.workspace.getConfiguration(section).get("server.arguments");
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function surroundings(extension: string): Surroundings {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return {
    setting: (vscode.workspace.getConfiguration(section).get<string>("server.path") ?? "").trim(),
    trusted: vscode.workspace.isTrusted,
    folders: folders.filter((folder) => folder.uri.scheme === "file").map((folder) => folder.uri.fsPath),
    path: process.env["PATH"] ?? "",
    extension,
    windows: process.platform === "win32",
    runs,
  };
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
