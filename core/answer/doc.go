// Package answer writes answers. The extractive writer says typed facts, statements and,
// where there is neither, the documents' own words: values of tables, algorithm boxes,
// defining sentences. It needs no model and says nothing that it does not cite. Gather makes
// the quotes of an answer ready to be read.
//
// What it trades away: it cannot rephrase. A question that no statement answers and whose
// answer is spread over several sentences gets those sentences, in order of their support.
//
// The composer lets a language model write instead, from evidence packed within a
// budget. It trusts nothing that comes back: what it drafts is for the verifier.
package answer
