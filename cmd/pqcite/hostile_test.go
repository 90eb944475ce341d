package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// hostileText tries each way to do something to who reads it.
const hostileText = "\x1b[2J\x1b]0;t\a \u202eevil\u202c \u2066x\u2069 \u200b\u200f\ufeff\u2060 \U000e0041 \u009b31m \u2028::error::forged ##[error]forged \r::error::x \x7f\u00ad"

// hostileName is a file's name with the same.
const hostileName = "a\n::error file=x::forged\n\x1b[31m\u202e\u200b\U000e0041\r\xff##[error]y"

// hostileSign says what of an output could do something; "" if nothing could.
func hostileSign(out string) string {
	if !utf8.ValidString(out) {
		return "invalid UTF-8"
	}
	for line := range strings.SplitSeq(out, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") {
			return "a command to a build service: " + line
		}
		for _, r := range line {
			if r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
				return "a hidden character in " + line
			}
		}
	}
	return ""
}

// hostileFiles writes files with hostile names and contents.
func hostileFiles(t *testing.T) (dir string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no file can have such a name")
	}
	dir = t.TempDir()
	name := func(ending string) string { return filepath.Join(dir, hostileName+ending) }
	doc := "# Widgets " + hostileText + "\n\nA widget is a small part that holds two gadgets together " + hostileText + ".\n\n" +
		"| Part " + hostileText + " | Bytes |\n|---|---|\n| widget " + hostileText + " | 1184 |\n\n::error::a line of its own\n\n## Second " + hostileText + "\n\nA widget must be small " + hostileText + ".\n"
	for file, text := range map[string]string{
		name(".md"):                      doc,
		name(".go"):                      "// FIPS 203, Algorithm 13 (ML-KEM.KeyGen " + hostileText + ") and FIPS 203, Algorithm 99 " + hostileText + "\n// FIPS 203, Algorithm 13 (ML-KEM.KeyGen)\n",
		name(".jsonl"):                   "{\"question\": " + hostileText + "\n",
		name(".pdf"):                     "%PDF-1.7\n" + hostileText,
		filepath.Join(dir, ".gitignore"): "*.skip\n", name(".skip"): "x", filepath.Join(dir, "bin"): "\x00",
	} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Skip("no file can have such a name:", err)
		}
	}
	return dir
}

// TestHostileText prints hostile names and documents with every subcommand that does,
// on both streams, and wants nothing in the output that could do anything.
func TestHostileText(t *testing.T) {
	dir, home := hostileFiles(t), t.TempDir()
	file := filepath.Join(dir, hostileName)
	trace := filepath.Join(t.TempDir(), "trace")
	shown := 0
	for _, args := range [][]string{
		{"corpus", "add", file + ".md"}, {"corpus", "add", dir}, {"corpus", "add", file + ".none"}, {"corpus", "add", "https://u:secret@" + hostileText},
		{"corpus", "list"}, {"corpus", "verify"}, {"corpus", "show", hostileText}, {"corpus", "show", "NIST.FIPS.203#" + hostileText}, {"corpus", "remove", hostileText},
		{"ask", "What is a widget? " + hostileText}, {"ask", "What is a widget?", "--trace", trace}, {"ask", "How many bytes does a widget take?"}, {"ask", "x", "--doc", hostileText}, {"ask", hostileText}, {"ask", "--batch", file + ".none"},
		{"search", "widget"}, {"search", "widget", "--explain"}, {"search", hostileText},
		{"verify", "A widget is a small part that holds two gadgets together."}, {"verify", "A widget is big " + hostileText}, {"verify", "x", "--doc", hostileText},
		{"verify-receipt", file + ".jsonl"}, {"trace", "show", trace}, {"trace", "stats", trace}, {"trace", "replay", trace}, {"trace", "show", file + ".jsonl"},
		{"refs", dir}, {"refs", "-v", dir}, {"refs", file + ".none"}, {"check", dir}, {"check", "-v", file + ".go"}, {"check", "--fix", "--dry-run", dir}, {"check", "--fail-on", hostileText, dir},
		{"card", file + ".go:1:5"}, {"card", file + ".none:1:5"}, {"card", hostileText}, {"card", "widget"},
		{"eval", "ask", file + ".jsonl"}, {"eval", "retrieval", file + ".jsonl"}, {"eval", "feedback", "--db", file},
		{hostileText}, {"--" + hostileText}, {"check", "--fix", dir},
	} {
		var out, errs strings.Builder
		run(t.Context(), append(args, "--home", home), streams{in: strings.NewReader(""), out: &out, err: &errs})
		for stream, text := range map[string]string{"output": out.String(), "error": errs.String()} {
			if sign := hostileSign(text); sign != "" {
				t.Errorf("%q has in its standard %s %q", args, stream, sign)
			}
			if strings.Contains(text, "secret") {
				t.Errorf("%q has a password in its standard %s: %q", args, stream, text)
			}
			shown += strings.Count(text, `\u202e`)
		}
	}
	if shown < 40 {
		t.Errorf("the hostile text was shown %d times only: the test prints nothing", shown)
	}
}

// TestHostileNameIsOneLine: the finding of a file is one line, whatever its name.
func TestHostileNameIsOneLine(t *testing.T) {
	dir := hostileFiles(t)
	var out strings.Builder
	run(t.Context(), []string{"check", dir, "--home", t.TempDir()}, streams{in: strings.NewReader(""), out: &out, err: t.Output()})
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, dir) || !strings.HasSuffix(strings.TrimSuffix(line, "\n"), "]") {
			t.Errorf("no finding is on the line %q", line)
		}
	}
	if n := strings.Count(out.String(), "\n"); n < 2 {
		t.Errorf("%d findings in %q", n, &out)
	}
}

// TestJSONKeepsText: what is for programs has the text as it is in the file.
func TestJSONKeepsText(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(name, []byte("// FIPS\u00a0203, Algorithm\u00a099 \u202e\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"--json", "--sarif"} {
		var out strings.Builder
		run(t.Context(), []string{"check", name, format, "--home", t.TempDir()}, streams{in: strings.NewReader(""), out: &out, err: t.Output()})
		if !strings.Contains(out.String(), "FIPS\u00a0203, Algorithm\u00a099") {
			t.Errorf("%s prints %q", format, &out)
		}
	}
}
