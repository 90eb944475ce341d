// Package plots draws the report of an ablation as SVG files: the differences of
// the arms to the control, how risk grows with coverage, and what confidence is
// worth.
//
// The same report gives the same bytes: there is no date and no random id in a
// file. Text stays text, set in Liberation Sans or whatever sans serif the viewer
// has, so that files are small and can be searched; widths are those of Liberation
// Sans, and another font may run wider.
package plots
