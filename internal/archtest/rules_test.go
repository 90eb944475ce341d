// Package archtest checks the rules of the whole tree: which package may import which,
// and what every file must be like. The rules are data below; a breach names the file,
// the import and the reason.
package archtest

import (
	"os"
	"testing"
)

const (
	module = "github.com/pqcite/pqcite"
	root   = "../.."
)

// layers say what each package may import. A pattern is a package's path inside
// the module, and "/..." takes in what lies below it; "std" is the standard
// library and "lib" any library from elsewhere. Of the layers that match a package
// the one with the longest pattern applies; every package must have one.
var layers = []layer{
	{
		Packages: "core/...",
		May:      []string{"std", "core/...", "internal/..."},
		Reason:   "the contract must not depend on any of its implementations, nor on a library's release",
	},
	{
		Packages: "citations/...",
		May:      []string{"std", "core", "citations/...", "internal/...", "golang.org/x/text/...", "github.com/blevesearch/snowballstem/..."},
		Reason:   "checks are pure, so that every door can run them on anything",
	},
	{
		Packages: "settings",
		May:      []string{"std", "settings", "citations/...", "internal/...", "go.yaml.in/yaml/..."},
		Reason:   "every door reads the same settings, and none depends on another door",
	},
	{
		Packages: "retrieval/...",
		May:      []string{"std", "core", "retrieval/...", "internal/...", "lib"},
		Reason:   "an engine sees documents and passages as core has them, never how they were read",
	},
	{
		Packages: "corpus/...",
		May:      []string{"std", "core", "core/card", "corpus/...", "citations/...", "internal/...", "lib"},
		Reason:   "what can be cited must not depend on how it is found",
	},
	{
		Packages: "lsp/...",
		May:      []string{"std", ".", "core/...", "lsp/...", "settings", "citations/...", "corpus/...", "internal/...", "lib"},
		Reason:   "a door asks a library of the root package, and sees no engine",
	},
	{
		Packages: "chatbot/...",
		May:      []string{"std", ".", "core/...", "chatbot/...", "citations/...", "corpus/...", "internal/...", "lib"},
		Reason:   "a door asks a library of the root package, and sees no engine",
	},
	{
		Packages: "eval/...",
		May:      []string{"std", "core/...", "eval/...", "citations/...", "corpus/...", "internal/..."},
		Reason:   "a measure that knew its engine could favour it",
	},
	{
		Packages: "internal/...",
		May:      []string{"std", "internal/...", "lib"},
		Reason:   "internal has no domain words, so it can't know the packages that have",
	},
	{
		Packages: "internal/coretest",
		May:      []string{"std", "core"},
		Reason:   "a stand-in for a port speaks the contract's types, and nothing else",
	},
	{
		Packages: "cmd/...",
		May:      []string{"std", "...", "lib"},
		Reason:   "the command wires everything, and nothing imports it",
	},
	{
		Packages: ".",
		May:      []string{"std", ".", "core/...", "corpus/...", "citations/...", "retrieval/...", "internal/..."}, // "." for its examples
		Reason:   "the face of the product is built from its parts, and no part knows it",
	},
}

// owners say which packages alone may import a library.
var owners = []owner{
	{
		Library: "github.com/sourcegraph/jsonrpc2/...", Only: []string{"lsp/rpc"},
		Reason: "what its connection gets wrong is put right in one place",
	},
	{
		Library: "go.lsp.dev/...", Only: []string{"lsp/...", "internal/lsptest"},
		Reason: "protocol types stay behind the editor door",
	},
	{
		Library: "github.com/bwmarrin/discordgo/...", Only: []string{"chatbot/..."},
		Reason: "Discord's types stay behind the chat door",
	},
	{
		Library: "github.com/meilisearch/...", Only: []string{"retrieval/meili"},
		Reason: "what its client gets wrong, retries above all, is put right in one place",
	},
	{
		Library: "go.yaml.in/yaml/...", Only: []string{"settings"},
		Reason: "what people write is read strictly, in one place",
	},
	{
		Library: "go.etcd.io/bbolt/...", Only: []string{"chatbot/state"},
		Reason: "what the bot remembers has one owner, and rules on users that others can't see",
	},
	{
		Library: "corpus/ingest/pdf/syntax", Only: []string{"corpus/ingest/pdf"},
		Reason: "another object layer must fit behind Glyph",
	},
	{
		Library: "github.com/spf13/...", Only: []string{"cmd/..."},
		Reason: "flags belong to the command line",
	},
	{
		Library: "eval/corruption", Only: []string{"cmd/pqcite-dev"},
		Reason: "whoever installs pqcite gets no tools of those who work on it",
	},
}

// testSupport are packages for tests alone. Like a test they may import testLibraries,
// and nothing that is shipped may import either.
var (
	testSupport = []string{
		"internal/coretest", "internal/discordtest", "internal/fonttest", "internal/golden", "internal/llmtest", "internal/lsptest",
		"internal/meilitest", "internal/race",
	}
	testLibraries = []string{
		"testing/...", "github.com/google/go-cmp/...", "github.com/rogpeppe/go-internal/...", "go.uber.org/goleak",
		"github.com/cloudflare/circl/...", "github.com/owenrumney/go-sarif/...", "github.com/santhosh-tekuri/jsonschema/...",
	}
)

// forTests reports whether an import is for tests alone.
func forTests(imp string) bool { return matchesAny(testSupport, imp) || matchesAny(testLibraries, imp) }

func tree(t *testing.T) []pkg {
	t.Helper()
	pkgs, err := load(os.DirFS(root), module)
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

func report(t *testing.T, breaches []string) {
	t.Helper()
	for _, b := range breaches {
		t.Error(b)
	}
}

func TestLayers(t *testing.T) { report(t, checkLayers(tree(t), layers)) }

func TestLibraryOwners(t *testing.T) { report(t, checkOwners(tree(t), owners)) }

func TestShippedCodeImportsNoTestLibrary(t *testing.T) { report(t, checkShipped(tree(t))) }

func TestPackageComments(t *testing.T) { report(t, checkComments(tree(t))) }

func TestFileLength(t *testing.T) { report(t, checkLength(tree(t))) }

func TestNoMachineInFiles(t *testing.T) {
	breaches, err := checkText(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	report(t, breaches)
}
