// Package rules says what a check reports: the rules that a reference can break, how severe
// each is, the comments that ignore findings, and the baseline of known ones.
package rules
