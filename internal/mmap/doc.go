// Package mmap reads files through the memory: only the pages that are used are read, and
// processes share them. A file must not be cut short while it is mapped; who replaces one
// renames another into its place. Where a system can't map files they are read.
package mmap
