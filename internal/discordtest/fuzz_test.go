package discordtest

import (
	"net/http"
	"strings"
	"testing"
)

// Whatever a bot sends, it is judged and not choked on, by each route that takes a
// body.
func FuzzBody(f *testing.F) {
	for _, tc := range badBodies {
		f.Add([]byte(tc.body))
	}
	for _, tc := range goodBodies {
		f.Add([]byte(tc.body))
	}
	f.Add([]byte(message(components(rowOf(`{"type":2,"style":1,"label":"L","custom_id":"c","options":5}`)))))
	f.Fuzz(func(t *testing.T, raw []byte) {
		d := New(t, Options{Quiet: true})
		u := d.User("reader")
		for _, e := range endpoints {
			if method, _, _ := strings.Cut(string(e.route), " "); !writes(method) {
				continue
			}
			ask := d.newInteraction(u, kindCommand)
			if e.route != PostCallback {
				d.mu.Lock()
				ask.callback, ask.original = &Callback{Type: CallbackDefer}, &posted{Message: Message{ID: "1"}}
				d.mu.Unlock()
			}
			c := &call{route: e.route, at: d.Now(), body: body{raw: raw, sent: true}, params: map[string]string{
				"application": d.Application, "interaction": ask.ID, "token": ask.Token, "channel": ask.User.Place.Channel, "message": "1",
			}}
			if _, refused := d.checkBody(c, http.Header{"Content-Type": {"application/json"}}, nil); !refused {
				encode(e.serve(d, c).body)
			}
		}
	})
}

// Whatever comes as multipart, it is read or refused.
func FuzzParts(f *testing.F) {
	f.Add([]byte("--x\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n{}\r\n--x--\r\n"))
	f.Add([]byte("--x\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a\"\r\n\r\na\r\n--x--\r\n"))
	f.Add([]byte("--x"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		b := body{raw: raw, sent: true}
		if err := b.decodeParts("x"); err == nil && b.value == nil {
			t.Error("a body without a value was taken")
		}
	})
}
