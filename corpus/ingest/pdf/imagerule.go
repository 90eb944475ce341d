package pdf

// drawImageRule takes an image that is as thin as a ruled line for one: dvips
// draws all rules as images of one dot, and what distils them leaves it at that.
func (f *frame) drawImageRule(b Box) {
	width, height := b.X1-b.X0, b.Y1-b.Y0
	if f.concealed() || min(width, height) >= maxRuleThickness || max(width, height) < maxRuleThickness {
		return
	}
	f.out.Rules = append(f.out.Rules, Rule(b))
}
