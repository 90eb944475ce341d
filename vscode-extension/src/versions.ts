// Whether a server and the extension belong together, by their versions.

/** A version, or undefined for a build that has none, such as "(devel)". */
function parse(version: string): [number, number, number] | undefined {
  const parts = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (parts === null) {
    return undefined;
  }
  const [major, minor, patch] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  // Go calls what is built between two releases v0.0.0-DATE-HASH.
  return major + minor + patch === 0 ? undefined : [major, minor, patch];
}

/**
 * What a person should know of a server's version: "" if it goes with the extension's,
 * or if one of the two has none. Versions go together that differ in the last number;
 * from 1.0 on the server may also be newer in the second.
 */
export function mismatch(extension: string, server: string, file: string): string {
  const ours = parse(extension);
  const theirs = parse(server);
  if (ours === undefined || theirs === undefined) {
    return "";
  }
  const [major, minor] = ours;
  if (theirs[0] === major && (theirs[1] === minor || (major > 0 && theirs[1] > minor))) {
    return "";
  }
  const older = theirs[0] < major || (theirs[0] === major && theirs[1] < minor);
  const remedy = older
    ? `Install pqcite ${major}.${minor}, or clear pqcite.server.path to run the one that comes with the extension.`
    : "Update the extension.";
  return `the server ${file} has version ${server}, and this extension ${extension}: some of what they do together may fail. ${remedy}`;
}
