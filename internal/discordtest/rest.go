package discordtest

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"
)

var sprintf = fmt.Sprintf

// call is one call of the API, found to be well formed.
type call struct {
	route  Route
	params map[string]string
	query  map[string][]string
	body   body
	door   string    // the gateway's address for the bot
	at     time.Time // when it came, on the server's clock
}

// reply is what a call is answered with. A nil body is none.
type reply struct {
	status int
	body   any
}

func ok(v any) reply   { return reply{http.StatusOK, v} }
func noContent() reply { return reply{http.StatusNoContent, nil} }

// failure is an error of Discord: its status, its code and its message.
func failure(status, code int, message string) reply {
	return reply{status, map[string]any{"message": message, "code": code}}
}

// The errors that bots meet, with Discord's codes.
func notFound() reply       { return failure(http.StatusNotFound, 0, "404: Not Found") }
func unauthorized() reply   { return failure(http.StatusUnauthorized, 0, "401: Unauthorized") }
func unknownWebhook() reply { return failure(http.StatusNotFound, 10015, "Unknown Webhook") }
func unknownMessage() reply { return failure(http.StatusNotFound, 10008, "Unknown Message") }

func unknownCall() reply { return failure(http.StatusNotFound, 10062, "Unknown interaction") }
func acknowledged() reply {
	return failure(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
}
func emptyMessage() reply {
	return failure(http.StatusBadRequest, 50006, "Cannot send an empty message")
}
func invalidToken() reply { return failure(http.StatusUnauthorized, 50027, "Invalid Webhook Token") }

func missingAccess() reply { return failure(http.StatusForbidden, 50001, "Missing Access") }

// invalidForm is Discord's answer to a body with something wrong in it.
func invalidForm(found []finding) reply {
	parts := map[string]any{}
	for _, f := range found {
		parts[f.at] = map[string]any{"_errors": []any{map[string]any{"code": "INVALID", "message": f.says}}}
	}
	return reply{http.StatusBadRequest, map[string]any{"message": "Invalid Form Body", "code": 50035, "errors": parts}}
}

// agent is the form that Discord asks of a User-Agent.
var agent = regexp.MustCompile(`^DiscordBot \(https?://[^\s,()]+, v?\d[\w.+-]*\)`)

func (s *Server) serveREST(w http.ResponseWriter, r *http.Request, e endpoint, c *call) {
	began := time.Now()
	answer, lost := s.answer(e, c, r, w.Header())
	s.record(c, answer, lost, time.Since(began))
	if lost {
		drop(w)
		return
	}
	answer.write(w)
}

// answer decides what a call gets: what is wrong with it, else a fault that was
// scripted, else what the endpoint says. lost means that nothing may come back.
func (s *Server) answer(e endpoint, c *call, r *http.Request, header http.Header) (answer reply, lost bool) {
	b, err := readBody(r)
	if err != nil && !errors.Is(err, errTooLarge) {
		return reply{}, true // the bot has given up
	}
	s.checkRate(c)
	if bad, is := s.checkHeader(c, r); is {
		return bad, false
	}
	c.body = b
	bad, refused := s.checkBody(c, r.Header, err)
	fault := s.takeFault(c)
	switch {
	case fault == nil && refused:
		return bad, false
	case fault == nil:
		return e.serve(s, c), false
	}
	return s.fail(r.Context(), c, fault, header, func() reply {
		if refused {
			return bad
		}
		return e.serve(s, c)
	})
}

// checkHeader looks at what every call must say of itself.
func (s *Server) checkHeader(c *call, r *http.Request) (reply, bool) {
	if ua := r.Header.Get("User-Agent"); !agent.MatchString(ua) {
		s.violate(ruleHeader, string(c.route), "User-Agent is %q, want DiscordBot ($url, $version)", ua)
	}
	auth := r.Header.Get("Authorization")
	if auth == "Bot "+s.Token || auth == "" && open[c.route] {
		return reply{}, false
	}
	says := "Authorization is not the bot's token"
	if auth == "" {
		says = "Authorization is missing"
	}
	s.violate(ruleAuth, string(c.route), "%s", says)
	return unauthorized(), !open[c.route]
}

// checkBody checks a body against the rules. Of what is wrong, only some makes
// Discord refuse it.
func (s *Server) checkBody(c *call, header http.Header, err error) (reply, bool) {
	if err == nil {
		err = c.body.decode(header)
	}
	switch {
	case errors.Is(err, errContentType):
		s.violate(ruleHeader, string(c.route), "%v", err)
		return failure(http.StatusBadRequest, 50035, "Invalid Form Body"), true
	case err != nil:
		s.violate(ruleJSON, string(c.route), "%v", err)
		return failure(http.StatusBadRequest, 50109, "The request body contains invalid JSON."), true
	}
	found := checkRoute(c)
	for _, f := range found {
		s.violate(f.rule, string(c.route), "%s: %s", f.at, f.says)
	}
	if refused := refusals(found); len(refused) > 0 {
		return invalidForm(refused), true
	}
	return reply{}, false
}

func (a reply) write(w http.ResponseWriter) {
	if a.body == nil {
		w.WriteHeader(a.status)
		return
	}
	kind, raw := "application/json", []byte(nil)
	switch b := a.body.(type) {
	case html:
		kind, raw = "text/html; charset=UTF-8", []byte(b)
	case rawBody:
		raw = []byte(b)
	default:
		raw = encode(b)
	}
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(a.status)
	w.Write(raw)
}

// html is a body that is a page, as a proxy in front of Discord sends it.
type html string

// drop ends the connection without an answer.
func drop(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	conn.Close()
}

func (s *Server) record(c *call, answer reply, lost bool, took time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[c.route]++
	status := sprintf("%d", answer.status)
	if lost {
		status = "no answer"
	}
	s.traceLocked("%s %s: %s after %v", c.route, c.params["interaction"], status, took.Round(time.Millisecond))
}

// redact takes the secrets out of an unknown path.
func redact(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if len(p) > 60 {
			parts[i] = "{token}"
		}
	}
	return strings.Join(parts, "/")
}
