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
	GetGatewayBot  Route = "GET /gateway/bot"
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
	{GetGatewayBot, (*Server).serveGatewayURL},
	{GetApplication, (*Server).serveApplication},
	{PostCallback, (*Server).serveCallback},
	{EditOriginal, (*Server).serveEditWebhook},
	{GetCommands, (*Server).serveCommands},
	{PutCommands, (*Server).servePutCommands},
	{GetGuildCommands, (*Server).serveCommands},
	{PutGuildCommands, (*Server).servePutCommands},
}

// routes are the endpoints by method and number of segments.
var routes = func() map[string]map[int][]pattern {
	out := map[string]map[int][]pattern{}
	for _, e := range endpoints {
		method, path, _ := cutRoute(e.route)
		p := pattern{e, strings.Split(path, "/")[1:]}
		if out[method] == nil {
			out[method] = map[int][]pattern{}
		}
		out[method][len(p.segments)] = append(out[method][len(p.segments)], p)
	}
	return out
}()

type pattern struct {
	endpoint
	segments []string
}

// find returns the endpoint of a path and the values of its parameters. A pattern that
// is listed earlier wins.
func find(method, path string) (endpoint, map[string]string, bool) {
	segments := strings.Split(path, "/")[1:]
	for _, p := range routes[method][len(segments)] {
		if params, ok := p.match(segments); ok {
			return p.endpoint, params, true
		}
	}
	return endpoint{}, nil, false
}

func (p pattern) match(segments []string) (map[string]string, bool) {
	params := map[string]string{}
	for i, want := range p.segments {
		name, named := strings.CutPrefix(want, "{")
		switch {
		case named && segments[i] != "" && segments[i][0] != '@':
			params[strings.TrimSuffix(name, "}")] = segments[i]
		case want != segments[i]:
			return nil, false
		}
	}
	return params, true
}

func cutRoute(r Route) (method, path string, found bool) { return strings.Cut(string(r), " ") }

// version cuts the API's version off a path.
func version(path string) (rest string, ok bool) {
	for _, v := range []string{"/api/v9", "/api/v10"} {
		if rest, ok := strings.CutPrefix(path, v); ok && strings.HasPrefix(rest, "/") {
			return rest, true
		}
	}
	return "", false
}

// writes reports whether a method carries a body.
func writes(method string) bool {
	return method == http.MethodPost || method == http.MethodPut || method == http.MethodPatch
}
