package retrieval

// WeightedTerms shows tests the terms of a query.
func (e *Engine) WeightedTerms(query string) []weightedTerm { return e.weightedTerms(query) }
