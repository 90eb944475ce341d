// Package refs finds references to standards in a text, resolves them against documents,
// and judges them: whether the place exists, bears the name that the text gives it, and
// says what is quoted from it.
//
// The grammar prefers missing a reference to inventing one: it reads named
// series of standards only, and numbers only after a word that says what they number. A
// [Resolver] looks references up, a [Scanner] reads whole files. The work is linear in the
// length of the text, and bounded.
package refs
