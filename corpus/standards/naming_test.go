package standards

import "testing"

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
	} {
		if got := Described(question); got != want {
			t.Errorf("Described(%q) = %q, want %q", question, got, want)
		}
	}
}
