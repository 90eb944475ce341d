// Makes pqcite-universal.vsix, without a server; or for each platform that is named,
// "all" for all, pqcite-PLATFORM.vsix with the server inside.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { writeNotice } from "./notice.mjs";

const platforms = {
  "linux-x64": ["linux", "amd64"],
  "linux-arm64": ["linux", "arm64"],
  "darwin-x64": ["darwin", "amd64"],
  "darwin-arm64": ["darwin", "arm64"],
  "win32-x64": ["windows", "amd64"],
};

function run(program, args, env = {}, cwd = ".") {
  execFileSync(program, args, { stdio: "inherit", env: { ...process.env, ...env }, cwd });
}

function vsix(name, target) {
  run("npx", ["--no-install", "vsce", "package", "--no-dependencies", ...target, "--out", `pqcite-${name}.vsix`]);
}

let wanted = process.argv.slice(2);
if (wanted.includes("all")) {
  wanted = Object.keys(platforms);
}
const unknown = wanted.filter((name) => !(name in platforms));
if (unknown.length > 0) {
  console.error(`there is no platform ${unknown.join(", ")}; there are: ${Object.keys(platforms).join(", ")}`);
  process.exit(2);
}

// The server inside says that it is of the extension's version: they are compared at start.
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

run("node", ["scripts/build.mjs"]);
const metafile = JSON.parse(readFileSync("dist/meta.json", "utf8"));
rmSync("server", { recursive: true, force: true });
if (wanted.length === 0) {
  writeNotice(metafile, false);
  vsix("universal", []);
}
for (const name of wanted) {
  const [goos, goarch] = platforms[name];
  rmSync("server", { recursive: true, force: true });
  mkdirSync("server");
  const out = `vscode-extension/server/pqcite${goos === "windows" ? ".exe" : ""}`;
  run("go", ["build", "-trimpath", `-ldflags=-s -w -X main.release=${version}`, "-o", out, "./cmd/pqcite"], { GOOS: goos, GOARCH: goarch, CGO_ENABLED: "0" }, "..");
  writeNotice(metafile, true);
  vsix(name, ["--target", name]);
}
rmSync("server", { recursive: true, force: true });
