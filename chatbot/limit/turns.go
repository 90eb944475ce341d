package limit

import "slices"

// turns are asks that wait, by guild. Guilds take turns; the first is the next.
type turns struct {
	guilds []*waiting
	n      int // asks
}

// waiting are the asks of one guild, oldest first.
type waiting struct {
	id   string
	asks []*ask
}

// guildOf is the guild in whose turn an ask runs. Each user's direct messages are
// as one.
func guildOf(k Key) string {
	if k.Guild == "" {
		return "@" + k.User
	}
	return k.Guild
}

func (t *turns) find(k Key) int {
	id := guildOf(k)
	return slices.IndexFunc(t.guilds, func(w *waiting) bool { return w.id == id })
}

// next is the position that an ask of a key would get.
func (t *turns) next(k Key) int {
	own := t.find(k)
	before := 0 // asks of its own guild
	if own >= 0 {
		before = len(t.guilds[own].asks)
	} else {
		own = len(t.guilds) // a new guild comes last
	}
	position := before + 1
	for i, w := range t.guilds {
		switch {
		case i < own:
			position += min(len(w.asks), before+1)
		case i > own:
			position += min(len(w.asks), before)
		}
	}
	return position
}

// add takes an ask in and returns its position.
func (t *turns) add(a *ask) int {
	position := t.next(a.key)
	i := t.find(a.key)
	if i < 0 {
		i = len(t.guilds)
		t.guilds = append(t.guilds, &waiting{id: guildOf(a.key)})
	}
	t.guilds[i].asks = append(t.guilds[i].asks, a)
	t.n++
	return position
}

// take removes the next ask, and puts its guild last. There must be one.
func (t *turns) take() *ask {
	w := t.guilds[0]
	a := w.asks[0]
	w.asks[0] = nil
	w.asks = w.asks[1:]
	t.guilds = t.guilds[1:]
	if len(w.asks) > 0 {
		t.guilds = append(t.guilds, w)
	}
	t.n--
	return a
}

// newestOfMost is the newest ask of the guild that has most, if that guild has at least two
// more than the key's guild, so that they do not push each other out in turn; otherwise nil.
func (t *turns) newestOfMost(k Key) *ask {
	most := 1
	if i := t.find(k); i >= 0 {
		most = len(t.guilds[i].asks) + 1
	}
	var newest *ask
	for _, w := range t.guilds {
		if n := len(w.asks); n > most {
			most, newest = n, w.asks[n-1]
		}
	}
	return newest
}

// remove takes an ask out, if it is there.
func (t *turns) remove(a *ask) bool {
	i := t.find(a.key)
	if i < 0 {
		return false
	}
	w := t.guilds[i]
	j := slices.Index(w.asks, a)
	if j < 0 {
		return false
	}
	w.asks = slices.Delete(w.asks, j, j+1)
	if len(w.asks) == 0 {
		t.guilds = slices.Delete(t.guilds, i, i+1)
	}
	t.n--
	return true
}
