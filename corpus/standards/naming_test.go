package standards

import (
	"testing"
	"unicode/utf8"
)

func TestDescribed(t *testing.T) {
	for question, want := range map[string]string{
		"when is RSA-2048 disallowed":                   "when is RSA with 112 bits of security strength disallowed",
		"(rsa2048)":                                     "(RSA with 112 bits of security strength)",
		"RSA-20480 and xRSA-2048":                       "RSA-20480 and xRSA-2048",
		"signature of the biggest ML-DSA parameter set": "signature of the ML-DSA-87",
		"smallest variant of ml-kem?":                   "ML-KEM-512?",
		"the largest SLH-DSA set":                       "the largest SLH-DSA set",
		"SLH-DSA 256f layers":                           "SLH-DSA-SHA2-256f and SLH-DSA-SHAKE-256f layers",
		"du and dv, or eta1":                            "d_u and d_v, or eta_1",
		"nothing of the kind":                           "nothing of the kind",
		"":                                              "",

		// Case, and what is next to a name.
		"rsa-3072, P-521.":               "RSA with 128 bits of security strength, an elliptic curve with at least 128 bits of security strength.",
		"2048-BIT RSA":                   "RSA with 112 bits of security strength",
		"RSA-2048 P-224":                 "RSA with 112 bits of security strength an elliptic curve with 112 bits of security strength",
		"RSA-2048/RSA-2048":              "RSA with 112 bits of security strength/RSA with 112 bits of security strength",
		"2048-bit RSA-3072":              "2048-bit RSA with 128 bits of security strength",
		"RſA-2048 is spelled oddly":      "RſA-2048 is spelled oddly",
		"P-256-like and RSA_RSA-2048":    "P-256-like and RSA_RSA-2048",
		"SPHINCS+-128f or SPHINCS+ 128F": "SLH-DSA-SHA2-128f and SLH-DSA-SHAKE-128f or SLH-DSA-SHA2-128f and SLH-DSA-SHAKE-128f",

		// Subscripts.
		"du, dv; (eta2) gamma1?":          "d_u, d_v; (eta_2) gamma_1?",
		"the value of lgw.":               "the value of lg_w.",
		"du/dv":                           "d_u/d_v",
		"DU, d_u, eta12, edu":             "DU, d_u, eta12, edu",
		"x.du, foo-du, du-x, du.y, _eta1": "x.du, foo-du, du-x, du.y, _eta1",
		"d’édu and duß":                   "d’édu and duß",

		// The largest and the smallest.
		"WEAKEST ML-DSA":                        "ML-DSA-44",
		"the highest security option of ML-KEM": "the highest security option of ML-KEM",
		"the strongest option of ML-KEM.":       "the ML-KEM-1024.",
		"largest standardized ML-KEM sets":      "ML-KEM-1024",
		"smallest ML-KEM-768 key":               "smallest ML-KEM-768 key",
		"largest value ML-KEM.KeyGen returns":   "largest value ML-KEM.KeyGen returns",
		"strongest option of ML-DSA-44":         "strongest option of ML-DSA-44",
		"largest HashML-DSA input":              "largest HashML-DSA input",
	} {
		if got := Described(question); got != want {
			t.Errorf("Described(%q) = %q, want %q", question, got, want)
		}
	}
}

// A question is replaced by name, never cut: it stays text, and what is already in
// the documents' words stays as it is.
func FuzzDescribed(f *testing.F) {
	for _, s := range []string{
		"when is RSA-2048 disallowed", "RSA-2048 P-256", "the largest ML-KEM set-up", "du/dv, η1 and eta1",
		"RſA-2048 ſmallest ML-\u212aEM", "\xff\xfe du\xff", "2048-bit RSA-3072", "0ſmAllest ML-KEM",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, question string) {
		got := Described(question)
		if utf8.ValidString(question) && !utf8.ValidString(got) {
			t.Errorf("Described(%q) = %q, not UTF-8", question, got)
		}
		if question != "" && got == "" {
			t.Errorf("Described(%q) is empty", question)
		}
	})
}
