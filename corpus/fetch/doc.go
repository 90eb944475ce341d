// Package fetch downloads one document over HTTP so that what arrives is whole,
// is what was asked for and replaces the old file in one step.
//
// It is our own for two promises that libraries which resume downloads don't make: a part is continued only on proof, and no address on the way
// is trusted.
//
// Bytes go to a part file next to the destination, with a small file that says
// where they came from; a broken download is resumed from there, in the same
// call or in a later one, and only if the server proves that the document has
// not changed. Every wait is bounded: by the stall timeout while bytes are due,
// by the backoff between attempts, by a timeout over all and by the context. A server
// on the public Internet can't lead the download to the machine or its network. The
// package logs nothing and, as far as it can, keeps net/http from it: a server that
// talks inside TLS before it was asked is beyond its reach.
//
// What it trades away: speed. There is one connection and one range at a time,
// and the finished file is read once more for its hash, so that the hash is that
// of the bytes on disk. Two calls must not have the same destination at the same
// time. After a loss of power a part file may have holes; only a pinned hash
// finds them.
package fetch
