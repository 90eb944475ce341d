// Package answer writes answers. The extractive writer composes them from the
// standard's own words: rows of tables, algorithm boxes, defining sentences. It
// needs no model and says nothing that it does not quote.
//
// What it trades away: it cannot rephrase. A question whose answer is spread
// over several sentences gets those sentences, in order of their support.
//
// The composer lets a language model write instead, from evidence packed within a
// budget. It trusts nothing that comes back: what it drafts is for the verifier.
package answer
