package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/pqcite/pqcite/internal/discordtest"
)

// botPatience bounds what a test waits for. It is no expectation.
const botPatience = 90 * time.Second

// botProcess is the binary as a bot, and what it prints.
type botProcess struct {
	t    *testing.T
	cmd  *exec.Cmd
	mu   sync.Mutex
	out  bytes.Buffer // guarded by mu
	line chan string  // its lines, as they come
	done chan struct{}
}

// startBot starts the unmodified program with nothing but an environment that leads
// to the given Discord.
func startBot(t *testing.T, d *discordtest.Server, home string, env []string, args ...string) *botProcess {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &botProcess{t: t, cmd: exec.Command(exe, append([]string{"bot", "--verbose", "--home", home}, args...)...), line: make(chan string, 1000), done: make(chan struct{})}
	p.cmd.Env = append(append(os.Environ(), mainVariable+"=1", tokenVariable+"="+d.Token), env...)
	read, write := io.Pipe()
	p.cmd.Stdout, p.cmd.Stderr = write, write
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go p.follow(read)
	go func() {
		defer close(p.done)
		_ = p.cmd.Wait() // its exit code is looked at later
		_ = write.Close()
	}()
	t.Cleanup(func() { p.end() })
	return p
}

func (p *botProcess) follow(r io.Reader) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		p.mu.Lock()
		p.out.WriteString(lines.Text() + "\n")
		p.mu.Unlock()
		select {
		case p.line <- lines.Text():
		default:
		}
	}
}

// await returns the first group of the first line that fits.
func (p *botProcess) await(pattern string) string {
	p.t.Helper()
	re := regexp.MustCompile(pattern)
	timer := time.NewTimer(botPatience)
	defer timer.Stop()
	for {
		select {
		case l := <-p.line:
			if m := re.FindStringSubmatch(l); m != nil {
				return m[len(m)-1]
			}
		case <-p.done:
			p.t.Fatalf("the bot ended before it printed %q:\n%s", pattern, p.printed())
		case <-timer.C:
			p.t.Fatalf("the bot did not print %q:\n%s", pattern, p.printed())
		}
	}
}

func (p *botProcess) printed() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.String()
}

// end asks the bot to end, and returns its exit code.
func (p *botProcess) end() int {
	p.t.Helper()
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // it may have ended
	select {
	case <-p.done:
	case <-time.After(botPatience):
		_ = p.cmd.Process.Kill()
		<-p.done
		p.t.Error("the bot does not end")
	}
	return p.cmd.ProcessState.ExitCode()
}

// holdsNoSecret wants none of what Discord gave out in what the bot printed.
func (p *botProcess) holdsNoSecret(d *discordtest.Server) {
	p.t.Helper()
	for _, secret := range d.Tokens() {
		if strings.Contains(p.printed(), secret) {
			p.t.Errorf("the bot has printed a token:\n%s", p.printed())
		}
	}
}

// says waits for a message of an interaction that has all the texts.
func says(t *testing.T, it *discordtest.Interaction, want ...string) discordtest.Message {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), botPatience)
	defer cancel()
	m, err := it.AwaitEdit(ctx, func(m discordtest.Message) bool {
		for _, w := range want {
			if !strings.Contains(m.Text(), w) {
				return false
			}
		}
		return true
	})
	if err != nil {
		last, _ := it.Original()
		t.Fatalf("no message has %q: %v; the last is:\n%s", want, err, last.Text())
	}
	return m
}

func awaitReady(t *testing.T, d *discordtest.Server) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), botPatience)
	defer cancel()
	if err := d.AwaitReady(ctx); err != nil {
		t.Fatal(err)
	}
}

// TestBotProcess is an evening with the bot: questions, an interrupt, another start
// on the same folder.
func TestBotProcess(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	d := discordtest.New(t, discordtest.Options{})
	env := d.Proxy()
	p := startBot(t, d, home, env, "--health", "")
	awaitReady(t, d)
	reader := d.User("reader")
	answer := says(t, d.Slash(reader, "ask", discordtest.Opt("question", "How large is an ML-KEM-768 ciphertext?")), "1088", "FIPS 203", "Table 3")
	says(t, d.Slash(reader, "ask", discordtest.Opt("question", "How much does a FrodoKEM license cost?")), "FrodoKEM")
	says(t, d.Slash(reader, "compare", discordtest.Opt("a", "ML-KEM"), discordtest.Opt("b", "ML-DSA")), "FIPS 203", "FIPS 204")
	says(t, d.Slash(reader, "cite", discordtest.Opt("reference", "FIPS 203, Algorithm 13")), "K-PKE.KeyGen")
	if code := p.end(); code != 0 {
		t.Errorf("exit code %d after an interrupt, want 0:\n%s", code, p.printed())
	}
	p.holdsNoSecret(d)
	if n := d.Calls(discordtest.PutCommands); n != 1 {
		t.Errorf("the commands were written %d times, want 1", n)
	}

	again := startBot(t, d, home, env, "--health", "")
	awaitReady(t, d)
	says(t, d.Press(reader, answer, buttonOf(t, answer, "Evidence")), "1088")
	if n := d.Calls(discordtest.PutCommands); n != 1 {
		t.Errorf("the second start has written the commands again, %d times in all", n)
	}
	again.end()
	again.holdsNoSecret(d)
}

// buttonOf is the custom id of the button with a label.
func buttonOf(t *testing.T, m discordtest.Message, label string) string {
	t.Helper()
	for _, b := range m.Buttons() {
		if b.Label == label {
			return b.CustomID
		}
	}
	t.Fatalf("there is no button %q in:\n%s", label, m.Text())
	return ""
}

// TestBotProcessOverHTTP takes interactions as requests.
func TestBotProcessOverHTTP(t *testing.T) {
	t.Parallel()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	d := discordtest.New(t, discordtest.Options{})
	p := startBot(t, d, t.TempDir(), d.Proxy(), "--listen", "127.0.0.1:0", "--public-key", hex.EncodeToString(public), "--health", "127.0.0.1:0")
	health := "http://" + p.await(`health and metrics are served.* address=(\S+)`)
	address := p.await(`interactions are taken over http.* address=(\S+)`)
	d.PostTo("http://"+address+"/", private)
	if err := d.Probe(t.Context()); err != nil {
		t.Error(err)
	}
	says(t, d.Slash(d.User("reader"), "ask", discordtest.Opt("question", "How large is an ML-KEM-768 ciphertext?")), "1088", "FIPS 203")
	if got := fetched(t, health+"/healthz"); got != "ok\n" {
		t.Errorf("the health is %q, want ok", got)
	}
	if got := fetched(t, health+"/metrics"); !strings.Contains(got, `pqcite_bot_answer_seconds_count{status="answered"} 1`) {
		t.Errorf("one answer is not counted in:\n%s", got)
	}
	if n := d.Gateway().Connections; n != 0 {
		t.Errorf("there are %d connections to the gateway, want none", n)
	}
	if code := p.end(); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
	p.holdsNoSecret(d)
}

// TestBotWithoutNetwork starts before Discord can be reached, as a service at the start
// of a machine does, and is there when it can.
func TestBotWithoutNetwork(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{})
	d.Fail(discordtest.AnyRoute, discordtest.Fault{DropConnection: true}, discordtest.Always)
	p := startBot(t, d, t.TempDir(), d.Proxy(), "--health", "127.0.0.1:0")
	health := "http://" + p.await(`health and metrics are served.* address=(\S+)`)
	p.await("discord is not reached yet")
	if status, body := answerOf(t, health+"/healthz"); status != http.StatusServiceUnavailable || body != "discord is not reached yet\n" {
		t.Errorf("the health is %d %q, want 503 and the reason", status, body)
	}
	d.Heal()
	awaitReady(t, d)
	p.await("connected to discord")
	if got := fetched(t, health+"/healthz"); got != "ok\n" {
		t.Errorf("the health is %q, want ok", got)
	}
	if code := p.end(); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
	p.holdsNoSecret(d)
}

// fetched is what a server of the bot's answers, with status 200.
func fetched(t *testing.T, url string) string {
	t.Helper()
	status, body := answerOf(t, url)
	if status != http.StatusOK {
		t.Fatalf("%s: status %d", url, status)
	}
	return body
}

func answerOf(t *testing.T, url string) (int, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), botPatience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	return resp.StatusCode, string(body)
}

// TestBotToken has the bot refused, with a message that helps and holds no token.
func TestBotToken(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{Quiet: true})
	env := d.Proxy()
	file := filepath.Join(t.TempDir(), "token")
	for name, test := range map[string]struct {
		content string
		env     []string
		want    string
	}{
		"wrong":   {"", []string{tokenVariable + "=MTIz.wrong.token"}, "discord"},
		"in file": {"MTIz.wrong.token\n", []string{tokenVariable + "=", tokenFileVariable + "=" + file}, "discord"},
		"spaces":  {"two words", []string{tokenVariable + "=", tokenFileVariable + "=" + file}, "must hold the token and nothing else"},
		"both":    {"x", []string{tokenFileVariable + "=" + file}, "unset one"},
		"missing": {"", []string{tokenVariable + "="}, "there is no bot token"},
	} {
		if err := os.WriteFile(file, []byte(test.content), 0o600); err != nil {
			t.Fatal(err)
		}
		p := startBot(t, d, t.TempDir(), append(env, test.env...), "--health", "")
		<-p.done
		if got := p.printed(); !strings.Contains(got, test.want) || strings.Contains(got, "wrong.token") || p.cmd.ProcessState.ExitCode() == 0 {
			t.Errorf("%s: exit code %d, printed %q; want an error with %q and no token", name, p.cmd.ProcessState.ExitCode(), got, test.want)
		}
	}
}
