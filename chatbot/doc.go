// Package chatbot is the Discord door: commands, buttons and forms, each answered by
// what the core found and verified.
//
// An interaction is taken at once, acknowledged before anything else is done, and
// served on a goroutine of its own that the Bot owns. Questions go through a queue
// that is fair between servers. What a button needs later is stored under its
// answer's id, so that it outlives a restart.
//
// What it trades away: nothing is said while an answer is made in the time that a
// person takes to look. Only slower ones, which means those of a language model, show
// their progress.
package chatbot
