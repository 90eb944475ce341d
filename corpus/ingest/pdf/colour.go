package pdf

// colour is a fill or stroke colour, as far as text and boxes depend on it.
type colour struct {
	light   bool // white or nearly
	pattern bool // what it leaves uncovered is unknown
	space   space
}

// space is a colour space in which light colours can be recognised.
type space int

// The spaces by what their components mean.
const (
	spaceOther space = iota
	spaceGray
	spaceRGB
	spaceCMYK
	spacePattern
)

// white is the share of light above which a colour is invisible on paper.
const white = 0.95

// drawColour runs the colour operators; it reports whether op was one.
func (f *frame) drawColour(op operator) bool {
	fill, stroke := &f.state.fill, &f.state.stroke
	switch op {
	case "g":
		f.setColour(fill, spaceGray)
	case "G":
		f.setColour(stroke, spaceGray)
	case "rg":
		f.setColour(fill, spaceRGB)
	case "RG":
		f.setColour(stroke, spaceRGB)
	case "k":
		f.setColour(fill, spaceCMYK)
	case "K":
		f.setColour(stroke, spaceCMYK)
	case "cs":
		*fill = colour{space: f.colourSpace(f.nameArg())}
	case "CS":
		*stroke = colour{space: f.colourSpace(f.nameArg())}
	case "sc", "scn":
		f.setColour(fill, fill.space)
	case "SC", "SCN":
		f.setColour(stroke, stroke.space)
	default:
		return false
	}
	return true
}

func (f *frame) setColour(c *colour, s space) {
	*c = colour{space: s, pattern: s == spacePattern}
	switch s {
	case spaceGray:
		c.light = len(f.args) >= 1 && f.arg(0) >= white
	case spaceRGB:
		c.light = len(f.args) >= 3 && f.arg(0) >= white && f.arg(1) >= white && f.arg(2) >= white
	case spaceCMYK:
		c.light = len(f.args) >= 4 && f.arg(0)+f.arg(3) <= 1-white && f.arg(1)+f.arg(3) <= 1-white && f.arg(2)+f.arg(3) <= 1-white
	}
}

// colourSpace identifies a space by its name or its entry in the resources.
func (f *frame) colourSpace(n name) space {
	src := f.reader.src
	switch n {
	case "DeviceGray":
		return spaceGray
	case "DeviceRGB":
		return spaceRGB
	case "DeviceCMYK":
		return spaceCMYK
	case "Pattern":
		return spacePattern
	}
	o := src.resolve(src.dict(f.resources["ColorSpace"])[n])
	if alias, is := o.(name); is && alias != n {
		switch alias {
		case "DeviceGray", "DeviceRGB", "DeviceCMYK", "Pattern":
			return f.colourSpace(alias)
		}
	}
	a, _ := o.(array)
	if len(a) == 0 {
		return spaceOther
	}
	switch src.name(a[0]) {
	case "CalGray":
		return spaceGray
	case "CalRGB":
		return spaceRGB
	case "Pattern":
		return spacePattern
	case "ICCBased":
		if len(a) > 1 {
			return map[int]space{1: spaceGray, 3: spaceRGB, 4: spaceCMYK}[integer(src.resolve(src.dict(a[1])["N"]))]
		}
	}
	return spaceOther
}
