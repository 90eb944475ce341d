package discordtest

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

// httpEndpoint is where interactions are posted to.
type httpEndpoint struct {
	s      *Server
	url    string
	key    ed25519.PrivateKey
	client *http.Client
}

// maxReply is how much of a bot's reply is read, in bytes.
const maxReply = maxBody

// PostTo has interactions delivered as signed requests to the bot's endpoint from
// now on, and takes the reply as the callback. The bot must know the key's public
// half. The address is the bot's own, usually on 127.0.0.1.
func (s *Server) PostTo(url string, key ed25519.PrivateKey) {
	inner := &http.Transport{MaxIdleConnsPerHost: 64}
	s.onEnd(inner.CloseIdleConnections)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endpoint = &httpEndpoint{s, url, key, &http.Client{Transport: inner}}
	s.gateway.changedLocked()
}

func (e *httpEndpoint) publicKey() string {
	return hex.EncodeToString(e.key.Public().(ed25519.PublicKey))
}

// Delivery is one request to the bot's endpoint, with what may be wrong in it. The
// zero value is a PING as it should be.
type Delivery struct {
	Body        []byte             // a PING
	Age         time.Duration      // of the timestamp; negative is in the future
	Timestamp   string             // in place of the one that Age says
	Key         ed25519.PrivateKey // in place of the right one
	Signature   string             // in place of the right one, as hex
	Tampered    bool               // a byte of the body is another than was signed
	NoSignature bool
	NoTimestamp bool
	// Cut sends only so many bytes of the body and ends the connection; 0 sends all.
	Cut int
	// ContentType in place of application/json.
	ContentType string
	Method      string // POST
}

// Reply is what the bot's endpoint said.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
}

// Deliver sends one request to the bot's endpoint and judges nothing.
func (s *Server) Deliver(ctx context.Context, p Delivery) (Reply, error) {
	s.mu.Lock()
	e := s.endpoint
	s.mu.Unlock()
	if e == nil {
		return Reply{}, errors.New("post an interaction: there is no endpoint; call PostTo first")
	}
	if p.Body == nil {
		p.Body = e.ping()
	}
	return e.post(ctx, p)
}

// Probe does what Discord does before it takes an endpoint's address: a PING that
// must be answered, and ones with a bad signature that must be refused with 401.
func (s *Server) Probe(ctx context.Context) error {
	good, err := s.Deliver(ctx, Delivery{})
	if err != nil {
		return err
	}
	var pong struct{ Type int }
	err = json.Unmarshal(good.Body, &pong)
	if err != nil || good.Status != http.StatusOK || pong.Type != CallbackPong || !isJSON(good.Header) {
		s.violate(ruleEndpoint, "PING", "want 200 and a JSON body of type 1, got %d and %.60q", good.Status, good.Body)
	}
	for _, bad := range []Delivery{{Tampered: true}, {NoSignature: true}} {
		r, err := s.Deliver(ctx, bad)
		if err != nil {
			return err
		}
		if r.Status != http.StatusUnauthorized {
			s.violate(ruleEndpoint, "PING", "want 401 for a bad signature, got %d", r.Status)
		}
	}
	return nil
}

// Payload is the interaction as the bot gets it.
func (it *Interaction) Payload() []byte { return bytes.Clone(it.payload) }

func (e *httpEndpoint) ping() []byte {
	it := e.s.newInteraction(User{}, kindPing)
	return encode(e.s.wireInteraction(it, nil))
}

func isJSON(h http.Header) bool {
	return len(h.Get("Content-Type")) >= 16 && h.Get("Content-Type")[:16] == "application/json"
}

func (e *httpEndpoint) post(ctx context.Context, p Delivery) (Reply, error) {
	r, err := e.request(ctx, p)
	if err != nil {
		return Reply{}, err
	}
	resp, err := e.client.Do(r)
	if err != nil {
		return Reply{}, fmt.Errorf("post an interaction: %w", err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxReply))
	if err != nil {
		return Reply{}, fmt.Errorf("read the reply to an interaction: %w", err)
	}
	return Reply{resp.StatusCode, resp.Header, raw}, nil
}

// request builds what is sent, right but for what is asked to be wrong.
func (e *httpEndpoint) request(ctx context.Context, p Delivery) (*http.Request, error) {
	method := p.Method
	if method == "" {
		method = http.MethodPost
	}
	timestamp := p.Timestamp
	if timestamp == "" {
		timestamp = strconv.FormatInt(e.s.Now().Add(-p.Age).Unix(), 10)
	}
	key := p.Key
	if key == nil {
		key = e.key
	}
	signature := p.Signature
	if signature == "" {
		signature = hex.EncodeToString(ed25519.Sign(key, append([]byte(timestamp), p.Body...)))
	}
	sent := bytes.Clone(p.Body)
	if p.Tampered && len(sent) > 0 {
		sent = append(sent, ' ')
	}
	var body io.Reader = bytes.NewReader(sent)
	if p.Cut > 0 {
		body = io.MultiReader(bytes.NewReader(sent[:p.Cut]), broken{})
	}
	r, err := http.NewRequestWithContext(ctx, method, e.url, body)
	if err != nil {
		return nil, fmt.Errorf("post an interaction: %w", err)
	}
	r.ContentLength = int64(len(sent))
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	r.Header.Set("Content-Type", "application/json")
	if p.ContentType != "" {
		r.Header.Set("Content-Type", p.ContentType)
	}
	if !p.NoSignature {
		r.Header.Set("X-Signature-Ed25519", signature)
	}
	if !p.NoTimestamp {
		r.Header.Set("X-Signature-Timestamp", timestamp)
	}
	return r, nil
}

// broken is where a body ends too early.
type broken struct{}

var errCut = errors.New("send the body: it is cut off")

func (broken) Read([]byte) (int, error) { return 0, errCut }

// interact posts an interaction and takes the reply as its callback.
func (e *httpEndpoint) interact(it *Interaction) {
	defer e.settled(it)
	ctx, cancel := context.WithTimeout(e.s.ctx, callbackWithin)
	defer cancel()
	r, err := e.post(ctx, Delivery{Body: it.payload})
	var dial *net.OpError
	switch {
	case err == nil:
		e.take(it, r)
	case errors.As(err, &dial) && dial.Op == "dial":
		it.lose("the endpoint is not there: %v", err)
	default:
		e.s.violate(ruleEndpoint, "interaction", "no reply: %v", err)
		it.lose("the endpoint did not reply: %v", err)
	}
}

// settled wakes what waits for the reply.
func (e *httpEndpoint) settled(it *Interaction) {
	e.s.mu.Lock()
	defer e.s.mu.Unlock()
	it.posting = false
	it.changedLocked()
}

// take reads a reply: a callback, or 202 where the bot sends it by itself.
func (e *httpEndpoint) take(it *Interaction, r Reply) {
	switch {
	case r.Status == http.StatusAccepted && len(r.Body) == 0:
		return
	case r.Status != http.StatusOK:
		e.s.violate(ruleEndpoint, "interaction", "the reply is %d %.60q, want 200 with a callback, or 202", r.Status, r.Body)
		it.lose("the endpoint replied %d", r.Status)
		return
	}
	c := &call{route: PostCallback, params: map[string]string{}, body: body{raw: r.Body, sent: true}, at: e.s.Now()}
	if bad, refused := e.s.checkBody(c, r.Header, nil); refused {
		it.lose("the callback was refused: %s", show(bad.body))
		return
	}
	e.s.mu.Lock()
	defer e.s.mu.Unlock()
	if bad, is := e.s.refuseCallbackLocked(it, c); is {
		it.lost = fmt.Errorf("%w: the callback was refused: %s", ErrLost, show(bad.body))
		return
	}
	e.s.acceptLocked(it, c)
}

// settleWithin is how long a call that comes before the reply was read waits for it.
const settleWithin = time.Second

// settle waits until the reply that carries a callback was read: a bot may have
// sent it, and go on, before this end has it.
func (s *Server) settle(token string) {
	until := time.After(settleWithin)
	for {
		s.mu.Lock()
		it := s.byTokenLocked(token)
		if it == nil || !it.posting || it.callback != nil {
			s.mu.Unlock()
			return
		}
		changed := it.changed
		s.mu.Unlock()
		select {
		case <-changed:
		case <-until:
			return
		case <-s.ctx.Done():
			return
		}
	}
}
