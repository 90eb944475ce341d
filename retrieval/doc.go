// Package retrieval finds the passages of a library that speak to a query.
//
// Two legs search: the exact leg looks up the anchors that the query names, the
// lexical leg ranks all passages by BM25F over their heading, their names and
// their text. Weighted reciprocal ranks fuse the two. An anchor that is named
// with its document, or that only one document has, comes before everything
// else; one that several documents have is raised in each.
//
// With an embedder, the dense leg ranks passages by vectors as well, and a reranker
// may put the first results in order; a search does without one that fails.
//
// Results are passages, or pages on which the passages of one page count once.
// Every score can explain itself as a tree. Coverage says how much of what a
// query asks for a text speaks of, as a share from 0 to 1, for the scores of
// fused ranks say nothing of the kind.
//
// What it trades away: fused scores order the results of one query and compare
// to nothing else. The documents are held in memory; on disk is only the index,
// which is built again whenever it does not fit them.
package retrieval
