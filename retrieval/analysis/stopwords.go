package analysis

import "github.com/pqcite/pqcite/internal/lex"

// stopwords occur everywhere and distinguish no passage: the function words, and words of
// talk. The words that make a norm (shall, must, may, should) are kept.
var stopwords = lex.Set(lex.FunctionWords + `
about above after again against although am because before below cannot doing
down during either else further having he her hers herself him himself his i
itself just me more most my myself neither off once other our ours ourselves
out own same she some their theirs them themselves therefore they through thus
too until up upon us very we whether why within you your yours yourself
yourselves arent cant couldnt didnt doesnt dont hadnt hasnt havent isnt lets
shouldnt wasnt werent wont wouldnt im ive youre youve theyre weve thats theres
e.g i.e etc`)

// questionWords are dropped from queries as well: they make a question of what
// is sought.
var questionWords = lex.Set(`can could does do did how please should tell explain define describe
mean means meaning stand stands`)
