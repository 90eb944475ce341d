package syntax

// linear holds what a linearized file says of itself against the file
// (ISO 32000-1, annex F.2). Its length tells a file that was cut from one that
// was not, even where the cut leaves an older revision whole: what was linearized
// must be there to its end, and what is behind it must be a later revision.
func (f *File) linear(found *scan) error {
	if len(found.objects) == 0 {
		return damaged("the file has no objects")
	}
	x, err := f.objectAt(int(found.objects[0].at), nil)
	if err != nil {
		return err
	}
	d, is := x.value.(Dict)
	if _, has := d["Linearized"]; !is || !has {
		return nil
	}
	length, ok := nonNegative(d["L"])
	if !ok || length > len(f.src)-f.base {
		return damaged("the file is shorter than it says")
	}
	for _, end := range found.ends {
		if at := f.base + length; end <= at && onlySpace(f.src[end:at]) {
			return nil
		}
	}
	return damaged("the file does not end where it says")
}
