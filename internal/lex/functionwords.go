package lex

// FunctionWords are the English words, in lower case, that have a grammatical function
// and no content: what ranks passages drops them, and what proves claims does not ask
// for them. Each of the two adds what it alone can do without; neither may drop what it
// needs, "before" and "after" of a claim, "shall" and "must" of a query.
const FunctionWords = `
a all also an and any are as at be been being between both but by could did do does each
for from had has have here if in into is it its no nor not of on only or over so such
than that the then there these this those to under via was were what when where which
while who whom whose will with would`
