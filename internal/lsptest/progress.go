package lsptest

import "fmt"

// progress is the state of one token, from the moment it may be used until the
// end of what it reports on.
type progress struct {
	request string // id of the client's request that carries it; "" for a token of the server
	usable  bool   // false until the client has accepted a token of the server
	begun   bool
}

// offerTokens takes note of the tokens that a client's request carries.
func (s *session) offerTokens(e envelope, params any) {
	if t := at(params, "workDoneToken"); t != nil {
		s.tokens[idKey(t)] = &progress{request: e.id, usable: true}
	}
}

// dropTokens ends the tokens of a request with its answer.
func (s *session) dropTokens(id string) []string {
	var bad []string
	for key, p := range s.tokens {
		if p.request != id {
			continue
		}
		delete(s.tokens, key)
		if p.begun {
			bad = append(bad, fmt.Sprintf("progress %s has no end, and its request is answered", key))
		}
	}
	return bad
}

func (s *session) createProgress(params any) []string {
	key := idKey(at(params, "token"))
	if s.tokens[key] != nil {
		return []string{fmt.Sprintf("params.token: %s is in use", key)}
	}
	s.tokens[key] = &progress{}
	return nil
}

func (s *session) acceptProgress(params any, accepted bool) {
	key := idKey(at(params, "token"))
	if !accepted {
		delete(s.tokens, key)
	} else if p := s.tokens[key]; p != nil {
		p.usable = true
	}
}

// checkProgress checks the order of the values of a token, one begin, reports,
// one end, and to their types.
func (s *session) checkProgress(params any) []string {
	key, v := idKey(at(params, "token")), at(params, "value")
	p := s.tokens[key]
	switch {
	case p == nil:
		return []string{fmt.Sprintf("params.token: %s is not known, or not any more", key)}
	case !p.usable:
		return []string{fmt.Sprintf("params.token: %s is not accepted by the client yet", key)}
	}
	return s.stepProgress(key, p, v)
}

var progressValues = map[any]*schema{
	"begin":  {kind: "reference", name: "WorkDoneProgressBegin"},
	"report": {kind: "reference", name: "WorkDoneProgressReport"},
	"end":    {kind: "reference", name: "WorkDoneProgressEnd"},
}

func (s *session) stepProgress(key string, p *progress, v any) []string {
	step, _ := at(v, "kind").(string)
	t := progressValues[step]
	if t == nil {
		return []string{"params.value.kind: want begin, report or end, got " + show(at(v, "kind"))}
	}
	bad := lines(s.model.check(t, v, place{path: "params.value"}))
	switch {
	case step == "begin" && p.begun:
		bad = append(bad, fmt.Sprintf("progress %s begins again", key))
	case step != "begin" && !p.begun:
		bad = append(bad, fmt.Sprintf("progress %s has a %s before it begins", key, step))
	}
	p.begun = step != "end"
	if step == "end" {
		delete(s.tokens, key)
	}
	return bad
}
