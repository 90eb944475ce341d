package lsptest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A script is a line per message, "> " for the client's and "< " for the server's.
// The lines "! " after a message are the violations that it must have, and no
// others; one that ends in "..." gives the beginning only.
func runScript(t *testing.T, script string) {
	t.Helper()
	s := loadModel(t).newSession()
	var message string
	var got, want []string
	judge := func() {
		t.Helper()
		for i, w := range want {
			if begins, cut := strings.CutSuffix(w, "..."); cut && i < len(got) && strings.HasPrefix(got[i], begins) {
				want[i] = got[i]
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("violations of %s differ (-want +got):\n%s", message, diff)
		}
		want, got = nil, nil
	}
	for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
		mark, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if mark == "!" {
			want = append(want, rest)
			continue
		}
		judge()
		message = rest
		if mark == ">" {
			s.fromClient([]byte(rest))
		} else {
			got = s.fromServer([]byte(rest))
		}
	}
	judge()
}

const initialize = `> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{"window":{"workDoneProgress":true},"workspace":{"configuration":true,"didChangeConfiguration":{"dynamicRegistration":true},"fileOperations":{"dynamicRegistration":true}},"general":{"positionEncodings":["utf-8"]}}}}
`

const initialized = initialize + `< {"jsonrpc":"2.0","id":0,"result":{"capabilities":{}}}
> {"jsonrpc":"2.0","method":"initialized","params":{}}
`

func diagnostics(list string) string {
	return `< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///a.md","diagnostics":` + list + `}}
`
}

const ask = `> {"jsonrpc":"2.0","id":1,"method":"`

func result(method, result string) string {
	return ask + method + `"}
< {"jsonrpc":"2.0","id":1,"result":` + result + `}
`
}

func TestServerMessages(t *testing.T) {
	const r = `"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}}`
	const published = "! notification textDocument/publishDiagnostics: params.diagnostics"
	for _, tc := range []struct{ name, script string }{
		{"no diagnostics", diagnostics(`[]`)},
		{"diagnostics null", diagnostics(`null`) + published + `: want array of Diagnostic, got null`},
		{"a full diagnostic", diagnostics(`[{` + r + `,"message":"m","severity":1,"code":"c","codeDescription":{"href":"https://example.org"},"source":"s","tags":[1],"data":{"any":[null]}}]`)},
		{"a negative character", diagnostics(`[{"range":{"start":{"line":0,"character":-1},"end":{"line":0,"character":1}},"message":"m"}]`) +
			published + `[0].range.start.character: want uinteger from 0 to 2147483647, got -1`},
		{"a character that is no integer", diagnostics(`[{"range":{"start":{"line":0,"character":1.0},"end":{"line":0,"character":1}},"message":"m"}]`) +
			published + `[0].range.start.character: want uinteger, got 1.0`},
		{"a missing member", diagnostics(`[{`+r+`}]`) + published + `[0].message: missing in Diagnostic`},
		{"a wrong enum", diagnostics(`[{`+r+`,"message":"m","severity":0}]`) + published + `[0].severity: 0 is no DiagnosticSeverity`},
		{"an unknown property", diagnostics(`[{`+r+`,"message":"m","colour":"red"}]`) + published + `[0].colour: unknown in Diagnostic`},
		{"a code of neither type", diagnostics(`[{`+r+`,"message":"m","code":{"value":1}}]`) + published + `[0].code: want integer or string, got {"value":1}`},
		{"a code out of range", diagnostics(`[{`+r+`,"message":"m","code":3000000000}]`) +
			published + `[0].code: want integer from -2147483648 to 2147483647, got 3000000000`},
		{"a description without a code", diagnostics(`[{`+r+`,"message":"m","codeDescription":{"href":"https://example.org"}}]`) +
			published + `[0]: has a codeDescription and no code`},
		{"a range that ends before it starts", diagnostics(`[{"range":{"start":{"line":1,"character":0},"end":{"line":0,"character":9}},"message":"m"}]`) +
			published + `[0].range: ends at 0:9, before it starts at 1:0`},
		{"a path for a URI", `< {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"/a.md","diagnostics":[]}}
			! notification textDocument/publishDiagnostics: params.uri: want DocumentUri with a scheme, got "/a.md"`},

		{"hover", result("textDocument/hover", `{"contents":{"kind":"markdown","value":"v"}}`)},
		{"no hover", result("textDocument/hover", `null`)},
		{"hover contents null", result("textDocument/hover", `{"contents":null}`) +
			`! answer to 1 textDocument/hover: result.contents: want MarkupContent or MarkedString or array of MarkedString, got null`},
		{"kind empty", result("textDocument/hover", `{"contents":{"kind":"","value":"v"}}`) +
			`! answer to 1 textDocument/hover: result.contents.kind: "" is no MarkupKind`},
		{"an old hover", result("textDocument/hover", `{"contents":["a",{"language":"go","value":"b"}]}`)},
		{"a list where there is none", result("textDocument/hover", `[]`) + `! answer to 1 textDocument/hover: result: want Hover or null, got []`},

		{"symbols", result("textDocument/documentSymbol", `[{"name":"n","kind":15,`+r+`,"selectionRange":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}},"children":[]}]`)},
		{"a selection beyond its symbol", result("textDocument/documentSymbol", `[{"name":"n","kind":15,`+r+`,"selectionRange":{"start":{"line":0,"character":0},"end":{"line":0,"character":2}}}]`) +
			`! answer to 1 textDocument/documentSymbol: result[0].selectionRange: reaches beyond range`},
		{"a completion list", result("textDocument/completion", `{"isIncomplete":false,"items":[{"label":"l","kind":99}]}`) +
			`! answer to 1 textDocument/completion: result.items[0].kind: 99 is no CompletionItemKind`},
		{"a report of unknown kind", result("textDocument/diagnostic", `{"kind":"","items":[]}`) +
			`! answer to 1 textDocument/diagnostic: result.kind: want "full", got ""`},
		{"a report whose kind tells what is missing", result("textDocument/diagnostic", `{"kind":"unchanged"}`) +
			`! answer to 1 textDocument/diagnostic: result.resultId: missing in RelatedUnchangedDocumentDiagnosticReport`},
		{"an edit", result("codeAction/resolve", `{"title":"t","kind":"quickfix.own","edit":{"changes":{"file:///a.md":[{`+r+`,"newText":""}]}},"data":[1]}`)},
		{"an edit of no URI", result("codeAction/resolve", `{"title":"t","edit":{"changes":{"a.md":[]}}}`) +
			`! answer to 1 codeAction/resolve: result.edit.changes.a.md: want DocumentUri with a scheme, got "a.md"`},
		{"an edit without a version", result("codeAction/resolve", `{"title":"t","edit":{"documentChanges":[{"textDocument":{"uri":"file:///a.md"},"edits":[]}]}}`) +
			`! answer to 1 codeAction/resolve: result.edit.documentChanges[0].textDocument.version: missing in OptionalVersionedTextDocumentIdentifier`},
		{"a command's result", result("workspace/executeCommand", `{"what":["ever",null]}`)},
		{"a tuple", result("textDocument/signatureHelp", `{"signatures":[{"label":"l","parameters":[{"label":[1,2]}]}]}`) +
			`! answer to 1 textDocument/signatureHelp: result.signatures[0].parameters[0].label: a type of kind "tuple", which the server sends nowhere`},

		{"an error", ask + `textDocument/hover"}
			< {"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"m","data":[{}]}}`},
		{"an unknown answer", `< {"jsonrpc":"2.0","id":1,"result":null}
			! answer to 1: the client made no such request`},
		{"an id of another type", ask + `shutdown"}
			< {"jsonrpc":"2.0","id":"1","result":null}
			! answer to "1": the client made no such request`},
		{"two answers", result("shutdown", `null`) + `< {"jsonrpc":"2.0","id":1,"result":null}
			! answer to 1: the request is answered already`},
		{"an id used again", result("shutdown", `null`) + result("shutdown", `null`)},
		{"result and error", ask + `shutdown"}
			< {"jsonrpc":"2.0","id":1,"result":null,"error":{"code":1,"message":"m"}}
			! answer to 1 shutdown: has both a result and an error`},
		{"neither", ask + `shutdown"}
			< {"jsonrpc":"2.0","id":1}
			! answer to 1 shutdown: has neither a result nor an error`},
		{"an error of no integer", ask + `shutdown"}
			< {"jsonrpc":"2.0","id":1,"error":{"code":"1","message":"m"}}
			! answer to 1 shutdown: error.code: want integer, got "1"`},
		{"an error without words", ask + `shutdown"}
			< {"jsonrpc":"2.0","id":1,"error":{"code":1,"reason":"r"}}
			! answer to 1 shutdown: error.message: want string, got null
			! answer to 1 shutdown: error.reason: unknown in an error`},
		{"a result for an unknown method", result("pqcite/own", `null`) +
			`! answer to 1 pqcite/own: want an error, since the client can't ask for "pqcite/own", got result null`},
		{"an error for an unknown method", ask + `pqcite/own"}
			< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"m"}}`},
		{"a result for a method of the server", result("workspace/configuration", `[]`) +
			`! answer to 1 workspace/configuration: want an error, since the client can't ask for "workspace/configuration", got result []`},

		{"an answer to no JSON", `> {"jsonrpc
			< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}
			< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}
			! answer to null: id: null answers a message whose id can't be read, and there is none`},
		{"an answer to a request of no method", `> {"jsonrpc":"2.0","id":4}
			< {"jsonrpc":"2.0","id":4,"error":{"code":-32600,"message":"m"}}`},
		{"an answer to a notification of no parameters", `> {"jsonrpc":"2.0","method":"initialized","params":5}
			< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"m"}}`},
		{"an error that is none", ask + `shutdown"}
			< {"jsonrpc":"2.0","id":1,"error":"no"}
			! answer to 1 shutdown: error: want object, got "no"`},
		{"an answer to a batch", `> [{"jsonrpc":"2.0","id":4,"method":"shutdown"}]
			< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"m"}}`},
		{"an answer to an id of no type", `> {"jsonrpc":"2.0","id":true,"method":"shutdown"}
			< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"m"}}`},
		{"a null id for a request that has one", ask + `shutdown"}
			< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"m"}}
			! answer to null: id: null answers a message whose id can't be read, and there is none`},
		{"a request with a member twice", `> {"jsonrpc":"2.0","id":1,"method":"x","method":"shutdown"}
			< {"jsonrpc":"2.0","id":1,"result":null}`},

		{"an unknown notification", `< {"jsonrpc":"2.0","method":"pqcite/own","params":{}}
			! notification pqcite/own: is unknown to the model`},
		{"an unknown request", `< {"jsonrpc":"2.0","id":1,"method":"pqcite/own","params":{}}
			! request 1 pqcite/own: is unknown to the model`},
		{"the wrong way", `< {"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}
			! request 1 textDocument/hover: is not for the server to send`},
		{"a notification with an id", `< {"jsonrpc":"2.0","id":1,"method":"window/logMessage","params":{"type":1,"message":"m"}}
			! request 1 window/logMessage: has an id, but is a notification in the model`},
		{"a request without an id", `< {"jsonrpc":"2.0","method":"workspace/configuration","params":{"items":[]}}
			! notification workspace/configuration: has no id, but is a request in the model`},
		{"a request of id null", `< {"jsonrpc":"2.0","id":null,"method":"workspace/configuration","params":{"items":[]}}
			! request null workspace/configuration: id: want an integer or a string, got null`},
		{"an id twice", `< {"jsonrpc":"2.0","id":1,"method":"workspace/configuration","params":{"items":[]}}
			< {"jsonrpc":"2.0","id":1,"method":"workspace/configuration","params":{"items":[]}}
			! request 1 workspace/configuration: uses the id of a request that has no answer yet`},
		{"no parameters", `< {"jsonrpc":"2.0","method":"window/logMessage"}
			! notification window/logMessage: params: missing`},
		{"parameters that are not wanted", `< {"jsonrpc":"2.0","id":1,"method":"workspace/codeLens/refresh","params":null}
			! request 1 workspace/codeLens/refresh: params: want none, got null`},
		{"telemetry is anything", `< {"jsonrpc":"2.0","method":"telemetry/event","params":[{"a":1}]}`},

		{"no JSON", `< {"jsonrpc":"2.0",
			! message: want strict JSON: ...`},
		{"two values", `< {"jsonrpc":"2.0","method":"telemetry/event","params":1} {}
			! message: want strict JSON: read a value: text follows it`},
		{"a batch", `< [{"jsonrpc":"2.0","method":"telemetry/event","params":1}]
			! message: want one message, which is an object`},
		{"nothing known", `< {"jsonrpc":"2.0"}
			! message: want a request, a notification or a response, got {"jsonrpc":"2.0"}`},
		{"another version", `< {"jsonrpc":"1.0","method":"telemetry/event","params":1,"extra":1}
			! notification telemetry/event: jsonrpc: want "2.0", got "1.0"
			! notification telemetry/event: extra: unknown in a message of this kind`},
		{"a member twice", `< {"jsonrpc":"2.0","method":"telemetry/event","params":1,"params":2}
			! message: want strict JSON: jsontext: duplicate object member name "params"...`},
		{"half a character", "< {\"jsonrpc\":\"2.0\",\"method\":\"telemetry/event\",\"params\":\"\\ud83d\"}\n" +
			"! message: want strict JSON: jsontext: invalid surrogate pair..."},
	} {
		t.Run(tc.name, func(t *testing.T) { runScript(t, tc.script) })
	}
}

// These need a session that has shaken hands.
func TestServerInSession(t *testing.T) {
	const create = `< {"jsonrpc":"2.0","id":1,"method":"window/workDoneProgress/create","params":{"token":"t"}}
`
	const accept = `> {"jsonrpc":"2.0","id":1,"result":null}
`
	step := func(token, value string) string {
		return `< {"jsonrpc":"2.0","method":"$/progress","params":{"token":` + token + `,"value":` + value + `}}
`
	}
	const begin, report, end = `{"kind":"begin","title":"x"}`, `{"kind":"report","percentage":50}`, `{"kind":"end"}`
	const progress = "! notification $/progress: "
	register := func(r string) string {
		return `< {"jsonrpc":"2.0","id":7,"method":"client/registerCapability","params":{"registrations":[` + r + `]}}
`
	}
	for _, tc := range []struct{ name, script string }{
		{"before the answer to initialize", initialize + `< {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":3,"message":"m"}}
			` + diagnostics(`[]`) + `! notification textDocument/publishDiagnostics: comes before the answer to initialize`},
		{"an encoding that was offered", initialize + `< {"jsonrpc":"2.0","id":0,"result":{"capabilities":{"positionEncoding":"utf-8","experimental":{"x":1}}}}`},
		{"an encoding that was not", initialize + `< {"jsonrpc":"2.0","id":0,"result":{"capabilities":{"positionEncoding":"utf-32"}}}
			! answer to 0 initialize: result.capabilities.positionEncoding: "utf-32" was not offered`},
		{"a capability that is unknown", initialize + `< {"jsonrpc":"2.0","id":0,"result":{"capabilities":{"hoverprovider":true}}}
			! answer to 0 initialize: result.capabilities.hoverprovider: unknown in ServerCapabilities`},
		{"registering too early", initialize + `< {"jsonrpc":"2.0","id":0,"result":{"capabilities":{}}}
			` + register(`{"id":"a","method":"workspace/didChangeConfiguration"}`) + `! request 7 client/registerCapability: comes before the client has sent initialized`},
		{"a request that the client does not take", initialized + `< {"jsonrpc":"2.0","id":1,"method":"workspace/applyEdit","params":{"edit":{}}}
			! request 1 workspace/applyEdit: needs the client's capability "workspace.applyEdit"`},
		{"a refresh that it does not take", initialized + `< {"jsonrpc":"2.0","id":1,"method":"workspace/codeLens/refresh"}
			! request 1 workspace/codeLens/refresh: needs the client's capability "workspace.codeLens.refreshSupport"`},
		{"one that it takes", initialized + `< {"jsonrpc":"2.0","id":1,"method":"workspace/configuration","params":{"items":[{"section":"s"}]}}`},

		{"registering", initialized + register(`{"id":"a","method":"workspace/didChangeConfiguration","registerOptions":{"section":"s"}}`)},
		{"registering for files, of which the capability is above", initialized + register(`{"id":"a","method":"workspace/didRenameFiles","registerOptions":{"filters":[]}}`)},
		{"registering for folders", initialized + register(`{"id":"a","method":"workspace/didChangeWorkspaceFolders"}`)},
		{"registering what can't be", initialized + register(`{"id":"a","method":"textDocument/publishDiagnostics"}`) +
			`! request 7 client/registerCapability: params.registrations[0].method: "textDocument/publishDiagnostics" can't be registered`},
		{"registering what the client does not take", initialized + register(`{"id":"a","method":"workspace/didChangeWatchedFiles","registerOptions":{"watchers":[]}}`) +
			`! request 7 client/registerCapability: params.registrations[0]: the client takes no dynamic registration of "workspace/didChangeWatchedFiles"`},
		{"registering with wrong options", initialized + register(`{"id":"a","method":"workspace/didChangeConfiguration","registerOptions":{"section":1}}`) +
			`! request 7 client/registerCapability: params.registrations[0].registerOptions.section: want string or array of string, got 1`},
		{"registering twice", initialized + register(`{"id":"a","method":"workspace/didChangeConfiguration"},{"id":"a","method":"workspace/didChangeConfiguration"}`) +
			`! request 7 client/registerCapability: params.registrations[1].id: "a" is registered already`},
		{"unregistering", initialized + `< {"jsonrpc":"2.0","id":8,"method":"client/unregisterCapability","params":{"unregisterations":[{"id":"a","method":"workspace/didChangeConfiguration"}]}}
			! request 8 client/unregisterCapability: is never sent by the server`},

		{"progress", create + accept + step(`"t"`, begin) + step(`"t"`, report) + step(`"t"`, end)},
		{"a token of no type", `< {"jsonrpc":"2.0","id":1,"method":"window/workDoneProgress/create","params":{"token":{}}}
			! request 1 window/workDoneProgress/create: params.token: want integer or string, got {}`},
		{"progress on no token", step(`"t"`, begin) + progress + `params.token: "t" is not known, or not any more`},
		{"progress before the token is accepted", create + step(`"t"`, begin) + progress + `params.token: "t" is not accepted by the client yet`},
		{"progress on a token that was refused", create + `> {"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}
			` + step(`"t"`, begin) + progress + `params.token: "t" is not known, or not any more`},
		{"a token twice", create + accept + create + `! request 1 window/workDoneProgress/create: params.token: "t" is in use`},
		{"two begins", create + accept + step(`"t"`, begin) + step(`"t"`, begin) + progress + `progress "t" begins again`},
		{"a report without a begin", create + accept + step(`"t"`, report) + progress + `progress "t" has a report before it begins`},
		{"a report after the end", create + accept + step(`"t"`, begin) + step(`"t"`, end) + step(`"t"`, report) + progress + `params.token: "t" is not known, or not any more`},
		{"a step of no kind", create + accept + step(`"t"`, `{"title":"x"}`) + progress + `params.value.kind: want begin, report or end, got null`},
		{"a begin without a title", create + accept + step(`"t"`, `{"kind":"begin"}`) + progress + `params.value.title: missing in WorkDoneProgressBegin`},
		{"101 percent", create + accept + step(`"t"`, `{"kind":"begin","title":"x","percentage":101}`) + progress + `params.value.percentage: want 0 to 100, got 101`},
		{"progress of a request", `> {"jsonrpc":"2.0","id":2,"method":"workspace/symbol","params":{"query":"","workDoneToken":5,"partialResultToken":"p"}}
			` + step(`5`, begin) + step(`"p"`, `[]`) + progress + `params.token: "p" is not known, or not any more
			` + step(`5`, end) + `< {"jsonrpc":"2.0","id":2,"result":null}
			` + step(`5`, begin) + progress + `params.token: 5 is not known, or not any more`},
		{"progress that its request outlives", `> {"jsonrpc":"2.0","id":2,"method":"shutdown","params":{"workDoneToken":5}}
			` + step(`5`, begin) + `< {"jsonrpc":"2.0","id":2,"result":null}
			! answer to 2 shutdown: progress 5 has no end, and its request is answered`},
	} {
		t.Run(tc.name, func(t *testing.T) { runScript(t, tc.script) })
	}
}

func TestUnfinished(t *testing.T) {
	s := loadModel(t).newSession()
	s.fromClient([]byte(`{"jsonrpc":"2.0","id":2,"method":"workspace/symbol","params":{"query":"","workDoneToken":5}}`))
	s.fromServer([]byte(`{"jsonrpc":"2.0","method":"$/progress","params":{"token":5,"value":{"kind":"begin","title":"x"}}}`))
	s.fromServer([]byte(`{"jsonrpc":"2.0","id":"a","method":"workspace/configuration","params":{"items":[]}}`))
	want := []string{
		"request 2 workspace/symbol of the client has no answer",
		`request "a" workspace/configuration of the server has no answer`,
		"progress 5 has no end",
	}
	if diff := cmp.Diff(want, s.Unfinished()); diff != "" {
		t.Errorf("unfinished (-want +got):\n%s", diff)
	}
	s.fromClient([]byte(`{"jsonrpc":"2.0","id":"a","result":[]}`))
	s.fromServer([]byte(`{"jsonrpc":"2.0","method":"$/progress","params":{"token":5,"value":{"kind":"end"}}}`))
	s.fromServer([]byte(`{"jsonrpc":"2.0","id":2,"result":null}`))
	if got := s.Unfinished(); len(got) != 0 {
		t.Errorf("unfinished %q, want none", got)
	}
}

func TestCheckClient(t *testing.T) {
	for _, tc := range []struct {
		name, message string
		want          []string
	}{
		{"right", `{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"untitled:a"}}}`, nil},
		{"wrong", `{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":1}}}`,
			[]string{"notification textDocument/didClose: params.textDocument.uri: want DocumentUri, got 1"}},
		{"the wrong way", `{"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"m"}}`,
			[]string{"notification window/logMessage: is not for the client to send"}},
		{"an answer to nothing", `{"jsonrpc":"2.0","id":1,"result":null}`,
			[]string{"answer to 1: the server made no such request"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, loadModel(t).newSession().fromClient([]byte(tc.message))); diff != "" {
				t.Errorf("violations (-want +got):\n%s", diff)
			}
		})
	}
}

// faults are what the model says against the parameters of real editors.
var faults = map[string][]string{
	"lspmode80.initialize.json": {
		"request 0 initialize: params.capabilities.textDocument.completion.completionItem.resolveAdditionalTextEditsSupport: unknown in ClientCompletionItemOptions",
		"request 0 initialize: params.capabilities.textDocument.linkedEditingRange: want LinkedEditingRangeClientCapabilities, got null",
		"request 0 initialize: params.capabilities.textDocument.moniker: want MonikerClientCapabilities, got null",
		"request 0 initialize: params.capabilities.window.showDocument: want ShowDocumentClientCapabilities, got null",
		"request 0 initialize: params.capabilities.window.showMessage: want ShowMessageRequestClientCapabilities, got null",
	},
	"nvim072.initialize.json": {
		"request 0 initialize: params.capabilities.workspace.symbol.hierarchicalWorkspaceSymbolSupport: unknown in WorkspaceSymbolClientCapabilities",
		"request 0 initialize: params.capabilities.callHierarchy: unknown in ClientCapabilities",
	},
}

// captured are the initialize parameters of real editors.
func captured(t *testing.T) map[string][]byte {
	t.Helper()
	dir := os.Getenv("PQCITE_TEST_FIXTURES")
	if dir == "" {
		t.Skip("PQCITE_TEST_FIXTURES is not set: the parameters of real editors are no part of the project")
	}
	names, err := filepath.Glob(filepath.Join(dir, "lsp", "*.initialize.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("find captured parameters: %d files, %v", len(names), err)
	}
	out := map[string][]byte{}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(name)] = raw
	}
	return out
}

func TestCapturedEditors(t *testing.T) {
	for name, params := range captured(t) {
		t.Run(name, func(t *testing.T) {
			got := loadModel(t).newSession().fromClient([]byte(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":` + string(params) + `}`))
			if diff := cmp.Diff(faults[name], got); diff != "" {
				t.Errorf("violations (-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzSession(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"}`), []byte(`{"jsonrpc":"2.0","id":1,"result":{"contents":null}}`))
	f.Add([]byte(`[`), []byte(`{"jsonrpc":"2.0","method":"$/progress","params":{"token":1,"value":{"kind":"end"}}}`))
	f.Add([]byte(`{"id":{}}`), []byte(`{"jsonrpc":"2.0","id":"a","method":"client/registerCapability","params":{"registrations":[{"id":"a","method":"textDocument/colorPresentation","registerOptions":{}}]}}`))
	model := loadModel(f)
	f.Fuzz(func(t *testing.T, client, server []byte) {
		s := model.newSession()
		s.fromClient(client)
		first := s.fromServer(server)
		s.fromClient(server)
		s.fromServer(client)
		s.Unfinished()
		if again := model.newSession(); len(first) > 0 {
			again.fromClient(client)
			if diff := cmp.Diff(first, again.fromServer(server)); diff != "" {
				t.Errorf("violations differ from run to run:\n%s", diff)
			}
		}
	})
}
