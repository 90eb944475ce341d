package discordtest

import "slices"

// Posted are the public messages of a channel, oldest first: the bot's own and what
// users wrote.
func (s *Server) Posted(channel string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Message
	for _, p := range s.messages {
		if p.Channel == channel && p.seenBy == "" {
			out = append(out, p.Message)
		}
	}
	slices.SortFunc(out, func(a, b Message) int { return compareIDs(a.ID, b.ID) })
	return out
}
