package retrieval

// WeightedTerms shows tests the terms of a query.
func (e *Engine) WeightedTerms(query string) []weightedTerm { return e.weightedTerms(query) }

// What tests of engines with other parameters, and of errors, need.
var (
	DefaultParams = defaultParams
	NoRerank      rerankWeights
	ErrQuery      = errQuery
	ErrDigest     = errDigest
)

func WithParams(p params) Option { return func(to *settings) { to.params = p } }
