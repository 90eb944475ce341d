// Package lsp is a language server that shows the standard under the cursor.
//
// A hover is the short path: position, reference or term, card; no loop, no I/O. An
// answer is the long one, through an Asker that the command provides. In between are
// diagnostics of wrong citations with their corrections, links, definitions in the text
// of the standard, and the places of a workspace that cite it.
//
// # One document, one snapshot
//
// An open document is immutable. A change makes a new one. A request takes the current
// document, library, settings and client capabilities as a view. So handlers are
// functions of a view and their parameters, hold no lock, and never see a text change
// under them.
//
// # Order
//
// Package rpc calls the server in the order of the messages. Notifications are handled
// at once; a request takes its view at once and runs in a worker. Requests to the
// client run in goroutines that the server owns.
//
// Trade-offs: a server that is attached to every file must be quiet. It answers null
// where there is no reference, term or identifier, and neither colours nor folds
// anything. After an edit a document is scanned whole, except for unchanged blocks; for
// a file of 5 MB that takes longer than a key press.
package lsp
