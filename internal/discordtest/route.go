package discordtest

import (
	"net/http"
	"strings"
)

// Route is a method and a path of Discord's API below its version, with names in
// braces for what varies. Tests count calls by it and script faults for it.
type Route string

// The routes that the server knows. Every other one is a violation.
const (
	AnyRoute Route = "*" // for Fail and Calls

	PostCallback   Route = "POST /interactions/{interaction}/{token}/callback"
	GetOriginal    Route = "GET /webhooks/{application}/{token}/messages/@original"
	EditOriginal   Route = "PATCH /webhooks/{application}/{token}/messages/@original"
	DeleteOriginal Route = "DELETE /webhooks/{application}/{token}/messages/@original"
	PostFollowUp   Route = "POST /webhooks/{application}/{token}"
	GetFollowUp    Route = "GET /webhooks/{application}/{token}/messages/{message}"
	EditFollowUp   Route = "PATCH /webhooks/{application}/{token}/messages/{message}"
	DeleteFollowUp Route = "DELETE /webhooks/{application}/{token}/messages/{message}"

	PostMessage   Route = "POST /channels/{channel}/messages"
	GetMessage    Route = "GET /channels/{channel}/messages/{message}"
	EditMessage   Route = "PATCH /channels/{channel}/messages/{message}"
	DeleteMessage Route = "DELETE /channels/{channel}/messages/{message}"

	GetCommands        Route = "GET /applications/{application}/commands"
	PutCommands        Route = "PUT /applications/{application}/commands"
	PostCommand        Route = "POST /applications/{application}/commands"
	GetCommand         Route = "GET /applications/{application}/commands/{command}"
	EditCommand        Route = "PATCH /applications/{application}/commands/{command}"
	DeleteCommand      Route = "DELETE /applications/{application}/commands/{command}"
	GetGuildCommands   Route = "GET /applications/{application}/guilds/{guild}/commands"
	PutGuildCommands   Route = "PUT /applications/{application}/guilds/{guild}/commands"
	PostGuildCommand   Route = "POST /applications/{application}/guilds/{guild}/commands"
	GetGuildCommand    Route = "GET /applications/{application}/guilds/{guild}/commands/{command}"
	EditGuildCommand   Route = "PATCH /applications/{application}/guilds/{guild}/commands/{command}"
	DeleteGuildCommand Route = "DELETE /applications/{application}/guilds/{guild}/commands/{command}"

	GetGateway     Route = "GET /gateway"
	GetGatewayBot  Route = "GET /gateway/bot"
	GetSelf        Route = "GET /users/@me"
	GetApplication Route = "GET /applications/@me"
	GetOAuth       Route = "GET /oauth2/applications/@me"
)

// open are the routes that need no Authorization: the token in the path is one.
var open = map[Route]bool{
	PostCallback: true, GetOriginal: true, EditOriginal: true, DeleteOriginal: true, PostFollowUp: true,
	GetFollowUp: true, EditFollowUp: true, DeleteFollowUp: true, GetGateway: true,
}

// endpoint is what answers a route.
type endpoint struct {
	route Route
	serve func(*Server, *call) reply
}

var endpoints = []endpoint{
	{GetGateway, (*Server).serveGatewayURL},
	{GetGatewayBot, (*Server).serveGatewayURL},
	{GetSelf, (*Server).serveSelf},
	{GetApplication, (*Server).serveApplication},
	{GetOAuth, (*Server).serveApplication},
	{PostCallback, (*Server).serveCallback},
	{GetOriginal, (*Server).serveGetWebhook},
	{EditOriginal, (*Server).serveEditWebhook},
	{DeleteOriginal, (*Server).serveDeleteWebhook},
	{PostFollowUp, (*Server).serveFollowUp},
	{GetFollowUp, (*Server).serveGetWebhook},
	{EditFollowUp, (*Server).serveEditWebhook},
	{DeleteFollowUp, (*Server).serveDeleteWebhook},
	{PostMessage, (*Server).servePostMessage},
	{GetMessage, (*Server).serveGetMessage},
	{EditMessage, (*Server).serveEditMessage},
	{DeleteMessage, (*Server).serveDeleteMessage},
	{GetCommands, (*Server).serveCommands},
	{PutCommands, (*Server).servePutCommands},
	{PostCommand, (*Server).servePostCommand},
	{GetCommand, (*Server).serveCommand},
	{EditCommand, (*Server).serveEditCommand},
	{DeleteCommand, (*Server).serveDeleteCommand},
	{GetGuildCommands, (*Server).serveCommands},
	{PutGuildCommands, (*Server).servePutCommands},
	{PostGuildCommand, (*Server).servePostCommand},
	{GetGuildCommand, (*Server).serveCommand},
	{EditGuildCommand, (*Server).serveEditCommand},
	{DeleteGuildCommand, (*Server).serveDeleteCommand},
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
