//go:build race

package chatbot_test

// raced says that the race detector is on, under which all is some ten times slower.
const raced = true
