package lsptest

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"
)

const (
	methodNotFound = -32601
	internalError  = -32603
)

// Handle answers a method of the server with a function in place of the default:
// with its result, encoded as parameters of Call are, or with its error, as it is
// where it is a *ResponseError. It runs in a goroutine of its own and may call the
// Editor; it must end when the connection does. Nil restores the default.
//
// By default configuration is answered from the settings, an edit is applied,
// shown documents are shown, registrations, progress and refreshes are accepted,
// a message's actions are declined, and the rest is an unknown method.
func (e *Editor) Handle(method string, f func(params json.RawMessage) (any, error)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.handlers[method] = f
}

// SetSettings replaces the settings that workspace/configuration is answered from. It
// sends nothing to the server; Notify of workspace/didChangeConfiguration does.
func (e *Editor) SetSettings(settings map[string]any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.settings = settings
}

func (e *Editor) ask(m message) {
	e.mu.Lock()
	e.requests[m.Method] = append(e.requests[m.Method], m.Params)
	f := e.handlers[m.Method]
	e.mu.Unlock()
	if f == nil {
		result, err := e.byDefault(m)
		e.reply(m.ID, result, err)
		return
	}
	e.asking.Go(func() {
		defer func() {
			if x := recover(); x != nil {
				e.fault("the handler of %q panics: %v", m.Method, x)
				e.reply(m.ID, nil, fmt.Errorf("panic: %v", x))
			}
		}()
		result, err := f(m.Params)
		e.reply(m.ID, result, err)
	})
}

func (e *Editor) reply(id json.RawMessage, result any, fault error) {
	m := message{ID: id}
	var err error
	if fault == nil {
		m.Result, err = encode(result)
	} else if !errors.As(fault, &m.Error) {
		m.Error = &ResponseError{Code: internalError, Message: fault.Error()}
	}
	e.mu.Lock()
	if err == nil {
		err = e.post(m)
	}
	e.mu.Unlock()
	if err != nil {
		e.fault("answer request %s: %v", id, err)
	}
}

func (e *Editor) byDefault(m message) (any, error) {
	switch m.Method {
	case "workspace/configuration":
		return e.configuration(m.Params)
	case "workspace/workspaceFolders":
		return e.o.folders(), nil
	case "workspace/applyEdit":
		return e.applyEdit(m.Params)
	case "window/showDocument":
		return map[string]any{"success": true}, nil
	case "client/registerCapability", "window/workDoneProgress/create", "window/showMessageRequest":
		return nil, nil
	}
	if strings.HasPrefix(m.Method, "workspace/") && strings.HasSuffix(m.Method, refresh) {
		return nil, nil
	}
	return nil, &ResponseError{Code: methodNotFound, Message: fmt.Sprintf("unknown method %q", m.Method)}
}

// settingsRoot is the section that Settings are of.
const settingsRoot = "pqcite"

func (e *Editor) configuration(params json.RawMessage) (any, error) {
	var p struct {
		Items []struct{ Section string }
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, fmt.Errorf("decode the items: %w", err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	out := make([]any, len(p.Items))
	for i, item := range p.Items {
		out[i] = e.section(item.Section)
	}
	return out, nil
}

// section must be called with the lock held. Without a name it is all there is.
func (e *Editor) section(name string) any {
	if e.settings == nil {
		return nil
	}
	v := any(map[string]any{settingsRoot: e.settings})
	for part := range strings.SplitSeq(name, ".") {
		if part == "" {
			break
		}
		m, _ := v.(map[string]any)
		v = m[part]
	}
	return v
}

// folders are the workspace folders as the protocol has them; nil for none.
func (o Options) folders() any {
	if o.RootURI == "" {
		return nil
	}
	return []map[string]any{{"uri": o.RootURI, "name": path.Base(o.RootURI)}}
}
