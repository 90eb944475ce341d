// Package lsp is the editor door: a language server that shows the standard under
// the cursor.
//
// A hover is the short path: position, reference or term, card; no loop, no I/O. An
// answer is the long one, through an Asker that the command wires. Between them
// stand diagnostics of wrong citations with their corrections, links, definitions
// in the text of the standard, and the places of a workspace that cite it.
//
// # One document, one snapshot
//
// An open document is immutable. A change makes a new one, and a request takes the
// one of its moment, and with it the library, the settings and what the client can
// do, as a view. So handlers are functions of a view and their parameters, hold no
// lock, and never see a text that changes under them.
//
// # Order
//
// Package rpc calls the server in the order of the messages. Notifications are
// handled at once; a request takes its view at once and runs in a worker. What asks
// the client something runs in a goroutine that the server owns.
//
// What it trades away: a server that sits in every file must be quiet. It answers
// null where no reference, term or identifier stands, and colours and folds nothing.
// A document is scanned whole after an edit, less the blocks that have not changed;
// for a file of 5 MB that takes longer than a key press.
package lsp
