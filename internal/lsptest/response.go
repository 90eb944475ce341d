package lsptest

import (
	"fmt"
	"slices"
)

func (p *side) spoil(id string) { p.spoiled = append(p.spoiled, id) }

// settle finds the request that an answer is for, and marks it answered.
func (p *side) settle(id string) (asked, bool) {
	list := p.open[id]
	if len(list) == 0 {
		return asked{}, false
	}
	p.answered[id] = true
	if p.open[id] = list[1:]; len(list) == 1 {
		delete(p.open, id)
	}
	return list[0], true
}

// forgive reports whether an error may answer a message that was no proper
// request. A null id fits each of them: the id may be what could not be read.
func (p *side) forgive(id string) bool {
	i := slices.Index(p.spoiled, id)
	if i < 0 && id == "null" && len(p.spoiled) > 0 {
		i = 0
	}
	if i < 0 {
		return false
	}
	p.spoiled = slices.Delete(p.spoiled, i, i+1)
	return true
}

// takeResponse checks an answer that one side gives to the other's request.
func (s *session) takeResponse(e envelope, from, to *side) []string {
	result, hasResult := e.members["result"]
	fault, hasError := e.members["error"]
	name := e.name()
	var bad []string
	switch {
	case hasResult && hasError:
		bad = append(bad, "has both a result and an error")
	case !hasResult && !hasError:
		from.spoil(e.id)
		bad = append(bad, "has neither a result nor an error")
	}
	if hasError {
		bad = append(bad, checkError(fault)...)
	}
	a, ok := to.settle(e.id)
	if !ok {
		return label(name, append(bad, to.unasked(e.id, hasError)...))
	}
	if hasResult {
		bad = append(bad, s.checkResult(a, result, to)...)
	}
	return label(name+" "+a.method, append(bad, s.followAnswer(a, result, hasError, from)...))
}

// unasked says what is wrong with an answer to no open request.
func (p *side) unasked(id string, hasError bool) []string {
	switch {
	case hasError && p.forgive(id):
		return nil
	case p.answered[id]:
		return []string{"the request is answered already"}
	case id == "null":
		return []string{"id: null answers a message whose id can't be read, and there is none"}
	}
	return []string{"the " + p.name + " made no such request"}
}

func (s *session) checkResult(a asked, result any, to *side) []string {
	m := s.model.requests[a.method]
	if m == nil || !m.goes(to.direction) {
		return []string{fmt.Sprintf("want an error, since the %s can't ask for %q, got result %s", to.name, a.method, show(result))}
	}
	bad := lines(s.model.check(m.Result, result, place{path: "result"}))
	if a.method == "initialize" {
		bad = append(bad, s.checkEncoding(result)...)
	}
	return bad
}

// followAnswer keeps the session's state up to date with an answer.
func (s *session) followAnswer(a asked, result any, failed bool, from *side) []string {
	if from == s.client {
		if a.method == "window/workDoneProgress/create" {
			s.acceptProgress(a.params, !failed)
		}
		return nil
	}
	switch {
	case a.method == "initialize" && s.phase == initializing && failed:
		s.phase = unborn
	case a.method == "initialize" && s.phase == initializing:
		s.phase = answered
	}
	return s.dropTokens(a.id)
}
