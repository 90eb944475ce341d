import com.lowagie.text.*;
import com.lowagie.text.pdf.*;
import java.io.*;
import java.util.*;
import org.apache.pdfbox.pdmodel.*;
import org.apache.pdfbox.pdmodel.font.*;

/** Notes by OpenPDF and PDFBox: a table of cells, a raised 64, an embedded and a standard font. */
class Notes {
  static final String PROSE = "The officer confirms that the first flask of wax is sufficient for Zoë; “red” wax — not ‘green’ — is affixed, and its price is £5.";
  static final String[][] ROWS = {{"Seal", "Key", "Wax"}, {"Small", "800", "768"}, {"Middle", "1184", "1088"}};
  static final String DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf";

  public static void main(String[] args) throws Exception {
    openpdf(args[0] + "/openpdf.pdf");
    pdfbox(args[0] + "/pdfbox.pdf");
  }

  static void openpdf(String file) throws Exception {
    Document d = new Document(PageSize.A5);
    PdfWriter w = PdfWriter.getInstance(d, new FileOutputStream(file));
    d.open();
    BaseFont base = BaseFont.createFont(DEJAVU, BaseFont.IDENTITY_H, true);
    Font font = new Font(base, 10), small = new Font(base, 7), bold = new Font(Font.TIMES_ROMAN, 15, Font.BOLD);
    d.add(new Paragraph("1 Wax", bold));
    d.add(new Paragraph(PROSE + " So 0 ≤ x < +∞ and α ≠ β.", font));
    Paragraph p = new Paragraph("A counter has 2", font);
    Chunk up = new Chunk("64", small);
    up.setTextRise(4);
    p.add(up);
    p.add(new Chunk(" values.", font));
    d.add(p);
    d.add(new Paragraph("Table 1: Sizes of seals in bytes\n\n", font));
    PdfPTable t = new PdfPTable(3);
    for (String[] row : ROWS) for (String cell : row) t.addCell(new Phrase(cell, font));
    d.add(t);
    d.close();
  }

  static void pdfbox(String file) throws Exception {
    try (PDDocument d = new PDDocument()) {
      PDPage page = new PDPage(new org.apache.pdfbox.pdmodel.common.PDRectangle(420, 595));
      d.addPage(page);
      PDFont font = PDType0Font.load(d, new File(DEJAVU)), bold = new PDType1Font(Standard14Fonts.FontName.TIMES_BOLD);
      try (PDPageContentStream c = new PDPageContentStream(d, page)) {
        show(c, bold, 15, 40, 530, "1 Wax");
        show(c, font, 10, 40, 505, "The officer confirms that the first flask of wax is sufficient for Zoë;");
        show(c, font, 10, 40, 490, "“red” wax — not ‘green’ — is affixed, and its price is £5.");
        show(c, font, 10, 40, 475, "So 0 ≤ x < +∞ and α ≠ β.");
        show(c, font, 10, 40, 440, "Table 1: Sizes of seals in bytes");
        for (int i = 0; i < 3; i++) for (int k = 0; k < 3; k++) {
          c.addRect(40 + 70 * k, 414 - 18 * i, 70, 18);
          c.stroke();
          show(c, font, 10, 45 + 70 * k, 419 - 18 * i, ROWS[i][k]);
        }
      }
      d.save(file);
    }
  }

  static void show(PDPageContentStream c, PDFont font, float size, float x, float y, String s) throws IOException {
    c.beginText();
    c.setFont(font, size);
    c.newLineAtOffset(x, y);
    c.showText(s);
    c.endText();
  }
}
