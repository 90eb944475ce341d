// Finds the server: the setting, the workspace, the PATH, the one that came along.

import * as path from "node:path";

/** What the search for a server depends on. */
export interface Surroundings {
  /** The setting pqcite.server.path, "" if it is not set. */
  setting: string;
  /** Whether what the workspace provides may be run. */
  trusted: boolean;
  /** Folders of the workspace on this machine. */
  folders: readonly string[];
  /** The environment variable PATH. */
  path: string;
  /** The folder of the extension. */
  extension: string;
  windows: boolean;
  /** Whether a file is there and can be run. */
  runs: (file: string) => boolean;
}

/** Where a server was found, or why none was. */
export type Located = { file: string; from: "setting" | "workspace" | "PATH" | "extension" } | { missing: string };

export function locate(s: Surroundings): Located {
  if (s.setting !== "") {
    return fromSetting(s);
  }
  const name = s.windows ? "pqcite.exe" : "pqcite";
  const find = (folders: readonly string[]): string | undefined =>
    folders.map((folder) => path.join(folder, name)).find((file) => s.runs(file));

  const inWorkspace = s.trusted ? find(s.folders.map((folder) => path.join(folder, "bin"))) : undefined;
  if (inWorkspace !== undefined) {
    return { file: inWorkspace, from: "workspace" };
  }
  // Relative entries of the PATH would be of the workspace.
  const onPath = find(s.path.split(s.windows ? ";" : ":").filter((folder) => path.isAbsolute(folder)));
  if (onPath !== undefined) {
    return { file: onPath, from: "PATH" };
  }
  const bundled = find([path.join(s.extension, "server")]);
  if (bundled !== undefined) {
    return { file: bundled, from: "extension" };
  }
  return { missing: "there is no pqcite on the PATH, and this build of the extension has none of its own" };
}

function fromSetting(s: Surroundings): Located {
  if (!path.isAbsolute(s.setting)) {
    return { missing: `the setting pqcite.server.path is "${s.setting}", and must be an absolute path` };
  }
  if (!s.runs(s.setting)) {
    return { missing: `the setting pqcite.server.path names "${s.setting}", which can't be run` };
  }
  return { file: s.setting, from: "setting" };
}
