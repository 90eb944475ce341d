// Package chatbot is the Discord bot: commands, buttons and forms, each answered by
// what the core found and verified.
//
// An interaction is acknowledged before anything else is done, and served on a
// goroutine of its own that the Bot owns. Questions go through a queue that is fair
// between servers. What a button needs later is stored under its answer's id, so that
// it survives a restart.
//
// Trade-off: an answer that takes no longer than a glance shows no progress. Only
// slower ones do, which in practice means those of a language model.
package chatbot
