package analysis

import "strings"

// stopwords are the English words that occur everywhere and tell nothing apart.
// The words that make a norm (shall, must, may, should) are kept.
var stopwords = wordSet(`
a about above after again against all also although am an and any are as at
be because been before being below between both but by cannot could did do does
doing down during each either else for from further had has have having he her
here hers herself him himself his i if in into is it its itself just me
more most my myself neither no nor not of off on once only or other our ours
ourselves out over own same she so some such than that the their theirs them
themselves then there therefore these they this those through thus to too under
until up upon us very via was we were what when where whether which while who
whom whose why will with within would you your yours yourself yourselves
arent cant couldnt didnt doesnt dont hadnt hasnt havent isnt lets shouldnt
wasnt werent wont wouldnt im ive youre youve theyre weve thats theres
e.g i.e etc`)

// questionWords are dropped from queries as well: they make a question of what
// is sought.
var questionWords = wordSet(`can could does do did how please should tell explain define describe
mean means meaning stand stands`)

func wordSet(list string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}
