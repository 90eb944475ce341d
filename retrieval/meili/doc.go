// Package meili finds passages of a team's library on Meilisearch servers.
//
// A collection is one library on a server: an index with the passages, the files of the
// documents in pieces, the statistics that scores depend on, and one record that says what is
// there. All of it is replaced at once: a push fills an index of another name, looks whether
// all has arrived, and swaps the two. So a reader sees the old collection or the new one, and
// a push that fails, or is made twice, harms nothing.
//
// The server only proposes passages. A passage is indexed by the tokens that our own analysis
// cuts, sorted into attributes by how much each can score in it; a question is one federated
// search with a query for each of its weightiest terms, and for their pairs, each weighed by what
// its terms can score. It returns ids, and what it proposes is scored where it is read. Sent
// whole, a question finds little, for the engine wants all of its words and reads ten of them.
//
// A collection may be spread over several servers by the hash of what is stored; each has the
// record, which says of how many parts it is one. A search asks them all, and fails where one of
// them does not answer: what is left of the passages is not taken for all of them.
//
// What it trades away: every push sends the whole library, some 5,000 passages a second. Readers
// fetch the documents, for quotes are proved against them, never against what a search returns.
//
// The client library does not retry well (it sends an empty body and fails on the last success),
// so the transport here does, and the library is not let.
package meili
