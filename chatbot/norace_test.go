//go:build !race

package chatbot_test

const raced = false
