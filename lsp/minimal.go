package lsp

import (
	"encoding/json"

	"go.lsp.dev/protocol"
)

// minimal decodes parameters of initialize that are partly invalid: invalid parts count
// as missing, the rest is used.
func minimal(raw json.RawMessage) (protocol.InitializeParams, error) {
	var p protocol.InitializeParams
	var parts map[string]json.RawMessage
	if json.Unmarshal(raw, &parts) != nil {
		return p, invalid("the parameters of initialize", raw, as(&p))
	}
	if c, ok := parts["capabilities"]; ok {
		parts["capabilities"] = sound(c, 2, func(part []byte) bool { return protocol.Unmarshal(part, new(protocol.ClientCapabilities)) == nil })
	}
	for _, required := range []struct{ name, nothing string }{{"capabilities", "{}"}, {"processId", "null"}, {"rootUri", "null"}} {
		if _, ok := parts[required.name]; !ok {
			parts[required.name] = json.RawMessage(required.nothing)
		}
	}
	readable := func(part []byte) bool { return protocol.Unmarshal(part, new(protocol.InitializeParams)) == nil }
	if rest := sound(encode(parts), 1, readable); protocol.Unmarshal(rest, &p) != nil {
		return p, invalid("the parameters of initialize", rest, as(&p))
	}
	return p, nil
}

// sound removes the members of an object that cannot be decoded by themselves; of
// those, down to a depth, it keeps their own decodable members.
func sound(object json.RawMessage, depth int, readable func(part []byte) bool) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(object, &members) != nil {
		return json.RawMessage("{}")
	}
	for name, value := range members {
		alone := func(v []byte) []byte { return encode(map[string]json.RawMessage{name: v}) }
		if readable(alone(value)) {
			continue
		}
		delete(members, name)
		if depth > 1 {
			members[name] = sound(value, depth-1, func(part []byte) bool { return readable(alone(part)) })
		}
	}
	return encode(members)
}

func encode(members map[string]json.RawMessage) json.RawMessage {
	out, err := json.Marshal(members)
	if err != nil {
		return json.RawMessage("{}") // its members came from valid JSON
	}
	return out
}
