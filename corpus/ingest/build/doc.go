// Package build assembles a valid document from a stream of blocks, whatever
// format they were read from: pages, headings, paragraphs, algorithm boxes,
// tables.
//
// The text is one line for each line given and a blank line after each block.
// Pages partition it, and so do passages: a passage is a run of paragraphs of
// one section up to a target size, a whole algorithm box, or a whole table.
// Nothing that is given is dropped.
//
// The builder keeps the first error and returns it from Finish, so that readers
// of formats need no error handling of their own. Memory is linear in the text.
package build
