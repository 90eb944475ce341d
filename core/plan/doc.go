// Package plan reads a question: what it asks for, which terms, elements and documents it
// names, what it compares, and what an answer must contain. It is pure: the same question
// over the same documents gives the same plan, and nothing is searched.
//
// What it needs from outside comes through two interfaces: a Reader, which knows the
// grammar of references and the lexicon of terms, and a Library, for the names of
// algorithms and the row labels of tables.
//
// A question of a conversation is filled in first: [Planner.Follow] reads the slots of the
// earlier questions (scheme, part, value, operation, document) and puts what the new one names
// in their place, or what it refers to in the place of its pronouns. A question that is whole
// stays as it is; doubt is decided that way.
//
// What it trades away: a question is read by rules for English. They name no document
// and no question, and what they miss is a question of general intent, which is searched
// for by its words.
package plan
