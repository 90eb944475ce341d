package corpus

import (
	"sync"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards/questions"
	"github.com/pqcite/pqcite/corpus/typed"
)

// knowledge is what the pack knows of the documents of a library besides their text.
type knowledge struct {
	typed func() *typed.Facts
}

func newKnowledge(l *Library) knowledge {
	return knowledge{sync.OnceValue(func() *typed.Facts { return typed.New(l.docs) })}
}

// facts are those with statements, by document, read once for the process.
var facts = sync.OnceValue(func() map[string][]core.Fact {
	all, err := questions.All()
	if err != nil {
		panic(err) // the program carries them; a test reads them
	}
	out := make(map[string][]core.Fact)
	for _, f := range all {
		if f.Statement != "" {
			id := f.Units[0].DocID
			out[id] = append(out[id], core.Fact{Units: f.Units, Statement: f.Statement})
		}
	}
	return out
})

// Facts are the facts of a document.
func (k knowledge) Facts(docID string) []core.Fact { return facts()[docID] }

// Rule decides about a claim by typed facts.
func (k knowledge) Rule(claim string, docIDs []string) (core.TypedRuling, bool) {
	return k.typed().Rule(claim, docIDs)
}
