package eval

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// archive packs pages, by member name, as cacm.tar.gz has them.
func archive(t testing.TB, pages map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	gz := gzip.NewWriter(&b)
	w := tar.NewWriter(gz)
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(pages[name]))}); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, pages[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), gz.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const cacmTopics = `<DOC>
<DOCNO> 1 </DOCNO>

 Sorting by
 merging

</DOC>
<DOC>
<DOCNO> 2 </DOCNO>
 A query that nobody judged
</DOC>
`

func cacmFS(t testing.TB) fstest.MapFS {
	return fstest.MapFS{
		"cacm.tar.gz": {Data: archive(t, map[string]string{
			"CACM-0007.html": "<html>\n<pre>\n\n\nMerging of &lt;Files&gt;\nin Place\n\nCACM May, 1960\n\nDoe, J.\n\n7\t5\t7\n\n</pre>\n</html>\n",
			"CACM-1207.html": "<html>\n<pre>\nTapes\n</pre>\n</html>\n",
			"README":         "no page",
		})},
		"topics.cacm.txt": {Data: []byte(cacmTopics)},
		"qrels.cacm.txt":  {Data: []byte("1 Q0 CACM-7 1\n1 Q0 CACM-1207 0\n")},
	}
}

func TestReadCACM(t *testing.T) {
	c, err := ReadCollection(kindCACM, cacmFS(t))
	if err != nil {
		t.Fatal(err)
	}
	want := &Collection{
		Name: "cacm",
		Items: []Item{
			{ID: "CACM-0007", Title: "Merging of <Files> in Place", Body: "CACM May, 1960\n\nDoe, J.\n\n7\t5\t7"},
			{ID: "CACM-1207", Title: "Tapes"},
		},
		Queries: []Topic{{ID: "1", Text: "Sorting by merging"}},
		Qrels:   Qrels{"1": {"CACM-0007": 1, "CACM-1207": 0}},
	}
	files := c.Files
	c.Files = nil
	if diff := cmp.Diff(want, c, cmp.AllowUnexported(Collection{})); diff != "" {
		t.Errorf("collection (-want +got):\n%s", diff)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
		if len(f.SHA256) != 64 {
			t.Errorf("%s has the hash %q", f.Name, f.SHA256)
		}
	}
	if diff := cmp.Diff([]string{"cacm.tar.gz", "topics.cacm.txt", "qrels.cacm.txt"}, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// Taken as they stand, names without their zeros are relevant items that no
// ranking can hold.
func TestReadCACMLiteral(t *testing.T) {
	c, err := ReadCollection(kindCACMLiteral, cacmFS(t))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Qrels{"1": {"CACM-7": 1, "CACM-1207": 0}}, c.Qrels); diff != "" {
		t.Errorf("judgements (-want +got):\n%s", diff)
	}
	everything := rankings{"Sorting by merging": {"CACM-0007", "CACM-1207"}}
	r, err := Ranking(t.Context(), c, everything.rank, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Means[0].Value != 0 {
		t.Errorf("%s is %v, want 0", r.Means[0].Measure, r.Means[0].Value)
	}
}

func TestReadCACMErrors(t *testing.T) {
	page := func(name string) []byte {
		return archive(t, map[string]string{name: "<pre>x</pre>"})
	}
	twice := archive(t, map[string]string{"CACM-0007.html": "<pre>x</pre>", "b/CACM-7.html": "<pre>x</pre>"})
	whole := archive(t, map[string]string{"CACM-0007.html": strings.Repeat("<pre>x</pre>", 2000)})
	for _, tc := range []struct {
		name, file string
		data       []byte
		want       string
	}{
		{"no gzip", "cacm.tar.gz", []byte("plain text, not packed"), "cacm.tar.gz: gzip"},
		{"cut off", "cacm.tar.gz", whole[:len(whole)/2], "cacm.tar.gz:"},
		{"strange name", "cacm.tar.gz", page("ABC-1.html"), `"ABC-1" is no name of a CACM abstract`},
		{"no text", "cacm.tar.gz", archive(t, map[string]string{"CACM-0007.html": "x"}), "no <pre>"},
		{"same number twice", "cacm.tar.gz", twice, `two items "CACM-0007"`},
		{"topic without a number", "topics.cacm.txt", []byte("<DOC>\nx\n</DOC>\n"), `topics.cacm.txt:2: unexpected "x"`},
		{"topic without text", "topics.cacm.txt", []byte("<DOC>\n<DOCNO> 1 </DOCNO>\n</DOC>\n"), "topics.cacm.txt:3: unexpected"},
		{"topic inside another", "topics.cacm.txt", []byte("<DOC>\n<DOC>\n"), "topics.cacm.txt:2: unexpected"},
		{"topic without an end", "topics.cacm.txt", []byte("<DOC>\n<DOCNO> 1 </DOCNO>\nx\n"), "does not end"},
		{"same topic twice", "topics.cacm.txt", []byte(cacmTopics + cacmTopics), `two queries "1"`},
		{"three fields", "qrels.cacm.txt", []byte("1 CACM-7 1"), "qrels.cacm.txt:1: judgement has 3 fields"},
		{"no grade", "qrels.cacm.txt", []byte("1 Q0 CACM-7 x"), `grade "x"`},
		{"huge grade", "qrels.cacm.txt", []byte("1 Q0 CACM-7 1000000"), "no integer from -100 to 100"},
		{"judged twice", "qrels.cacm.txt", []byte("1 Q0 CACM-7 1\n1 Q0 CACM-7 0"), "qrels.cacm.txt:2: query \"1\" judges item \"CACM-7\" twice"},
		{"judged twice under two names", "qrels.cacm.txt", []byte("1 Q0 CACM-7 1\n1 Q0 CACM-07 1"), "judges item \"CACM-0007\" twice"},
		{"unknown query", "qrels.cacm.txt", []byte("9 Q0 CACM-7 1"), `unknown query "9"`},
		{"unknown item", "qrels.cacm.txt", []byte("1 Q0 CACM-8 1"), `unknown item "CACM-0008"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			fsys := cacmFS(t)
			fsys[tc.file] = &fstest.MapFile{Data: tc.data}
			_, err := readCACM(fsys, false)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error is %v, want it to say %q", err, tc.want)
			}
		})
	}
}

func TestCACMArchiveIsBounded(t *testing.T) {
	packed := archive(t, map[string]string{"CACM-0001.html": "<pre>" + strings.Repeat("x", 100_000)})
	if _, err := parseCACMArchive("a", bytes.NewReader(packed), 200_000); err != nil {
		t.Fatalf("an archive within its bound gives %v", err)
	}
	if _, err := parseCACMArchive("a", bytes.NewReader(packed), 50_000); !errors.Is(err, errTooLarge) {
		t.Errorf("an archive over its bound gives %v, want errTooLarge", err)
	}
}

func scifactFS() fstest.MapFS {
	return fstest.MapFS{
		"corpus.jsonl": {Data: []byte(`{"_id":"10","title":"Cells","text":"Cells divide.","sentences":["Cells divide."]}
{"_id":"11","title":"Bones","text":"Bones grow."}
`)},
		"queries.jsonl":   {Data: []byte(`{"_id":"1","text":"Do cells divide?"}` + "\n" + `{"_id":"2","text":"Not judged"}` + "\n")},
		"qrels/test.tsv":  {Data: []byte("query-id\tcorpus-id\tscore\r\n1\t10\t1\r\n")},
		"qrels/train.tsv": {Data: []byte("query-id\tcorpus-id\tscore\n2\t11\t1\n")},
	}
}

func TestReadSciFact(t *testing.T) {
	c, err := ReadCollection(kindSciFact, scifactFS())
	if err != nil {
		t.Fatal(err)
	}
	c.Files = nil
	want := &Collection{
		Name:    "scifact/test",
		Items:   []Item{{"10", "Cells", "Cells divide."}, {"11", "Bones", "Bones grow."}},
		Queries: []Topic{{"1", "Do cells divide?"}},
		Qrels:   Qrels{"1": {"10": 1}},
	}
	if diff := cmp.Diff(want, c, cmp.AllowUnexported(Collection{})); diff != "" {
		t.Errorf("collection (-want +got):\n%s", diff)
	}
	train, err := readSciFact(scifactFS(), "train")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Topic{{"2", "Not judged"}}, train.Queries); diff != "" {
		t.Errorf("queries of the train split (-want +got):\n%s", diff)
	}
}

func TestReadSciFactErrors(t *testing.T) {
	for _, tc := range []struct{ name, file, data, want string }{
		{"no JSON", "corpus.jsonl", "x", "corpus.jsonl:1: parse record"},
		{"no id", "queries.jsonl", "\n{}", "queries.jsonl:2: record has no _id"},
		{"no header", "qrels/test.tsv", "1\t10\t1\n", "qrels/test.tsv:1: header is"},
		{"two fields", "qrels/test.tsv", "query-id\tcorpus-id\tscore\n1\t10\n", "qrels/test.tsv:2: judgement has 2 fields"},
	} {
		fsys := scifactFS()
		fsys[tc.file] = &fstest.MapFile{Data: []byte(tc.data)}
		if _, err := readSciFact(fsys, "test"); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error is %v, want it to say %q", tc.name, err, tc.want)
		}
	}
	if _, err := readSciFact(scifactFS(), "dev"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error for a split without a file is %v, want fs.ErrNotExist", err)
	}
	if _, err := readSciFact(scifactFS(), "../test"); !errors.Is(err, fs.ErrInvalid) && !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error for a split outside the folder is %v", err)
	}
}

func TestReadCollectionNamesTheKinds(t *testing.T) {
	_, err := ReadCollection("trec", fstest.MapFS{})
	if !errors.Is(err, errCollectionKind) || !strings.Contains(err.Error(), `"trec": want "cacm", "cacm-literal" or "scifact"`) {
		t.Errorf("error is %v, want errCollectionKind with the kinds", err)
	}
}

func FuzzReadCACM(f *testing.F) {
	good := cacmFS(f)
	f.Add(good["cacm.tar.gz"].Data, good["topics.cacm.txt"].Data, good["qrels.cacm.txt"].Data)
	f.Add(good["cacm.tar.gz"].Data[:100], []byte("<DOC>\n</DOC>"), []byte("1 Q0 CACM-7"))
	f.Fuzz(func(t *testing.T, pages, topics, qrels []byte) {
		c, err := readCACM(fstest.MapFS{
			"cacm.tar.gz": {Data: pages}, "topics.cacm.txt": {Data: topics}, "qrels.cacm.txt": {Data: qrels},
		}, false)
		checkCollection(t, c, err)
	})
}

func FuzzReadSciFact(f *testing.F) {
	good := scifactFS()
	f.Add(good["corpus.jsonl"].Data, good["queries.jsonl"].Data, good["qrels/test.tsv"].Data)
	f.Add([]byte("{\"_id\":\"1\",\"text\":\"\xff\"}"), []byte(`{"_id":""}`), []byte("query-id\t\n\t\t0"))
	f.Fuzz(func(t *testing.T, corpus, queries, qrels []byte) {
		c, err := readSciFact(fstest.MapFS{
			"corpus.jsonl": {Data: corpus}, "queries.jsonl": {Data: queries}, "qrels/test.tsv": {Data: qrels},
		}, "test")
		checkCollection(t, c, err)
	})
}

// checkCollection asserts what a run relies on: every query that is left has a
// relevant item, and that item exists.
func checkCollection(t *testing.T, c *Collection, err error) {
	if err != nil {
		return
	}
	items := map[string]bool{}
	for _, it := range c.Items {
		items[it.ID] = true
	}
	for _, q := range c.Queries {
		if !c.Qrels.judged(q.ID) {
			t.Fatalf("query %q has nothing relevant", q.ID)
		}
		for id := range c.Qrels[q.ID] {
			if !items[id] {
				t.Fatalf("query %q has the unknown item %q", q.ID, id)
			}
		}
	}
}
