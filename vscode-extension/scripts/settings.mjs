// Writes the settings of package.json from the server's schema, with those that are
// the client's own. With --check it only reports whether they differ.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const own = {
  "pqcite.server.path": {
    type: "string", default: "", scope: "machine-overridable",
    markdownDescription: "The server to run, an absolute path. Empty: `bin/pqcite` of a trusted workspace, `pqcite` of the `PATH`, or the one that came with the extension.",
  },
  "pqcite.server.arguments": { type: "array", items: { type: "string" }, default: [], scope: "machine", description: "Arguments of the server after \"lsp\"." },
  "pqcite.trace.server": { enum: ["off", "messages", "verbose"], default: "off", scope: "window", description: "Which messages between editor and server are shown in the output." },
};

// What this editor shows in a better place than others do.
const changed = {
  "links.enabled": { default: false, description: "Make citations links to their official page. Cards have that link too, and Ctrl+click goes to the definition while this is off." },
  "symbols.enabled": { default: false, description: "List the citations of a file in its outline and breadcrumbs. The view \"Citations\" lists those of the workspace." },
};

const schema = JSON.parse(execFileSync("go", ["run", "./cmd/pqcite", "lsp", "--schema"], { cwd: "..", encoding: "utf8" }));
const settings = { ...own };
for (const [name, value] of Object.entries(schema.properties)) {
  settings[`pqcite.${name}`] = { ...value, ...changed[name], scope: "resource" };
}

const file = "package.json";
const manifest = JSON.parse(readFileSync(file, "utf8"));
const before = JSON.stringify(manifest.contributes.configuration.properties);
manifest.contributes.configuration.properties = settings;
if (process.argv.includes("--check")) {
  if (before !== JSON.stringify(settings)) {
    console.error("the settings of package.json differ from the server's schema: npm run settings");
    process.exit(1);
  }
} else {
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
