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
