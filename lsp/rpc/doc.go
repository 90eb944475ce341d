// Package rpc is the transport of a language server: the frames of LSP's base
// protocol, the messages of JSON-RPC 2.0 in them, their order, cancellation and
// bounds. It knows nothing of documents or hovers; those are a Handler's.
//
// # What comes in
//
// One goroutine, the read loop, takes message after message. Notifications are
// handled on it, and so is the first half of each request, so a request sees all
// that was sent before it and nothing that was sent after. The second half, the
// Run, goes to a few workers. A cancellation is looked up on the read loop too,
// so it always finds the request before it.
//
// A message that is no proper request is answered with the error of JSON-RPC and
// the stream goes on. Only a damaged header ends the connection, since nothing
// tells where the next message would begin. The "jsonrpc" member is not looked
// at, an id of null makes a notification, and null params are absent params.
//
// # What goes out
//
// Every message waits in one bounded queue for one goroutine, the writer. When a
// client does not read, the queue fills up and then Notify and Call wait. Answers
// pass the bound on messages and are held to the bound on bytes only.
//
// # A client that sends first and reads later
//
// A client may send thousands of requests before it reads the first answer. They
// are kept, up to Limits.RequestBytes, and served meanwhile; their answers are kept
// as well, up to Limits.OutgoingBytes. So the read loop goes on, and sees a
// cancellation, exit or the end of the input. Where there is no more room for a
// request it waits: the client can't send, reads, and room is made. If no request
// ends for Limits.Stall, the client is one that does not read while it can't send.
// Then the requests without room are refused, and if there is no room for that
// either, the connection is given up. Memory is bounded in any case.
//
// What is traded away: while the read loop waits, nothing is read. What a Run asks
// of the client by Call is then answered late, or not before the bound of its caller.
//
// # What the library does
//
// github.com/sourcegraph/jsonrpc2 runs the read loop, sends our notifications and
// calls, and matches the answers to these. It ends a connection on the first odd
// message, has no cancellation and no bounds, and goes over each message several
// times. Therefore its stream is replaced: it is handed checked envelopes only,
// while the params and the results, which may be large, go past it.
package rpc
