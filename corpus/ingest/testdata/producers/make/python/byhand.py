"""Files written object by object: the habits of old producers, and what no producer of today can be told to write.

Each is a whole, undamaged file. usage: byhand.py OUT-FOLDER FOLDER-OF-CM-FONTS
"""
import base64
import re
import sys
import zlib

out, fonts = sys.argv[1], sys.argv[2]


def ascii85(data):
    return base64.a85encode(data, adobe=False, wrapcol=72) + b"~>"


def lzw(data):
    """LZW as PDF has it: codes of 9 to 12 bits, the most significant first, early change."""
    bits, n, emit = 0, 0, bytearray()
    table = {bytes([i]): i for i in range(256)}
    width, free, seen = 9, 258, b""

    def put(code):
        nonlocal bits, n
        bits, n = bits << width | code, n + width
        while n >= 8:
            n -= 8
            emit.append(bits >> n & 255)
    put(256)
    for byte in data:
        c = bytes([byte])
        if seen + c in table:
            seen += c
            continue
        put(table[seen])
        table[seen + c] = free
        free += 1
        if free + 1 > 1 << width and width < 12:
            width += 1
        if free >= 4094:
            put(256)
            table = {bytes([i]): i for i in range(256)}
            width, free = 9, 258
        seen = c
    put(table[seen])
    put(257)
    if n:
        emit.append(bits << (8 - n) & 255)
    return bytes(emit)


class File:
    """Objects with a classic cross-reference table."""

    def __init__(self, version):
        self.b = bytearray(f"%PDF-{version}\r%\xe2\xe3\xcf\xd3\r\n".encode("latin-1"))
        self.at = {}

    def add(self, number, body):
        self.at[number] = len(self.b)
        self.b += f"{number} 0 obj\r".encode() + (body if isinstance(body, bytes) else body.encode("latin-1")) + b"\rendobj\r"

    def stream(self, number, entries, data):
        self.add(number, f"<< {entries} /Length {len(data)} >>\rstream\r\n".encode("latin-1") + data + b"\rendstream")

    def table(self, numbers, extra):
        start = len(self.b)
        self.b += b"xref\r"
        runs = []
        for k in sorted(numbers):
            if runs and runs[-1][-1] == k - 1:
                runs[-1].append(k)
            else:
                runs.append([k])
        for run in runs:
            self.b += f"{run[0]} {len(run)}\r".encode()
            for k in run:
                self.b += b"0000000000 65535 f\r\n" if k == 0 else f"{self.at[k]:010d} 00000 n\r\n".encode()
        self.b += f"trailer\r<< /Size {max(self.at) + 1} /Root 1 0 R {extra} >>\rstartxref\r{start}\r%%EOF\r".encode()
        return start

    def write(self, name):
        with open(f"{out}/{name}", "wb") as f:
            f.write(self.b)


def type1(name):
    """A whole Type 1 program: its three parts, and the names in its encoding."""
    pfb = open(f"{fonts}/{name}.pfb", "rb").read()
    parts, i = [], 0
    while pfb[i] == 128 and pfb[i + 1] in (1, 2):
        n = int.from_bytes(pfb[i + 2:i + 6], "little")
        parts.append((pfb[i + 1], pfb[i + 6:i + 6 + n]))
        i += 6 + n
    clear = parts[0][1]
    cipher = b"".join(d for kind, d in parts[1:] if kind == 2)
    tail = parts[-1][1] if parts[-1][0] == 1 else b""
    return clear, cipher, tail


def skeleton(f, fonts_of, contents, resources=""):
    f.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
    f.add(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 420 595] >>")
    f.add(3, f"<< /Type /Page /Parent 2 0 R /Contents {contents} /Resources << /ProcSet [/PDF /Text] /Font << {fonts_of} >> {resources} >> >>")


def times(number, name="Times-Roman", encoding="/WinAnsiEncoding"):
    return number, f"<< /Type /Font /Subtype /Type1 /Name /F{number} /BaseFont /{name} /Encoding {encoding} >>"


def distiller():
    """PDF 1.2 with ASCII85 and LZW, a Type 1 font with its built-in encoding and without ToUnicode."""
    f = File("1.2")
    skeleton(f, "/F5 5 0 R /F8 8 0 R /F9 9 0 R", "[4 0 R 10 0 R]")
    # Computer Modern has no space: words are moved apart, as TeX does.
    lines = [rb"The o\016cer con\014rms that the \014rst \015ask of wax is su\016cient;",
             rb'\134red" wax \174 not `green\047 \174 is a\016xed, on pages 10\1732.']
    body = b"BT /F8 14 Tf 40 530 Td (1 Wax) Tj /F5 10 Tf 0 -25 Td "
    body += b" 0 -15 Td ".join(b"[(" + line.replace(b" ", b") -333 (") + b")] TJ" for line in lines) + b" ET"
    f.stream(4, "/Filter [/ASCII85Decode /LZWDecode]", ascii85(lzw(body)))
    f.stream(10, "/Filter [/A85 /LZW]", ascii85(lzw(
        b"BT /F9 10 Tf 40 460 Td (It is \322sealed\323, \324open\325 \320 and costs \2435 \321 or 10\242.) Tj 0 -15 Td (Zo\221 and S\277ren \245 na\225ve.) Tj ET")))
    clear, cipher, tail = type1("cmr10")
    data = zlib.compress(clear + cipher + tail)
    widths = " ".join(str(w) for w in cmr10_widths())
    f.add(5, f"<< /Type /Font /Subtype /Type1 /BaseFont /CMR10 /FirstChar 11 /LastChar 124 /Widths [{widths}] /FontDescriptor 6 0 R >>")
    f.add(6, "<< /Type /FontDescriptor /FontName /CMR10 /Flags 4 /FontBBox [-40 -250 1009 750] /ItalicAngle 0 /Ascent 694 /Descent -194 /CapHeight 683 /StemV 69 /FontFile 7 0 R >>")
    f.stream(7, f"/Filter /FlateDecode /Length1 {len(clear)} /Length2 {len(cipher)} /Length3 {len(tail)}", data)
    f.add(*times(8, "Times-Bold"))
    f.add(*times(9, "Times-Roman", "/MacRomanEncoding"))
    f.table([0, *f.at], "/ID [<00> <00>]")
    f.write("distiller.pdf")


def cmr10_widths():
    afm = open(fonts.replace("/type1/", "/afm/") + "/cmr10.afm").read()
    w = {int(m[1]): float(m[2]) for m in re.finditer(r"^C (\d+) ; WX ([\d.]+)", afm, re.M)}
    return [w.get(c, 0) for c in range(11, 125)]


def update():
    """A note of 20 bytes, changed by an incremental update to 30: the newest revision is what the file says."""
    f = File("1.3")
    skeleton(f, "/F5 5 0 R", "4 0 R")
    text = b"BT /F5 11 Tf 40 530 Td (1 Wax) Tj 0 -25 Td (A small seal has %d bytes of wax, and a large one has 40.) Tj ET"
    f.stream(4, "", text % 20)
    f.add(*times(5))
    first = f.table([0, *f.at], "")
    f.stream(4, "", text % 30)
    f.table([0, 4], f"/Prev {first}")
    f.write("update.pdf")


def unseen():
    """White, invisible, clipped and off-page text beside what is seen; a form; an inline image."""
    f = File("1.4")
    skeleton(f, "/F5 5 0 R", "4 0 R", "/XObject << /X6 6 0 R >>")
    f.stream(4, "", rb"""BT /F5 11 Tf 40 530 Td (1 Wax) Tj 0 -25 Td (A small seal has 30 bytes of wax.) Tj ET
q 1 1 1 rg BT /F5 11 Tf 40 480 Td (White words deny it.) Tj ET Q
BT /F5 11 Tf 3 Tr 40 460 Td (Invisible words deny it.) Tj 0 Tr ET
BT /F5 11 Tf 40 -60 Td (Words below the page deny it.) Tj ET
BT /F5 11 Tf 600 430 Td (Words beside the page deny it.) Tj ET
q 1 g BT /F5 11 Tf 40 445 Td (Words of white grey deny it.) Tj ET Q
0 .2 .6 rg 30 395 250 20 re f 1 1 1 rg BT /F5 11 Tf 40 400 Td (White on blue is seen.) Tj ET 0 g
q 1 0 0 1 40 370 cm /X6 Do Q
q 20 0 0 20 300 500 cm BI /W 2 /H 2 /BPC 8 /CS /G ID
""" + bytes([0, 255, 69, 73]) + b"\nEI Q\nBT /F5 11 Tf 40 340 Td (The end of it.) Tj ET")
    f.add(*times(5))
    f.stream(6, "/Type /XObject /Subtype /Form /BBox [0 0 300 20] /Matrix [1 0 0 1 0 5] /Resources << /Font << /G 5 0 R >> >>",
             b"BT /G 11 Tf (A form says so too.) Tj ET")
    f.table([0, *f.at], "")
    f.write("unseen.pdf")


def turned():
    """Pages with /Rotate 90 and 270, each set so that it reads upright when shown."""
    f = File("1.4")
    f.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
    f.add(2, "<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 /MediaBox [0 0 420 595] /Resources << /Font << /F5 5 0 R >> >> >>")
    f.add(3, "<< /Type /Page /Parent 2 0 R /Rotate 90 /Contents 4 0 R >>")
    f.stream(4, "", b"BT /F5 11 Tf 0 1 -1 0 60 60 Tm (1 Wax) Tj 0 1 -1 0 90 60 Tm (A wide page is turned to the right,) Tj 0 1 -1 0 105 60 Tm (and is read all the same.) Tj ET")
    f.add(*times(5))
    f.add(6, "<< /Type /Page /Parent 2 0 R /Rotate 270 /Contents 7 0 R >>")
    f.stream(7, "", b"BT /F5 11 Tf 0 -1 1 0 360 530 Tm (2 Keeping) Tj 0 -1 1 0 330 530 Tm (This one is turned to the left.) Tj ET")
    f.table([0, *f.at], "")
    f.write("turned.pdf")


distiller()
update()
unseen()
turned()
