// Package fetch downloads one document over HTTP so that what arrives is whole, is what was
// asked for and replaces the old file in one step.
//
// Bytes go to a part file next to the destination. A broken download is resumed from there:
// in the same call if the server has named the version of the document (a strong ETag), and in
// a later call, too, if the document is pinned by its hash, which then decides about the whole.
// Every wait is bounded: by the stall timeout while bytes are due, by the backoff between
// attempts, by a timeout over all and by the context. A server on the public Internet can't
// lead the download to the machine or its network.
//
// It is our own because libraries that resume downloads trust every address on the way. What
// it trades away is speed: there is one connection and one range at a time, and the finished
// file is read once more for its hash, so that the hash is that of the bytes on disk. Two calls
// must not have the same destination at the same time.
package fetch
