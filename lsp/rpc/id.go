package rpc

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/sourcegraph/jsonrpc2"
)

// maxID is the length in bytes of an id that is kept and sent back. Clients count
// or use UUIDs; an id of megabytes would be held once for each request.
const maxID = 1024

// parseID reads an id that can be served: a whole number from 0 or a string. The
// library holds ids as uint64 and would send any other number back changed.
func parseID(raw jsontext.Value) (jsonrpc2.ID, bool) {
	if len(raw) == 0 || len(raw) > maxID {
		return jsonrpc2.ID{}, false
	}
	switch raw.Kind() {
	case '"':
		s, err := jsontext.AppendUnquote(nil, raw)
		return jsonrpc2.ID{Str: string(s), IsString: true}, err == nil
	case '0':
		n, err := strconv.ParseInt(string(raw), 10, 64)
		return jsonrpc2.ID{Num: uint64(n)}, err == nil && raw[0] != '-'
	}
	return jsonrpc2.ID{}, false
}

// echoID is an id for an answer to a request that is refused: unchanged if it is
// a number or a string at all, else null as JSON-RPC demands.
func echoID(raw jsontext.Value) json.RawMessage {
	kind := raw.Kind()
	if len(raw) > maxID || kind != '0' && kind != '"' || !utf8.Valid(raw) {
		return nullID
	}
	return json.RawMessage(raw)
}

// encodeID is the id for the answer to a request that was taken.
func encodeID(id jsonrpc2.ID) json.RawMessage {
	raw, err := id.MarshalJSON()
	if err != nil { // neither a string nor a number fails
		return nullID
	}
	return raw
}

var nullID = json.RawMessage("null")
