package syntax

// maxRowBytes bounds a row of predicted data: cross-reference streams have a few
// bytes, pictures a few thousand.
const maxRowBytes = 1 << 24

// unpredict undoes the prediction of Flate and LZW data (ISO 32000-1, 7.4.4.4). Data
// that are not whole rows are an error.
func unpredict(src []byte, params Dict) ([]byte, error) {
	predictor := intOr(params, "Predictor", 1)
	if predictor == 1 {
		return src, nil
	}
	colors, bits, columns := intOr(params, "Colors", 1), intOr(params, "BitsPerComponent", 8), intOr(params, "Columns", 1)
	if colors < 1 || colors > 64 || columns < 1 || columns > maxRowBytes || bits < 1 || bits > 16 || bits&(bits-1) != 0 {
		return nil, errFilter
	}
	row, pixel := (colors*bits*columns+7)/8, (colors*bits+7)/8
	if row > maxRowBytes {
		return nil, errFilter
	}
	switch {
	case predictor >= 10 && predictor <= 15:
		return unpredictPNG(src, row, pixel)
	case predictor == 2 && bits == 8:
		return unpredictTIFF(src, row, pixel)
	}
	return nil, errFilter
}

// intOr returns an integer parameter; anything else is -1, which no parameter may be.
func intOr(d Dict, key Name, fallback int) int {
	v, has := d[key]
	if !has {
		return fallback
	}
	if n, is := v.(int); is {
		return n
	}
	return -1
}

func unpredictTIFF(src []byte, row, pixel int) ([]byte, error) {
	if len(src)%row != 0 {
		return nil, errShort
	}
	for at := 0; at < len(src); at += row {
		for i := at + pixel; i < at+row; i++ {
			src[i] += src[i-pixel]
		}
	}
	return src, nil
}

// unpredictPNG undoes the filters of PNG, one a row (PNG specification, section 9).
func unpredictPNG(src []byte, row, pixel int) ([]byte, error) {
	if len(src)%(row+1) != 0 {
		return nil, errShort
	}
	out := make([]byte, 0, len(src)/(row+1)*row)
	above := make([]byte, row)
	for ; len(src) > 0; src = src[row+1:] {
		line := src[1 : row+1]
		if !unfilterPNG(src[0], line, above, pixel) {
			return nil, errCorrupt
		}
		out = append(out, line...)
		above = line
	}
	return out, nil
}

func unfilterPNG(kind byte, line, above []byte, pixel int) bool {
	for i := range line {
		var left, corner byte
		if i >= pixel {
			left, corner = line[i-pixel], above[i-pixel]
		}
		switch kind {
		case 0:
			return true
		case 1:
			line[i] += left
		case 2:
			line[i] += above[i]
		case 3:
			line[i] += byte((int(left) + int(above[i])) / 2)
		case 4:
			line[i] += paeth(left, above[i], corner)
		default:
			return false
		}
	}
	return true
}

// paeth returns the neighbour that is nearest to left + above - corner.
func paeth(left, above, corner byte) byte {
	p := int(left) + int(above) - int(corner)
	a, b, c := distance(p, left), distance(p, above), distance(p, corner)
	switch {
	case a <= b && a <= c:
		return left
	case b <= c:
		return above
	}
	return corner
}

func distance(p int, b byte) int {
	if d := p - int(b); d >= 0 {
		return d
	}
	return int(b) - p
}
