package pdf

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// codeMap divides the strings of a composite font into codes and gives their CIDs
// (ISO 32000-1, 9.7.5).
type codeMap struct {
	identity bool // codes of two bytes are CIDs
	unicode  bool // codes are UTF-16; their CIDs are unknown
	ascii    bool // codes of one byte are ASCII
	vertical bool
	single   func(byte) bool // whether a first byte is a code by itself; nil if the code spaces decide
	spaces   []codeSpace
	ranges   []cidRange // in order
}

// codeSpace is a range of codes, byte by byte.
type codeSpace struct{ low, high string }

// cidRange is codes of one length that follow each other, and their CIDs.
type cidRange struct {
	size, first, last, cid int
}

// maxUsed bounds how deep one CMap may use another.
const maxUsed = 4

// codeMap reads the Encoding of a composite font: a name or an embedded CMap.
func (s *source) codeMap(o any, depth int) (*codeMap, error) {
	if depth > maxUsed {
		return nil, fmt.Errorf("%w: CMaps use each other deeper than %d", ErrLimit, maxUsed)
	}
	st := s.stream(o)
	if st == nil {
		return namedCodeMap(string(s.name(o))), nil
	}
	src, err := st.decode()
	if err != nil {
		return nil, err
	}
	m := &codeMap{}
	if used := st.dict["UseCMap"]; used != nil {
		if m, err = s.codeMap(used, depth+1); err != nil {
			return nil, err
		}
		copied := *m
		m = &copied
	}
	if err := m.parse(src); err != nil {
		return nil, err
	}
	m.vertical = integer(s.resolve(st.dict["WMode"])) == 1 || strings.HasSuffix(string(s.name(st.dict["CMapName"])), "-V")
	if len(m.spaces) == 0 && m.single == nil {
		m.identity = m.identity || len(m.ranges) == 0
	}
	slices.SortStableFunc(m.ranges, func(a, b cidRange) int {
		if a.size != b.size {
			return a.size - b.size
		}
		return a.first - b.first
	})
	return m, nil
}

var (
	unicodeCMap = regexp.MustCompile(`^Uni\w+-(UCS2|UTF16)-`)
	shiftJIS    = regexp.MustCompile(`RKSJ`)
	doubleBytes = regexp.MustCompile(`^(GBK|GBKp|GBK2K|GB|GBpc|GBT|GBTpc|B5pc|HKscs|ETen|ETenms|CNS|KSC|KSCms|KSCpc)-|EUC`)
)

// namedCodeMap is one of the predefined CMaps: all say how strings are divided; the
// meaning of codes is known only for those in Unicode and of ASCII.
func namedCodeMap(n string) *codeMap {
	m := &codeMap{vertical: strings.HasSuffix(n, "-V") || n == "V"}
	switch {
	case unicodeCMap.MatchString(n):
		m.unicode = true
	case shiftJIS.MatchString(n):
		m.ascii = true
		m.single = func(b byte) bool { return b < 0x80 || b >= 0xA0 && b <= 0xDF || b >= 0xFD }
	case doubleBytes.MatchString(n):
		m.ascii = true
		m.single = func(b byte) bool { return b <= 0x80 }
	case strings.HasPrefix(n, "Identity"), n == "":
		m.identity = true
	}
	return m // codes of two bytes with unknown CIDs
}

// noCID is the CID of a code that the map does not have.
const noCID = -1

// next returns the length in bytes of the first code of a string, which is not
// empty, and its CID.
func (m *codeMap) next(s string) (size, cid int) {
	size = min(2, len(s))
	switch {
	case m.single != nil:
		if m.single(s[0]) {
			size = 1
		}
	case len(m.spaces) > 0:
		size = m.size(s)
	}
	code := bigEndian(s[:size])
	if cid, ok := m.lookUp(size, code); ok {
		return size, cid
	}
	switch {
	case m.identity && size == 2:
		return size, code
	case m.unicode && code >= ' ' && code <= '~':
		return size, code - ' ' + 1 // every collection begins with ASCII
	}
	return size, noCID
}

// size is the length of the code that a string starts with: that of the first code
// space containing it, otherwise of the shortest (Adobe Technical Note 5014).
func (m *codeMap) size(s string) int {
	shortest := len(s)
	for _, space := range m.spaces {
		if space.holds(s) {
			return len(space.low)
		}
		shortest = min(shortest, len(space.low))
	}
	return max(shortest, 1)
}

func (c codeSpace) holds(s string) bool {
	if len(s) < len(c.low) {
		return false
	}
	for i := range len(c.low) {
		if s[i] < c.low[i] || s[i] > c.high[i] {
			return false
		}
	}
	return true
}

// lookUp finds the last range that starts at or before the code and contains it.
func (m *codeMap) lookUp(size, code int) (int, bool) {
	i := sort.Search(len(m.ranges), func(i int) bool {
		r := m.ranges[i]
		return r.size > size || r.size == size && r.first > code
	})
	for tries := 0; i > 0 && tries < maxOverlaps; tries++ {
		i--
		if r := m.ranges[i]; r.size == size && r.first <= code && code <= r.last {
			return r.cid + code - r.first, true
		}
	}
	return 0, false
}

// maxOverlaps is how many ranges before a code are examined: those of a well-formed
// CMap do not overlap.
const maxOverlaps = 8

// text is the text implied by the code itself.
func (m *codeMap) text(code string) string {
	switch {
	case m.unicode:
		return legible(utf16String(code))
	case m.ascii && len(code) == 1 && code[0] >= ' ' && code[0] < 0x7F && code[0] != '\\' && code[0] != '~':
		return code
	}
	return ""
}

// parse reads the code spaces and CID ranges of an embedded CMap.
func (m *codeMap) parse(src []byte) error {
	var mode operator
	var args []any
	return eachObject(src, func(o any) error {
		if op, is := o.(operator); is {
			if strings.HasPrefix(string(op), "begin") {
				mode = op
			} else if strings.HasPrefix(string(op), "end") {
				mode = ""
			}
			args = args[:0]
			return nil
		}
		want := map[operator]int{"begincodespacerange": 2, "begincidchar": 2, "begincidrange": 3}[mode]
		if want == 0 {
			return nil
		}
		if args = append(args, o); len(args) == want {
			m.add(mode, args)
			args = args[:0]
		}
		if len(m.ranges)+len(m.spaces) > maxCMapEntries {
			return fmt.Errorf("%w: CMap has more than %d entries", ErrLimit, maxCMapEntries)
		}
		return nil
	})
}

// maxSpaces bounds the code spaces of a CMap, which are searched for every code; real
// ones have up to ten.
const maxSpaces = 64

func (m *codeMap) add(mode operator, args []any) {
	low, is := args[0].(str)
	if !is || len(low) == 0 || len(low) > 4 {
		return
	}
	high := low
	if mode != "begincidchar" {
		if high, is = args[1].(str); !is || len(high) != len(low) {
			return
		}
	}
	if mode == "begincodespacerange" {
		if len(m.spaces) < maxSpaces {
			m.spaces = append(m.spaces, codeSpace{string(low), string(high)})
		}
		return
	}
	if cid, is := args[len(args)-1].(int); is && cid >= 0 {
		m.ranges = append(m.ranges, cidRange{len(low), bigEndian(string(low)), bigEndian(string(high)), cid})
	}
}
