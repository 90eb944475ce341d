// Package standards is the embedded pack: facts about the six official
// post-quantum documents and the words they use, readable before anything has
// been downloaded.
//
// documents.json lists the documents with the place, size and SHA-256 of the
// official file; terms.json lists the terms with their spellings, old names
// among them, and the documents that define them. Both are data under a strict
// schema: an unknown or repeated field, a malformed date, hash or URL, a name
// with two meanings or a link to nothing fails the load.
//
// What it trades away: the pack knows only what has been checked by hand against
// the documents. A term it does not list is not thereby unknown to them.
package standards
