//go:build race

package rpc_test

// raced says that the race detector runs, which makes floods ten times as slow.
const raced = true
