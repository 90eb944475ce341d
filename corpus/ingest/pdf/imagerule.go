package pdf

// drawImageRule treats an image as thin as a ruled line as one: dvips draws all rules
// as one-dot images, and distillers keep them.
func (f *frame) drawImageRule(b Box) {
	width, height := b.X1-b.X0, b.Y1-b.Y0
	if f.concealed() || min(width, height) >= maxRuleThickness || max(width, height) < maxRuleThickness {
		return
	}
	f.out.Rules = append(f.out.Rules, Rule(b))
}
