package discordtest

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
