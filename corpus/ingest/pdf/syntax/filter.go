package syntax

import "errors"

// What can be wrong with a stream, as the end of a sentence that begins with it.
// They are internal: Stream.Decode says which stream it was.
var (
	errChecksum = errors.New("fails its checksum")
	errCorrupt  = errors.New("does not decode")
	errShort    = errors.New("ends too early")
	errTrailing = errors.New("continues past its end")
	errFilter   = errors.New("has a filter or a parameter that is not known")
	errPicture  = errors.New("is a picture where text should be")
	errTooLarge = errors.New("is too large")
)

// filterStep is one filter of a stream with its parameters.
type filterStep struct {
	name   Name
	params Dict
}

// apply undoes a filter; no more than limit bytes come out.
func (s filterStep) apply(src []byte, limit int64) ([]byte, error) {
	switch s.name {
	case "FlateDecode", "Fl":
		out, err := inflate(src, limit)
		if err != nil {
			return nil, err
		}
		return unpredict(out, s.params)
	case "LZWDecode", "LZW":
		early := 1
		if v, has := s.params["EarlyChange"]; has {
			early, _ = v.(int)
		}
		out, err := unLZW(src, early != 0, limit)
		if err != nil {
			return nil, err
		}
		return unpredict(out, s.params)
	case "ASCIIHexDecode", "AHx":
		return unHex(src)
	case "ASCII85Decode", "A85":
		return un85(src)
	case "RunLengthDecode", "RL":
		return unRun(src, limit)
	case "Crypt":
		if n, has := s.params["Name"]; has && n != Name("Identity") {
			return nil, errFilter
		}
		return src, nil
	case "DCTDecode", "DCT", "JPXDecode", "CCITTFaxDecode", "CCF", "JBIG2Decode":
		return nil, errPicture
	}
	return nil, errFilter
}

// onlySpace reports whether b is only white space, which producers leave between the
// end of the data and "endstream".
func onlySpace(b []byte) bool {
	for _, c := range b {
		if !isSpace(c) {
			return false
		}
	}
	return true
}
