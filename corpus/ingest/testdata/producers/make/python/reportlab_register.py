"""The register rules by ReportLab: platypus tables with and without rules, sub- and superscripts, furniture."""
import sys
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

out, embedded = sys.argv[1], sys.argv[2] == "embedded"
family = "Times-Roman"
if embedded:
    d = "/usr/share/fonts/truetype/dejavu/"
    for name, file in ("DejaVu", "DejaVuSans.ttf"), ("DejaVu-Bold", "DejaVuSans-Bold.ttf"):
        pdfmetrics.registerFont(TTFont(name, d + file))
    pdfmetrics.registerFontFamily("DejaVu", normal="DejaVu", bold="DejaVu-Bold", italic="DejaVu", boldItalic="DejaVu-Bold")
    family = "DejaVu"
s = getSampleStyleSheet()
for style in s.byName.values():
    if hasattr(style, "fontName"):
        style.fontName = family if not style.fontName.endswith("Bold") else (family + "-Bold" if embedded else "Times-Bold")
p = lambda text, style="BodyText": Paragraph(text, s[style])


def furniture(canvas, doc):
    canvas.setFont(family, 9)
    canvas.drawString(72, 812, "Rules for Sealed Registers")
    canvas.drawCentredString(297, 30, str(doc.page))


greek = "α β γ δ ε ζ η θ λ μ π ρ σ τ φ χ ψ ω and Γ Δ Θ Λ Π Σ Φ Ψ Ω" if embedded else "not set here"
extra = "0 ≤ l ≤ x &lt; +∞, a ≠ b, p → q, A ⊆ ℝ" if embedded else "0 &lt; l &lt; x"
story = [
    p("1 Scope", "Heading1"),
    p("These rules say how an office files a sealed register. The first officer who finds a flaw shall affix a fresh seal; a "
      "difficult case goes to the chief. Whoever offers a refined offset must confirm the flow, not the fluff."),
    p("Zoë and Søren of Ångström Straße sent a naïve façade; “sealed” is not ‘open’, and pages 10–20 are one sheet — at most. "
      "See § 4 and £5."),
    p("1.1 Bounds", "Heading2"),
    p("A counter has 2<super>64</super> values, and a key has 2<super>32</super> - 1 of them. Let x<sub>i</sub> be a seal with "
      + extra + ". Greek letters are " + greek + "."),
    p("2 Registers", "Heading1"),
    p("Table 1: Sizes of seals in bytes"), Spacer(1, 4),
    Table([["Seal", "Key", "Wax"], ["Small", "800", "768"], ["Middle", "1184", "1088"], ["Large", "1568", "1568"]],
          style=[("GRID", (0, 0), (-1, -1), .5, colors.black), ("FONTNAME", (0, 0), (-1, -1), family), ("BACKGROUND", (0, 0), (-1, 0), colors.lightgrey)]),
    Spacer(1, 8), p("Table 2: Shelves and what they hold"), Spacer(1, 4),
    Table([["Shelf", "Holds", "Until"], ["Upper", "open files", "2027"], ["Lower", "sealed files", "2031"]],
          style=[("LINEABOVE", (0, 0), (-1, 0), 1, colors.black), ("LINEBELOW", (0, 0), (-1, 0), .5, colors.black),
                 ("LINEBELOW", (0, -1), (-1, -1), 1, colors.black), ("FONTNAME", (0, 0), (-1, -1), family)]),
    Spacer(1, 8), p("Table 3: Clerks and their rooms"), Spacer(1, 4),
    Table([["Clerk", "Room", "Desk"], ["Adler", "12", p("by the window")], ["Boll", "34", p("by the door, behind the second shelf of the third row")]],
          colWidths=[80, 60, 120], style=[("LINEBELOW", (0, 0), (-1, -1), .25, colors.grey), ("FONTNAME", (0, 0), (-1, -1), family), ("VALIGN", (0, 0), (-1, -1), "TOP")]),
    PageBreak(),
    p("3 Keeping", "Heading1"),
    p("• a shelf, which shall not be empty;"), p("• a seal of 32 bytes."),
    p("Misfiled registers are irrecoverable unless the corresponding office acknowledges a significantly differing identification."),
]
SimpleDocTemplate(out, pagesize=A4, invariant=1, title="Rules for Sealed Registers").build(story, onFirstPage=furniture, onLaterPages=furniture)
