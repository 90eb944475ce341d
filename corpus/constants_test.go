package corpus_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/corpus"
)

// wrongValues scans a file for constants that contradict a table.
func wrongValues(l *corpus.Library, text string, lang *prose.Language) []refs.Occurrence {
	return slices.DeleteFunc(l.Scanner().Scan(text, lang), func(o refs.Occurrence) bool { return o.Status != refs.WrongValue })
}

// TestWrongConstants: a constant that contradicts a table is found in every form, its
// fix is the table's value in the form that is written, and a scan of the corrected
// file finds nothing.
func TestWrongConstants(t *testing.T) {
	l := open(t, t.TempDir())
	for _, tt := range []struct{ lang, text, span, fix, note string }{
		{"c", "#define MLKEM768_CIPHERTEXTBYTES 1087", "MLKEM768_CIPHERTEXTBYTES 1087", "1088", "the ciphertext of ML-KEM-768 has 1088 bytes (FIPS 203, Table 3, page 39)"},
		{"c", "# define MLKEM768_CIPHERTEXTBYTES  (1087u) /* bytes */", "", "1088", "1088 bytes"},
		{"c", "#define PQCLEAN_MLKEM512_CLEAN_CRYPTO_SECRETKEYBYTES 1633", "", "1632", "the decapsulation key of ML-KEM-512"},
		{"c", "#define PQCLEAN_MLDSA65_AVX2_CRYPTO_BYTES 3293", "", "3309", "the signature of ML-DSA-65 has 3309 bytes (FIPS 204, Table 2, page 16)"},
		{"c", "#define OQS_KEM_ml_kem_768_length_shared_secret 64", "", "32", ""},
		{"c", "#define OQS_SIG_ml_dsa_65_length_public_key 1953", "", "1952", ""},
		{"c", "# define OSSL_SLH_DSA_256S_SIG_BYTES 29729", "", "29792", "the signature of SLH-DSA-SHA2-256s has 29792 bytes (FIPS 205, Table 2"},
		{"c", "# define OSSL_SLH_DSA_128F_H_DASH 9", "", "3", "h^′ of SLH-DSA-SHA2-128f is 3"},
		{"c", "static const size_t kMLDSA44PublicKeyBytes = 1313;", "kMLDSA44PublicKeyBytes = 1313", "1312", ""},
		{"c", "enum {\n  ML_DSA_87_SIGNATURE_BYTES = 4595,\n  X = 1\n};", "ML_DSA_87_SIGNATURE_BYTES = 4595", "4627", ""},
		{"c", "enum { MLKEM_512_CT_LEN = 0x301, MLKEM_1024_PK_LEN = 0x621 };", "MLKEM_512_CT_LEN = 0x301", "0x300", ""},
		{"cpp", "constexpr std::size_t MlKem1024CiphertextSize = 1'586;", "", "1'568", ""},
		{"go", "const MLKEM768CiphertextSize = 1_087", "", "1_088", ""},
		{"go", "package a\n\nconst (\n\tOther = 1\n\tMLDSA65SignatureSize int = 3308 // bytes\n)\n", "MLDSA65SignatureSize int = 3308", "3309", ""},
		{"rust", "pub const MLKEM768_PUBLICKEYBYTES: usize = 1148;", "", "1184", "the encapsulation key of ML-KEM-768"},
		{"rust", "pub const SLH_DSA_SHAKE_192F_SIG_LEN: usize = 35_644usize;", "", "35_664", ""},
		{"java", "    public static final int ML_KEM_768_CIPHERTEXT_SIZE = 1087;", "", "1088", ""},
		{"python", "ML_DSA_44_SIGNATURE_SIZE: Final[int] = 2440  # bytes", "", "2420", ""},
		{"python", "MLKEM512_CIPHERTEXT_LEN = 786", "", "768", ""},
		{"typescript", "export const MLKEM1024_DK_LENGTH: number = 3186;", "", "3168", ""},
		{"javascript", "const SIZES = {\n  MLKEM768_CIPHERTEXTBYTES: 1087,\n};", "MLKEM768_CIPHERTEXTBYTES: 1087", "1088", ""},
		{"javascript", "const MLKEM768_CIPHERTEXTBYTES = 1087n", "", "1088", ""},
		{"c", "#define MLDSA65_TAU 39", "", "49", "τ of ML-DSA-65 is 49 (FIPS 204, Table 1, page 15)"},
		{"c", "#define MLKEM_Q 3229", "", "3329", "q of each set of ML-KEM is 3329 (FIPS 203, Table 2"},
		{"c", "#define OSSL_ML_KEM_SHARED_SECRET_BYTES 64", "", "32", "the shared secret key of each set of ML-KEM has 32 bytes"},
		{"c", "#define ML_KEM_512_RANK 3", "", "2", "k of ML-KEM-512 is 2"},
		{"rust", "const MLKEM512_ETA1: u8 = 2;", "", "3", "η_1 of ML-KEM-512 is 3"},
		{"c", "#define MLKEM768_SECRETKEYBYTES 3168", "", "2400", ""}, // of ML-KEM-1024
	} {
		lang := prose.LanguageNamed(tt.lang)
		found := wrongValues(l, tt.text, lang)
		if len(found) == 0 {
			t.Errorf("%s: %q: nothing is found", tt.lang, tt.text)
			continue
		}
		o := &found[0]
		if rules.Broken(o) != "wrong-value" || o.Fix == nil || o.Fix.Text != tt.fix || !strings.Contains(o.Note, tt.note) || tt.span != "" && o.Text != tt.span {
			t.Errorf("%q is %s, %q: %+v, %q", tt.text, rules.Broken(o), o.Text, o.Fix, o.Note)
		}
		if want := "; should be " + tt.fix; !strings.HasSuffix(rules.Complaint(o), want) || o.Target.Anchor == nil || o.URL == "" {
			t.Errorf("%q: complaint %q, target %v, %q", tt.text, rules.Complaint(o), o.Target.Anchor, o.URL)
		}
		fixed := tt.text
		for _, o := range slices.Backward(found) {
			fixed = fixed[:o.Fix.Span.Start] + o.Fix.Text + fixed[o.Fix.Span.End:]
		}
		if again := wrongValues(l, fixed, lang); len(again) > 0 {
			t.Errorf("%q is still wrong: %q", fixed, again[0].Note)
		}
	}
}

// TestRightConstants: what is right, is no constant, or may mean something else is no
// finding.
func TestRightConstants(t *testing.T) {
	l := open(t, t.TempDir())
	for lang, texts := range map[string][]string{
		"c": {
			"#define MLKEM768_CIPHERTEXTBYTES 1088", "// #define MLKEM768_CIPHERTEXTBYTES 1087", "/*\n#define MLKEM768_CIPHERTEXTBYTES 1087\n*/",
			`s = "MLKEM768_CIPHERTEXTBYTES = 1087";`, "#define MLKEM768_CIPHERTEXTBYTES (32 * 34 - 1)", "#define MLKEM768_CIPHERTEXTBYTES 1087 + 1",
			"#define MLKEM768_CIPHERTEXTBYTES 1087 \\\n + 1", "#define MLKEM768_CIPHERTEXTBYTES 01087", "#define MLKEM768_CIPHERTEXTBYTES 1.5",
			"#define KYBER768_CIPHERTEXTBYTES 1087", "#define PQCLEAN_KYBER768_CLEAN_CRYPTO_CIPHERTEXTBYTES 1087", "#define DILITHIUM3_BYTES 3293",
			"#define X25519MLKEM768_CIPHERTEXTBYTES 1120", "#define MLKEM768_X25519_PUBLICKEYBYTES 1216", "#define HYBRID_MLKEM768_CIPHERTEXT_SIZE 1120",
			"#define MLKEM768_CIPHERTEXT_BITS 8704", "#define MLKEM_MAX_MLKEM768_CIPHERTEXTBYTES 1568", "#define MLKEM768_POLYVECCOMPRESSEDBYTES 960",
			"#define MLKEM768_INDCPA_SECRETKEYBYTES 1152", "#define MLKEM768_SECRETKEYBYTES 64", "#define MLDSA65_SECRETKEYBYTES 32",
			"#define MLDSA65_PRIVATE_KEY_SIZE 20480", "#define MLKEM768_PUBLIC_KEY_SIZE 1206", "#define ML_DSA_65_PRIVATE_KEY_LEN 4060",
			"#define MLKEM768_SEEDBYTES 64", "#define MLKEM768_SYMBYTES 32", "#define MLKEM768_CIPHERTEXT 3", "#define MLKEM768_SIZE 5", "#define MLDSA55_BYTES 3",
			"size_t mlkem768_ciphertext_len = 7;", "size_t mlkem768_ct_len = 0;", "if (MLKEM768_CIPHERTEXTBYTES == 1087) {", "f(MLKEM768_CIPHERTEXTBYTES, 1087);",
			"x.MLKEM768_CIPHERTEXTBYTES = 1087;", "#define MLKEM768_CT_MLKEM512_CT_BYTES 3", "#define MLDSA65_PACKED_SIGNATURE_BYTES 3300",
			"uint8_t MLKEM768_CIPHERTEXTBYTES[1087] = {1};", "#define MLDSA65_GAMMA1 19", "#define MLDSA44_LAMBDA 32", "#define MLKEM768_ID 7",
			"const size_t MLKEM768_CIPHERTEXTBYTES = 1087\n  + 1;", "#define MLKEM768_CIPHERTEXTBYTES_B64 1452", "#define SLH_DSA_128_SIG_BYTES 3", "#define MLKEM_K 7",
			"#define MLKEM_CIPHERTEXTBYTES 7", "#define MLDSA_ETA 7",
			"enum {\n    ML_DSA_44k = 431, /* 2.16.840.1.101.3.4.3.17 */\n    SLH_DSA_SHA2_128Sk = 434,\n    SLH_DSA_SHAKE_256Fk = 0x7db37ae3,\n};",
			"#define ML_DSA_44_K 431", "#define MLDSA65K 7", "enum { MLKEM512_K = 20, MLKEM768_K = 21, MLKEM1024_K = 22 };", "#define SLH_DSA_SHA2_128S_N 1", "#define NID_ML_DSA_44 1457",
			"#define MLKEM768_ID 3", "#define ML_DSA_65_LEVEL 3", "#define ML_KEM_768_TYPE 2", "#define MLDSA44h 5", "#define MLKEM768q 7", "#define MLDSA65_SIG 2", "#define MLDSA65_PK 3",
		},
		"go": {
			"var a, MLKEM768CiphertextSize = 1087, 1088", "\tMLKEM768CiphertextSize = 1087", "const MLKEM768CiphertextSize = 1024 + 64", "MLKEM768CiphertextSize, x := 1, 2",
			"func f() {\n\tmlkem768CiphertextSize := 10\n}",
		},
		"python":   {"f(mlkem768_ct_len=3)", "MLKEM768_CT_LEN, X = 1087, 3", "if MLKEM768_CT_LEN == 1087:\n    pass", "'''\nMLKEM768_CT_LEN = 1087\n'''"},
		"rust":     {"let mut mlkem768_ct_len = 3;", "match x { MLKEM768_CIPHERTEXTBYTES => 1087, }", "mlkem768::CIPHERTEXT_LEN == 1087"},
		"markdown": {"MLKEM768_CIPHERTEXTBYTES = 1087"},
		"yaml":     {"MLKEM768_CIPHERTEXTBYTES: 1087"},
	} {
		for _, text := range texts {
			if found := wrongValues(l, text, prose.LanguageNamed(lang)); len(found) > 0 {
				t.Errorf("%s: %q: %s", lang, text, rules.Complaint(&found[0]))
			}
		}
	}
}

// TestConstantsOfGo: Go's own sources have no constant that contradicts a table.
func TestConstantsOfGo(t *testing.T) {
	root := filepath.Join(goSources(t), "crypto")
	if _, err := os.Stat(root); err != nil {
		t.Skipf("there are no sources of Go: %v", err)
	}
	l := open(t, t.TempDir())
	files := 0
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		for _, o := range wrongValues(l, string(data), &prose.Go) {
			t.Errorf("%s: %s", path, rules.Complaint(&o))
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files were read: %v", files, err)
	}
}
