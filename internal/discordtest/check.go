package discordtest

import "net/http"

// Check returns what Discord or this package's rules object to in the body of a call,
// without a server: for what a bot would send.
func Check(route Route, contentType string, raw []byte) []Violation {
	c := &call{route: route, body: body{raw: raw, sent: true}}
	if err := c.body.decode(http.Header{"Content-Type": {contentType}}); err != nil {
		return []Violation{{ruleJSON, string(route), err.Error()}}
	}
	var out []Violation
	for _, f := range checkRoute(c) {
		out = append(out, Violation{f.rule, string(route), f.at + ": " + f.says})
	}
	return out
}

// checkRoute checks a call's body against this package's rules and, where it is
// there, Discord's own description.
func checkRoute(c *call) []finding {
	var r report
	v := c.body.value
	switch c.route {
	case PostCallback:
		checkCallback(&r, c.body, v)
	case EditOriginal:
		r.shape("edit", "body", v)
		r.message("body", c.body, v)
	case PutCommands, PutGuildCommands:
		checkCommands(&r, v)
	default:
		if c.body.value != nil {
			r.object(ruleJSON, "body", "this route takes none")
		}
	}
	if len(refusals(r.found)) > 0 {
		return r.found // it would only be said twice
	}
	return append(r.found, checkOpenAPI(c)...)
}
