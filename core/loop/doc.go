// Package loop runs a question within bounds: analyze, retrieve, assess, then
// answer, search again or refuse, and verify what was written. Everything it
// touches comes through ports, so that it can be run over any engine, library and
// writer, and tested without them.
//
// A run is a state machine. Each state returns the next; entering one is a step of
// the budget. Every action that searches goes back to assess, and the better of
// the rounds is kept: fewer things missing, then more confidence, the earlier of
// equals. What the evidence lacks decides which search comes next, so the same
// question over the same library takes the same way.
//
// Confidence compares the evidence with the question and nothing else. What a
// question names must stand in the evidence, whatever the confidence is: that is
// what tells a near miss from an answer, and no threshold does.
//
// What it trades away: a question is read by rules for English, and a kind of
// answer that has no looks (an advice, an opinion) is judged by its words alone. A
// run that has no search left refuses rather than guesses, which costs answers to
// questions whose words no document shares.
package loop
