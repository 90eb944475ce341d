package syntax

import "fmt"

// agree compares the cross-reference sections with the result of a scan, and returns
// the differences. In a well-formed file there are none.
func (f *File) agree(sections []*section, found *scan) []fault {
	var faults []fault
	for _, s := range sections {
		for _, e := range s.entries {
			if e.free || e.packed {
				continue
			}
			if p := found.at(e.at); p != nil && p.number == e.number && p.generation == e.generation {
				p.listed = true
			} else if f.table[int(e.number)] == e.entry {
				faults = append(faults, fault{int(e.at), fmt.Sprintf("object %d is not where the cross-reference table says", e.number)})
			}
		}
	}
	for _, p := range found.objects {
		if !p.listed && p.kind != kindXRef {
			faults = append(faults, fault{int(p.at), fmt.Sprintf("object %d is in no cross-reference table", p.number)})
		}
	}
	return append(faults, unchained(sections, found)...)
}

// unchained returns the sections of the file that the newest does not lead to.
func unchained(sections []*section, found *scan) []fault {
	var faults []fault
	chained := map[int]bool{}
	for _, s := range sections {
		chained[s.at] = true
	}
	for _, s := range found.sections {
		if !chained[s.at] {
			faults = append(faults, fault{s.at, "a cross-reference section that nothing leads to"})
		}
	}
	return faults
}
