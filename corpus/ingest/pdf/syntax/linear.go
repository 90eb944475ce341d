package syntax

// linear checks a linearized file against what it says of itself (ISO 32000-1, annex
// F.2). Its length reveals a cut, even one that leaves an older revision whole: the
// linearized part must be complete, and anything after it must be a later revision.
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
