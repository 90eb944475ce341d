package citations

import (
	"errors"
	"fmt"

	"github.com/pqcite/pqcite/core"
)

// The ways in which claims and citations can fail to fit together.
var (
	ErrUncited      = errors.New("claim has no citation")
	ErrUnknownKey   = errors.New("claim cites an unknown key")
	ErrUnusedKey    = errors.New("citation is cited by no claim")
	ErrDuplicateKey = errors.New("two citations have the same key")
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
			errs = append(errs, fmt.Errorf("%w: %q", ErrDuplicateKey, key))
		}
		used[key] = false
	}
	for i := range claims {
		errs = append(errs, validateClaim(i, &claims[i], used)...)
	}
	for i := range citations {
		if key := citations[i].Key; !used[key] {
			errs = append(errs, fmt.Errorf("%w: %q", ErrUnusedKey, key))
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
			errs = append(errs, fmt.Errorf("claim %d: %w: %q", i+1, ErrUnknownKey, key))
			return
		}
		used[key] = true
	}
	if len(c.Citations) == 0 {
		errs = append(errs, fmt.Errorf("claim %d: %w", i+1, ErrUncited))
	}
	for _, key := range c.Citations {
		use(key)
	}
	for _, m := range Markers(c.Text) {
		use(m.Key)
	}
	return errs
}
