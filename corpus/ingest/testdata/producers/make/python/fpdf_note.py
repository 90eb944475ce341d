"""A note by fpdf2: a table of its own kind, superscripts by char_vpos, a standard font and an embedded one."""
import sys
import datetime
from fpdf import FPDF

pdf = FPDF()
pdf.set_creation_date(datetime.datetime(2026, 11, 1, tzinfo=datetime.timezone.utc))
pdf.add_font("DejaVu", "", "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf")
pdf.add_page()
pdf.set_font("Times", "B", 14)
pdf.cell(0, 10, "1 Wax", new_x="LMARGIN", new_y="NEXT")
pdf.set_font("DejaVu", "", 10)
pdf.multi_cell(0, 5, "The officer confirms that the first flask of wax is sufficient for Zoë and Dvořák of Łódź; “red” wax — not ‘green’ — is "
               "affixed where 0 ≤ x < +∞ and α ≠ β, and €5 is its price.", new_x="LMARGIN", new_y="NEXT")
pdf.write(6, "A counter has 2")
pdf.char_vpos = "SUP"
pdf.write(6, "64")
pdf.char_vpos = "LINE"
pdf.write(6, " values, and x")
pdf.char_vpos = "SUB"
pdf.write(6, "i")
pdf.char_vpos = "LINE"
pdf.write(6, " is one.")
pdf.ln(10)
pdf.set_font("Times", "", 11)
pdf.cell(0, 8, "Table 1: Sizes of seals in bytes", new_x="LMARGIN", new_y="NEXT")
with pdf.table(width=90) as table:
    for row in [["Seal", "Key", "Wax"], ["Small", "800", "768"], ["Middle", "1184", "1088"]]:
        table.row(row)
pdf.output(sys.argv[1])
