package words

import "github.com/pqcite/pqcite/core"

// Key names a text, as the files have it: "notice.outage". It is written where it is used; a
// test compares the files with the keys in the sources, both ways.
type Key string

// The keys of words that the core defines.

// Verdict is the key of a verdict in words.
func Verdict(v core.Verdict) Key { return "verdict." + Key(v) }

// Rule is the key of what a rule found, in words. Rules are an open set: see Known.
func Rule(name string) Key { return "rule." + Key(name) }

// Reference is the key of the verdict on a reference, in words.
func Reference(status string) Key { return "reference." + Key(status) }

// Stop is the key of why a run ended, in words.
func Stop(r core.StopReason) Key { return "stop." + Key(r) }

// Reason is the key of why nothing is claimed, in words.
func Reason(r core.RefusalReason) Key { return "refusal.reason." + Key(r) }

// Kind is the key of a kind of refusals, in words.
func Kind(k core.RefusalKind) Key { return "refusal.kind." + Key(k) }

// Advice is the key of what the reader of a refusal can do.
func Advice(k core.RefusalKind) Key { return "refusal.advice." + Key(k) }

// Intent is the key of the kind of answer that a question wants, in words.
func Intent(i core.Intent) Key { return "intent." + Key(i) }

// Facet is the key of a kind of checklist item, in words.
func Facet(k core.FacetKind) Key { return "facet." + Key(k) }

// Status is the key of how binding a document is, in words.
func Status(s core.Status) Key { return "status." + Key(s) }
