// Package loop runs a question within bounds: analyze, retrieve, assess, then
// answer, search again or refuse, and verify what was written. Everything it
// touches comes through ports, so that it can be run over any engine, library and
// writer, and tested without them.
//
// A run is a state machine (see machine in run.go): each state has a file of its own and
// returns the next, and entering one is a step of the budget. What the states decide by is
// not theirs: the plan comes from package plan, and assessment, choice and the checks of
// what was written are functions of the question and a round's evidence. Every search
// leads back to assess, and the better of the rounds is kept. What the evidence lacks
// decides which search comes next, so the same question over the same library always
// takes the same path.
//
// Confidence compares the evidence with the question and nothing else. What a
// question names must be in the evidence, whatever the confidence is: that, and no
// threshold, distinguishes a near miss from an answer.
//
// What it trades away: a question is read by rules for English, and a kind of
// answer that has no form of its own (advice, an opinion) is judged by its words alone. A
// run that has no search left refuses rather than guesses, which costs answers to
// questions whose words no document shares.
package loop
