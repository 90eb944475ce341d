package main

import (
	"io"
	"log"
)

// Libraries print to the logger of package log whatever they find odd, such as net/http
// the bytes that a server sends unasked. The program has words of its own for what
// people have to know, and no other logs go there.
func init() { log.SetOutput(io.Discard) }
