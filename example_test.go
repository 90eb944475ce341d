package pqcite_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"strings"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/core"
)

// ctx is that of a program.
var ctx = context.Background()

// open opens the user's library. Here there is none, and the embedded summaries answer.
func open() *pqcite.Library {
	lib, err := pqcite.Open(ctx, pqcite.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return lib
}

func ExampleLibrary_Ask() {
	lib := open()
	defer lib.Close()
	for _, question := range []string{"How large is a ciphertext of ML-KEM-768?", "How large is a ciphertext of ML-KEM-2048?"} {
		o, err := lib.Ask(ctx, question, pqcite.AskOptions{})
		if err != nil {
			log.Fatal(err)
		}
		if o.Status == core.Refused {
			fmt.Println(o.RefusalReason, "-", o.Detail)
			continue
		}
		fmt.Println(o.ShortAnswer)
		for _, c := range o.Citations {
			fmt.Printf("[%s] %s, PDF page %d, from the %s: %q\n", c.Key, c.DocID, c.StartPage, c.Source, c.Text())
		}
	}
	// Output:
	// The ML-KEM-768 ciphertext is 1088 bytes.
	// [c1] NIST.FIPS.203, PDF page 48, from the pack: "Table 3. Sizes (in bytes) of keys and ciphertexts of ML-KEM\nparameter set\tencapsulation key\tdecapsulation key\tciphertext\tshared secret key\n…\nML-KEM-768\t1184\t2400\t1088\t32"
	// missing_term - No passage that was found mentions "ML-KEM-2048".
}

func ExampleLibrary_Search() {
	lib := open()
	defer lib.Close()
	hits, err := lib.Search(ctx, "implicit rejection", pqcite.SearchOptions{Count: 2})
	if err != nil {
		log.Fatal(err)
	}
	for _, h := range hits {
		fmt.Printf("%d. %s, PDF page %d (printed %s): %s\n", h.Rank, h.DocID, h.StartPage, h.PrintedPage, h.Section)
	}
	// Output:
	// 1. NIST.FIPS.203, PDF page 42 (printed 33): 6 Main Internal Algorithms > 6.3 Internal Decapsulation
	// 2. NIST.FIPS.203, PDF page 43 (printed 34): 6 Main Internal Algorithms > 6.3 Internal Decapsulation
}

func ExampleLibrary_Card() {
	lib := open()
	defer lib.Close()
	for _, words := range []string{"FIPS 203, Algorithm 13", "MLKEM768_CIPHERTEXTBYTES"} {
		if c, ok := lib.Card(words); ok {
			fmt.Println(c.Heading)
		}
	}
	// Output:
	// FIPS 203, Algorithm 13 — K-PKE.KeyGen
	// MLKEM768_CIPHERTEXTBYTES — ML-KEM-768, ciphertext: 1088 bytes
}

func ExampleLibrary_References() {
	lib := open()
	defer lib.Close()
	r, err := lib.References(ctx, pqcite.File{Name: "kem.go", Text: "// decaps follows FIPS 203, Algorithm 21, and Section 9.9.\n"})
	if err != nil {
		log.Fatal(err)
	}
	for _, o := range r.Found {
		fmt.Printf("%q is %s: %s\n", o.Text, o.Status, o.Target.Title())
		if o.Nearest != nil {
			fmt.Println("nearest:", o.Nearest[0].Title())
		}
	}
	// Output:
	// "FIPS 203, Algorithm 21" is resolved: FIPS 203, Algorithm 21. ML-KEM.Decaps
	// "Section 9.9" is dangling: FIPS 203
	// nearest: FIPS 203, 8 Parameter Sets
}

func ExampleLibrary_Check() {
	lib := open()
	defer lib.Close()
	checked, err := lib.Check(ctx, pqcite.File{Name: "kem.go", Text: "// keyGen is ML-KEM.KeyGen (FIPS 203, Algorithm 13).\n"}, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, b := range checked.Breaches {
		if b.Ignored != nil {
			continue // by a comment in the file
		}
		fmt.Printf("%s: %s\n", b.Severity, rules.Complaint(b.Occurrence))
	}
	// Output:
	// error: "FIPS 203, Algorithm 13": Algorithm 13 is "K-PKE.KeyGen"; "ML-KEM.KeyGen" is Algorithm 19; should be 19
}

func ExampleLibrary_Verify() {
	lib := open()
	defer lib.Close()
	for _, claim := range []string{"ML-KEM is derived from CRYSTALS-KYBER.", "The shared secret key of ML-KEM has 64 bytes.", "A hypertree is a kind of fruit."} {
		v, err := lib.Verify(claim, pqcite.VerifyOptions{Document: "FIPS 203"})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s (%s), not there: %q\n", v.Verdict, v.Rule, v.Unsupported)
	}
	// Output:
	// supported (typed-fact), not there: []
	// contradicted (typed-fact), not there: ["64 bytes"]
	// unverifiable (claim-uncovered), not there: ["hypertree" "kind" "fruit"]
}

func ExampleLibrary_VerifyReceipt() {
	lib := open()
	defer lib.Close()
	answer, err := lib.Ask(ctx, "How large is a ciphertext of ML-KEM-768?", pqcite.AskOptions{})
	if err != nil {
		log.Fatal(err)
	}
	receipt, err := json.Marshal(answer) // what "pqcite ask --json" prints
	if err != nil {
		log.Fatal(err)
	}
	var o core.Outcome
	if err := json.Unmarshal(receipt, &o); err != nil {
		log.Fatal(err)
	}
	fmt.Println(lib.VerifyReceipt(o).Holds)

	o.Citations[0].Quote = strings.Replace(o.Citations[0].Quote, "1088", "1089", 1)
	r := lib.VerifyReceipt(o)
	fmt.Println(r.Holds, r.Citations[0].Holds)
	// Output:
	// true
	// false false
}
