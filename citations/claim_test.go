package citations

import (
	"testing"

	"github.com/pqcite/pqcite/core"
)

func TestCheckClaim(t *testing.T) {
	row, head := "W-768\t1184\t2 400\t1088", "Table 3. Sizes (in bytes)\nencapsulation key\tdecapsulation key\tciphertext"
	tests := []struct {
		name, claim string
		quotes      []string
		want        core.Verdict
		rule        string
	}{
		{"word for word", "A key is a string.", []string{"Other.", "A key is\na string."}, core.Verbatim, ClaimQuoted},
		{"a broken word", "an encapsulated key", []string{"an encapsu-\nlated key is"}, core.Verbatim, ClaimQuoted},
		{"a cell", "W-768, ciphertext: 1088 bytes", []string{row, head}, core.Supported, ClaimComposed},
		{"another number", "W-768, ciphertext: 1089 bytes", []string{row, head}, core.Partial, ClaimLoose},
		{"another set", "W-512, ciphertext: 1088 bytes", []string{row, head}, core.Partial, ClaimLoose},
		{"an exponent is no factor", "2138", []string{"about 2^138 of them"}, core.Partial, ClaimLoose},
		{"a part of a number", "56 bytes", []string{"256 bytes"}, core.Partial, ClaimLoose},
		{"nothing cited", "A key.", nil, core.Unverifiable, ClaimUncited},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if v, rule := CheckClaim(tt.claim, tt.quotes); v != tt.want || rule != tt.rule {
				t.Errorf("CheckClaim() = %s, %s; want %s, %s", v, rule, tt.want, tt.rule)
			}
		})
	}
}
