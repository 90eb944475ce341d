// Package prose finds the prose in a file of program code or text: its comments,
// string literals and paragraphs, joined across lines and comment prefixes, with
// the way back to the bytes of the file.
//
// It is a lexer of comments and strings alone, one pass over the file with no
// memory of the language beyond that. What it trades away: it can't distinguish a
// regular expression of JavaScript from a division, nor a heredoc of a shell
// script from commands, so that a quote in one of them may hide a comment up to
// the end of its line.
package prose
