package citations

import (
	"errors"
	"fmt"

	"github.com/pqcite/pqcite/core"
)

// The ways in which claims and citations can fail to fit together.
var (
	errUncited      = errors.New("claim has no citation")
	errUnknownKey   = errors.New("claim cites an unknown key")
	errUnusedKey    = errors.New("citation is cited by no claim")
	errDuplicateKey = errors.New("two citations have the same key")
)

// Validate checks the claims of an answer against its citations: each claim has
// at least one citation and only known ones, in its list and in the markers of
// its text, and each citation is used. The error joins one for each fault, in
// order; each wraps one of the sentinel errors above.
func Validate(claims []core.Claim, citations []core.Citation) error {
	var errs []error
	used := make(map[string]bool, len(citations))
	for i := range citations {
		key := citations[i].Key
		if _, ok := used[key]; ok {
			errs = append(errs, fmt.Errorf("%w: %q", errDuplicateKey, key))
		}
		used[key] = false
	}
	for i := range claims {
		errs = append(errs, validateClaim(i, &claims[i], used)...)
	}
	for i := range citations {
		if key := citations[i].Key; !used[key] {
			errs = append(errs, fmt.Errorf("%w: %q", errUnusedKey, key))
			used[key] = true
		}
	}
	return errors.Join(errs...)
}

// validateClaim checks one claim and marks the keys that it uses.
func validateClaim(i int, c *core.Claim, used map[string]bool) []error {
	var errs []error
	use := func(key string) {
		if _, ok := used[key]; !ok {
			errs = append(errs, fmt.Errorf("claim %d: %w: %q", i+1, errUnknownKey, key))
			return
		}
		used[key] = true
	}
	if len(c.Citations) == 0 {
		errs = append(errs, fmt.Errorf("claim %d: %w", i+1, errUncited))
	}
	for _, key := range c.Citations {
		use(key)
	}
	for _, m := range Markers(c.Text) {
		use(m.Key)
	}
	return errs
}
