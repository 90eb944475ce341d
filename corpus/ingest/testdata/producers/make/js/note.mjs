// Notes by pdfkit (standard fonts, and an embedded one), by pdf-lib and by jsPDF.
import fs from 'node:fs';
import { createRequire } from 'node:module';
const require = createRequire(process.env.NODE_MODULES_FROM + '/');
const PDFKit = require('pdfkit'), { PDFDocument, StandardFonts, rgb, degrees } = require('pdf-lib'), fontkit = require('@pdf-lib/fontkit'), { jsPDF } = require('jspdf');
const out = process.argv[2], serif = '/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf';
const when = new Date(Date.UTC(2026, 10, 1));
const prose = 'The officer confirms that the first flask of wax is sufficient for Zoë; “red” wax — not ‘green’ — is affixed, and its price is £5.';
const rows = [['Seal', 'Key', 'Wax'], ['Small', '800', '768'], ['Middle', '1184', '1088']];

function kit(file, font) {
  const doc = new PDFKit({ size: 'A5', margin: 50, info: { CreationDate: when, Title: 'Wax' } });
  doc.pipe(fs.createWriteStream(`${out}/${file}`));
  doc.font('Times-Bold').fontSize(15).text('1 Wax');
  doc.outline.addItem('1 Wax');
  doc.font(font).fontSize(10).text(prose, { align: 'justify' });
  doc.moveDown();
  const y = doc.y;
  doc.text('A counter has 2', 50, y, { lineBreak: false });
  let x = 50 + doc.widthOfString('A counter has 2');
  doc.fontSize(7).text('64', x, y - 1, { lineBreak: false });
  x += doc.widthOfString('64');
  doc.fontSize(10).text(' values.', x, y, { lineBreak: false });
  doc.text('Table 1: Sizes of seals in bytes', 50, y + 30, { lineBreak: false });
  rows.forEach((row, i) => row.forEach((cell, k) => {
    doc.rect(50 + 70 * k, y + 46 + 18 * i, 70, 18).stroke();
    doc.text(cell, 55 + 70 * k, y + 50 + 18 * i, { lineBreak: false });
  }));
  doc.end();
}

async function lib() {
  const doc = await PDFDocument.create();
  doc.registerFontkit(fontkit);
  doc.setCreationDate(when); doc.setModificationDate(when);
  const font = await doc.embedFont(fs.readFileSync(serif), { subset: true }), bold = await doc.embedFont(StandardFonts.HelveticaBold);
  const page = doc.addPage([420, 595]);
  page.drawText('1 Wax', { x: 40, y: 530, size: 15, font: bold });
  page.drawText(prose + ' So 0 ≤ x < +∞ and α ≠ β.', { x: 40, y: 505, size: 10, font, maxWidth: 330, lineHeight: 15 });
  page.drawText('Table 1: Sizes of seals in bytes', { x: 40, y: 430, size: 10, font });
  rows.forEach((row, i) => row.forEach((cell, k) => {
    page.drawRectangle({ x: 40 + 70 * k, y: 404 - 18 * i, width: 70, height: 18, borderWidth: .5, borderColor: rgb(0, 0, 0) });
    page.drawText(cell, { x: 45 + 70 * k, y: 409 - 18 * i, size: 10, font });
  }));
  const turned = doc.addPage([595, 420]);
  turned.setRotation(degrees(90));
  // The page is shown turned by 90 degrees, so its text is set turned against that.
  ['2 Keeping', 'A flaw shall be reported to the chief in differing offices.'].forEach((s, i) =>
    turned.drawText(s, { x: 60 + 30 * i, y: 40, size: i ? 10 : 15, font, rotate: degrees(90) }));
  fs.writeFileSync(`${out}/pdf-lib.pdf`, await doc.save());
}

function js() {
  const doc = new jsPDF({ unit: 'pt', format: 'a5' });
  doc.setCreationDate(when); doc.setFileId('00000000000000000000000000000000');
  doc.setFont('helvetica', 'bold'); doc.setFontSize(15); doc.text('1 Wax', 40, 60);
  doc.setFont('times', 'normal'); doc.setFontSize(10); doc.text(prose, 40, 85, { maxWidth: 330 });
  doc.text('Table 1: Sizes of seals in bytes', 40, 150);
  rows.forEach((row, i) => row.forEach((cell, k) => { doc.rect(40 + 70 * k, 160 + 18 * i, 70, 18); doc.text(cell, 45 + 70 * k, 173 + 18 * i); }));
  fs.writeFileSync(`${out}/jspdf.pdf`, Buffer.from(doc.output('arraybuffer')));
}

kit('pdfkit-times.pdf', 'Times-Roman');
kit('pdfkit-dejavu.pdf', serif);
await lib();
js();
