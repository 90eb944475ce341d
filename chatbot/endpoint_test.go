package chatbot_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/pqcite/pqcite/internal/discordtest"
)

// Discord takes the endpoint, and nobody else can use it.
func TestEndpoint(t *testing.T) {
	t.Parallel()
	x := begin(t, setup{asker: simple, overHTTP: true}).ready()
	if err := x.Probe(x.within()); err != nil {
		t.Fatal(err)
	}
	_, foreign, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		post   discordtest.Delivery
		status int
	}{
		{"ping", discordtest.Delivery{}, http.StatusOK},
		{"ping with parameters of its type", discordtest.Delivery{ContentType: "application/json; charset=utf-8"}, http.StatusOK},
		{"a foreign key", discordtest.Delivery{Key: foreign}, http.StatusUnauthorized},
		{"tampered", discordtest.Delivery{Tampered: true}, http.StatusUnauthorized},
		{"no signature", discordtest.Delivery{NoSignature: true}, http.StatusUnauthorized},
		{"no hex", discordtest.Delivery{Signature: "not hex"}, http.StatusUnauthorized},
		{"a short signature", discordtest.Delivery{Signature: "00ff"}, http.StatusUnauthorized},
		{"no timestamp", discordtest.Delivery{NoTimestamp: true}, http.StatusUnauthorized},
		{"a timestamp that is no number", discordtest.Delivery{Timestamp: "now"}, http.StatusUnauthorized},
		{"a huge timestamp", discordtest.Delivery{Timestamp: "9223372036854775807"}, http.StatusUnauthorized},
		{"the least timestamp", discordtest.Delivery{Timestamp: "-9223372036854775808"}, http.StatusUnauthorized},
		{"nearly stale", discordtest.Delivery{Age: 4 * time.Minute}, http.StatusOK},
		{"stale", discordtest.Delivery{Age: 6 * time.Minute}, http.StatusUnauthorized},
		{"from the future", discordtest.Delivery{Age: -6 * time.Minute}, http.StatusUnauthorized},
		{"get", discordtest.Delivery{Method: http.MethodGet}, http.StatusMethodNotAllowed},
		{"put", discordtest.Delivery{Method: http.MethodPut}, http.StatusMethodNotAllowed},
		{"too large", discordtest.Delivery{Body: bytes.Repeat([]byte(" "), 2<<20)}, http.StatusRequestEntityTooLarge},
		{"no json", discordtest.Delivery{Body: []byte("hello")}, http.StatusBadRequest},
		{"empty", discordtest.Delivery{Body: []byte{}}, http.StatusBadRequest},
		{"another shape", discordtest.Delivery{Body: []byte(`{"id":7,"type":"ping"}`)}, http.StatusBadRequest},
		{"no id", discordtest.Delivery{Body: []byte(`{"type":2,"token":"t"}`)}, http.StatusBadRequest},
		{"an array", discordtest.Delivery{Body: []byte(`[]`)}, http.StatusBadRequest},
		{"null", discordtest.Delivery{Body: []byte(`null`)}, http.StatusBadRequest},
	} {
		reply, err := x.Deliver(x.within(), c.post)
		if err != nil || reply.Status != c.status {
			t.Errorf("%s: got %d %.60q, %v; want %d", c.name, reply.Status, reply.Body, err, c.status)
		}
	}
	x.message(x.ask(x.User("reader"), "What is ML-KEM?"), "Table 3") // it has survived all that
}

// A request that breaks off is not served, and takes nothing with it.
func TestEndpointCutBody(t *testing.T) {
	t.Parallel()
	x := begin(t, setup{asker: simple, overHTTP: true}).ready()
	if reply, err := x.Deliver(x.within(), discordtest.Delivery{Cut: 10}); err == nil {
		t.Errorf("got %d %q, want the connection to end", reply.Status, reply.Body)
	}
	x.message(x.ask(x.User("reader"), "What is ML-KEM?"), "Table 3")
}

// What was recorded and is sent again is not answered again, however often.
func TestEndpointReplay(t *testing.T) {
	t.Parallel()
	ask, calls := heard()
	x := begin(t, setup{asker: ask, overHTTP: true}).ready()
	it := x.ask(x.User("reader"), "What is ML-KEM?")
	x.message(it, "Table 3")
	for range 5 {
		reply, err := x.Deliver(x.within(), discordtest.Delivery{Body: it.Payload()})
		if err != nil || reply.Status != http.StatusConflict {
			t.Errorf("got %d %q, %v; want 409", reply.Status, reply.Body, err)
		}
	}
	x.Advance(6 * time.Minute)
	stamp := strconv.FormatInt(x.Now().Add(-6*time.Minute).Unix(), 10)
	if reply, err := x.Deliver(x.within(), discordtest.Delivery{Body: it.Payload(), Timestamp: stamp}); err != nil || reply.Status != http.StatusUnauthorized {
		t.Errorf("after its time it got %d %q, %v; want 401", reply.Status, reply.Body, err)
	}
	if n := len(calls); n != 1 {
		t.Errorf("the question was asked %d times", n)
	}
	x.sound(it)
}

// Interactions of a kind, or with parts, that nobody has heard of are answered, or at
// least do no harm.
func TestEndpointStrangeInteractions(t *testing.T) {
	t.Parallel()
	x := begin(t, setup{asker: simple, overHTTP: true}).ready()
	for i, change := range []func(map[string]any){
		func(m map[string]any) { m["type"] = 77 },
		func(m map[string]any) { m["data"] = nil },
		func(m map[string]any) { delete(m, "data") },
		func(m map[string]any) { delete(m, "member") },
		func(m map[string]any) { m["data"].(map[string]any)["name"] = "unheard-of" },
		func(m map[string]any) {
			m["data"].(map[string]any)["options"] = []any{map[string]any{"name": "question", "value": 7}}
		},
		func(m map[string]any) {
			m["data"].(map[string]any)["options"] = []any{map[string]any{"name": "new", "options": []any{}}}
		},
		func(m map[string]any) { m["locale"] = "x" },
		func(m map[string]any) { m["new"] = map[string]any{"deep": []any{1, 2}} },
	} {
		it := x.ask(x.User(strconv.Itoa(i)), "What is ML-KEM?")
		x.message(it, "Table 3")
		var body map[string]any
		if err := json.Unmarshal(it.Payload(), &body); err != nil {
			t.Fatal(err)
		}
		body["id"] = "10000000000000000" + strconv.Itoa(i) // one that was not yet seen, and that Discord does not know
		change(body)
		raw, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		reply, err := x.Deliver(x.within(), discordtest.Delivery{Body: raw})
		if err != nil || reply.Status != http.StatusOK {
			t.Errorf("change %d got %d %q, %v; want an answer", i, reply.Status, reply.Body, err)
		}
	}
}
