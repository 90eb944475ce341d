package standards

import (
	"strings"
	"testing"
)

// TestSizeWords holds that each word for a size or parameter names a column that the
// tables have for every set of its family, as an integer.
func TestSizeWords(t *testing.T) {
	checked := 0
	check := func(family, column string) {
		for _, set := range setsOf(family) {
			if row, ok := rowOf(set, []string{column}); !ok || row.value <= 0 || row.page == 0 {
				t.Errorf("%s has no integer %q: %+v", set, column, row)
			}
			checked++
		}
	}
	for _, t := range things {
		check(t.family, t.columns)
	}
	for _, s := range symbols {
		check(s.family, s.column)
	}
	if checked < 150 {
		t.Errorf("%d values were looked at", checked)
	}
}

// TestListedSizes: what the pack lists for an identifier is what its words say, as far
// as they say anything.
func TestListedSizes(t *testing.T) {
	read := 0
	for _, id := range Identifiers() {
		n, ok := readSizeName(id.Text)
		if !ok || id.Term == "" {
			continue
		}
		read++
		if n.sets[0] != id.Term && !strings.HasPrefix(id.Term, "SLH-DSA") || id.Quantity != "" && n.sized && n.columns[0] != id.Quantity {
			t.Errorf("%q is %q of %q, and is read as %+v", id.Text, id.Quantity, id.Term, n)
		}
	}
	if read < 60 {
		t.Errorf("%d identifiers of the list are read", read)
	}
}

func FuzzSizeName(f *testing.F) {
	for _, s := range []string{"MLKEM768_CIPHERTEXTBYTES", "OQS_SIG_ml_dsa_65_length_signature", "kMLDSA44PublicKeyBytes", "OSSL_SLH_DSA_256S_SIG_BYTES", "k"} {
		f.Add(s, int64(1))
	}
	f.Fuzz(func(t *testing.T, s string, value int64) {
		if len(s) > 80 {
			return
		}
		if size, ok := (Register{}).Denied(s, value); ok && (size.Value == value || size.Says == "" || size.Page == 0) {
			t.Errorf("%q = %d is denied by %+v", s, value, size)
		}
	})
}
