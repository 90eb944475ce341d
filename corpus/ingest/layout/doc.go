// Package layout turns positioned glyphs into a citable document: lines in reading
// order with super- and subscripts marked, page furniture separated, headings, whole
// algorithm boxes, tables as rows and cells.
//
// It works from geometry, not from the order in which a producer wrote the glyphs: in
// tagged standards that order is scrambled exactly where a quote matters most, inside
// algorithm boxes. All thresholds are fractions of the font size or of the page's own
// body margins, so that they apply to other documents too.
//
// Trade-offs: prose in several columns is read line by line across the columns, a
// matrix stays the lines that it is set on, and text that is not horizontal is kept as
// page furniture only.
package layout
