"""Two pages by cairo's own PDF surface: a table of strokes, a raised 64, a turned line along the edge."""
import math
import sys
import cairocffi as cairo

surface = cairo.PDFSurface(sys.argv[1], 420, 595)
c = cairo.Context(surface)


def show(x, y, size, text, face="DejaVu Serif", bold=False):
    c.select_font_face(face, cairo.FONT_SLANT_NORMAL, cairo.FONT_WEIGHT_BOLD if bold else cairo.FONT_WEIGHT_NORMAL)
    c.set_font_size(size)
    c.move_to(x, y)
    c.show_text(text)
    return c.get_current_point()[0]


show(40, 60, 15, "1 Wax", bold=True)
for i, line in enumerate(["The officer confirms that the first flask of wax is sufficient for Zoë", "and Dvořák of Łódź; “red” wax — not ‘green’ — is affixed where",
                          "0 ≤ x < +∞ and α ≠ β, and €5 is its price."]):
    show(40, 85 + 15 * i, 10, line)
x = show(40, 140, 10, "A counter has 2")
x = show(x, 136, 7, "64")
x = show(x, 140, 10, " values, and x")
x = show(x, 142, 7, "i")
show(x, 140, 10, " is one.")
show(40, 175, 10, "Table 1: Sizes of seals in bytes")
for i, row in enumerate([["Seal", "Key", "Wax"], ["Small", "800", "768"], ["Middle", "1184", "1088"]]):
    for k, cell in enumerate(row):
        show(45 + 70 * k, 197 + 18 * i, 10, cell)
c.set_line_width(.7)
for i in range(4):
    c.move_to(40, 184 + 18 * i), c.line_to(250, 184 + 18 * i), c.stroke()
for k in range(4):
    c.move_to(40 + 70 * k, 184), c.line_to(40 + 70 * k, 238), c.stroke()
show(206, 570, 9, "1")
c.show_page()
show(40, 60, 15, "2 Keeping", bold=True)
show(40, 85, 10, "A flaw shall be reported to the chief in differing offices.")
show(40, 110, 9, "seal(0x3F)", face="DejaVu Sans Mono")
show(206, 570, 9, "2")
c.save()
c.translate(400, 300)
c.rotate(-math.pi / 2)
show(0, 0, 8, "free of charge")
c.restore()
surface.finish()
