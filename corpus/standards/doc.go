// Package standards is the embedded pack: what the six official post-quantum
// documents are, how they are built and what their words mean, readable before
// anything has been downloaded.
//
// The data folder holds it as JSON lines, schema.json says with which fields:
// the documents with the place, size and SHA-256 of the official file; the
// structure of each, with the calls of its algorithms and its cross-references;
// the tables of parameters; terms with their spellings, old names, object
// identifiers and identifiers in program code; and a summary in our own words of
// every algorithm, table, term and section, with the pages that it rests on.
// Structure and tables are made from the files by the command in the generate
// folder, the rest is written by hand. A test checks every fact against the page
// that it cites.
//
// Loading is strict: an unknown or repeated field, a malformed date, hash or
// address, a name with two meanings, a page out of range or a link to nothing is
// an error that names file and line.
//
// What it trades away: the pack is no substitute for the text. What it says is a
// summary, its citations say so, and a question that needs the words of a
// document needs the document.
package standards

//go:generate go run ./generate
