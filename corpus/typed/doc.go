// Package typed knows values as data: of a subject and a property, with its unit and its
// place. It answers questions that ask for such values and for nothing else, each in one
// sentence, and reads its sentences back into values, so that a claim can be held against
// the cells that it names.
//
// Precision comes first: a question with a single word that is neither a subject, a
// property nor a filler is left to others. What that trades away is reach: most wordings
// are answered from statements and quotes.
//
// Numbers are written plainly, without spaces or commas between groups of digits: 49856.
package typed
