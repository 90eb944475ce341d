// Writes NOTICE: the licences of the packages that are bundled into the extension, and
// where a server comes with it, those of what the server is linked from.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const licenceName = /^(licen[cs]e|copying|notice|thirdpartynotices)/i;

// bundled are the folders below node_modules that a build's inputs come from.
function bundled(inputs) {
  const folders = Object.keys(inputs).map((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
  return [...new Set(folders.filter(Boolean))].sort();
}

function licencesOf(folder) {
  const { name, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder).filter((file) => licenceName.test(file)).sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (texts.length === 0) {
    throw new Error(`${folder} (${license}) is bundled and has no licence file`);
  }
  return `${"=".repeat(80)}\n${name} (${license})\n\n${texts.join("\n\n")}\n`;
}

// writeNotice takes esbuild's metafile of the bundle.
export function writeNotice(metafile, withServer) {
  const head = "The extension pqcite contains parts of the packages below, under the licences that follow.\n";
  const server = "../NOTICE";
  if (withServer && !existsSync(server)) {
    throw new Error(`${server} is missing: the server's licences come from it`);
  }
  const parts = [head, ...bundled(metafile.inputs).map(licencesOf)];
  if (withServer) {
    parts.push(`${"=".repeat(80)}\nThe server, server/pqcite\n\n${readFileSync(server, "utf8")}`);
  }
  writeFileSync("NOTICE", parts.join("\n"));
}
