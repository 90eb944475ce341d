// Bundles the extension into dist/extension.js, or the unit tests into dist/test/.
import { readdirSync, writeFileSync } from "node:fs";
import { build, context } from "esbuild";

const common = { bundle: true, platform: "node", format: "cjs", target: "node20", sourcemap: "linked", logLevel: "warning" };
const extension = { ...common, entryPoints: ["src/main.ts"], outfile: "dist/extension.js", external: ["vscode"], minify: true, metafile: true };
const tests = {
  ...common,
  entryPoints: readdirSync("test").filter((name) => name.endsWith(".test.ts")).map((name) => `test/${name}`),
  outdir: "dist/test",
  alias: { vscode: "./test/vscode.ts" },
  logOverride: { "import-is-undefined": "silent" }, // the fake has what the tests need
};

if (process.argv.includes("--watch")) {
  await (await context(extension)).watch();
} else if (process.argv.includes("--tests")) {
  await build(tests);
} else {
  const { metafile } = await build(extension);
  writeFileSync("dist/meta.json", JSON.stringify(metafile)); // of which NOTICE is made
}
