package discordtest

import (
	"net/http"
	"strings"
)

// Route is a method and a path of Discord's API below its version, with names in
// braces for what varies. Tests count calls by it and script faults for it.
type Route string

// The routes that the server knows, which are those that the bot uses. Every other one is a
// violation.
const (
	AnyRoute Route = "*" // for Fail and Calls

	PostCallback Route = "POST /interactions/{interaction}/{token}/callback"
	EditOriginal Route = "PATCH /webhooks/{application}/{token}/messages/@original"

	GetCommands      Route = "GET /applications/{application}/commands"
	PutCommands      Route = "PUT /applications/{application}/commands"
	GetGuildCommands Route = "GET /applications/{application}/guilds/{guild}/commands"
	PutGuildCommands Route = "PUT /applications/{application}/guilds/{guild}/commands"

	GetGateway     Route = "GET /gateway"
	GetApplication Route = "GET /applications/@me"
)

// open are the routes that need no Authorization: the token in the path is one.
var open = map[Route]bool{
	PostCallback: true, EditOriginal: true, GetGateway: true,
}

// endpoint is what answers a route.
type endpoint struct {
	route Route
	serve func(*Server, *call) reply
}

var endpoints = []endpoint{
	{GetGateway, (*Server).serveGatewayURL},
	{GetApplication, (*Server).serveApplication},
	{PostCallback, (*Server).serveCallback},
	{EditOriginal, (*Server).serveEditWebhook},
	{GetCommands, (*Server).serveCommands},
	{PutCommands, (*Server).servePutCommands},
	{GetGuildCommands, (*Server).serveCommands},
	{PutGuildCommands, (*Server).servePutCommands},
}

// routes answers each endpoint in both versions of the API.
func (s *Server) routes(gatewayURL string) http.Handler {
	mux := http.NewServeMux()
	for _, e := range endpoints {
		method, path, _ := strings.Cut(string(e.route), " ")
		serve := func(w http.ResponseWriter, r *http.Request) {
			params := map[string]string{}
			for _, name := range []string{"application", "guild", "interaction", "token"} {
				params[name] = r.PathValue(name)
			}
			s.serveREST(w, r, e, &call{route: e.route, params: params, query: r.URL.Query(), door: gatewayURL, at: s.Now()})
		}
		mux.HandleFunc(method+" /api/v9"+path, serve)
		mux.HandleFunc(method+" /api/v10"+path, serve)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.violate(ruleRoute, redact(r.Method+" "+r.URL.Path), "Discord has no such route here")
		notFound().write(w)
	})
	return mux
}

// writes reports whether a method carries a body.
func writes(method string) bool {
	return method == http.MethodPost || method == http.MethodPut || method == http.MethodPatch
}

// serveApplication answers what the application is.
func (s *Server) serveApplication(*call) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]any{
		"id": s.Application, "name": "bot", "description": "", "icon": nil, "bot": s.self(), "bot_public": true,
		"bot_require_code_grant": false, "flags": 0, "summary": "", "verify_key": "", "interactions_endpoint_url": nil,
		"integration_types_config": map[string]any{"0": map[string]any{}, "1": map[string]any{}},
	}
	if s.endpoint != nil {
		out["verify_key"], out["interactions_endpoint_url"] = s.endpoint.publicKey(), s.endpoint.url
	}
	return ok(out)
}

func (s *Server) serveGatewayURL(c *call) reply { return ok(map[string]any{"url": c.door}) }
