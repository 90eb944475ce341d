// Package layout turns glyphs at positions into a citable document: lines in
// reading order with super- and subscripts marked, page furniture set apart,
// headings, algorithm boxes whole, tables as rows and cells.
//
// It works from geometry, not from the order in which a producer wrote the
// glyphs: in tagged standards that order is scrambled exactly where a quote
// matters most, inside algorithm boxes. All thresholds are fractions of the
// font size or of the page's own body margins, so that they hold for other
// documents too.
//
// What it trades away: pages set in several columns of prose read line by line
// across the columns, a matrix stays the lines that it is set on, and text that is
// not set horizontally is kept as page furniture only.
package layout
