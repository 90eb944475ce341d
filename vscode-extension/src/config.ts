// Reads the settings that are the client's own; the server asks for the others.

import { accessSync, constants, statSync } from "node:fs";
import * as vscode from "vscode";
import type { Surroundings } from "./locator";

export const section = "pqcite";

/** Settings after which the server must be started anew. */
export const serverSettings = ["pqcite.server.path", "pqcite.server.arguments"];

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
