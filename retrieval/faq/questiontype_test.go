package faq

import (
	"slices"
	"strings"
	"testing"
)

func TestQuestionTypes(t *testing.T) {
	const num, why, when, who, how, yn, where = 0, 1, 2, 3, 4, 5, 6
	for text, want := range map[string][]token{
		"How many bytes is a key?":               {num},
		"how long":                               {num},
		"What is the VALUE of q?":                {num},
		"rationales for the change":              {why},
		"what for?":                              {why},
		"By what time must we move?":             {when, yn},
		"Who wrote it, and in what year?":        {when, who},
		"Which agency is in charge":              {who},
		"how do I make a seed":                   {how},
		"stepwise":                               {},
		"Can I reuse it?":                        {yn},
		"what can I reuse":                       {},
		"must I sign":                            {yn},
		"a seed that we must sign":               {},
		"in which appendix are the proofs":       {where},
		"which of the appendices has the proofs": {},
		"why not?":                               {why},
		"how":                                    {},
		"how-to: how-many":                       {num, how},
		"":                                       {},
		"sized":                                  {},
		"Where is the purpose, and how is it met": {why, how, where},
	} {
		if got := appendTypes(nil, text); !slices.Equal(got, want) {
			t.Errorf("%q is of types %v, want %v", text, got, want)
		}
	}
}

func TestEveryFormOfATypeIsAWord(t *testing.T) {
	for kind, list := range questionForms {
		for _, p := range list {
			for _, forms := range p.words {
				for _, form := range forms {
					if form == "" || strings.Trim(form, "abcdefghijklmnopqrstuvwxyz*") != "" {
						t.Errorf("type %d: form %q can't be met", kind, form)
					}
				}
			}
		}
	}
}
