#!/usr/bin/python3
"""Draws what the scenes use as textures, and the two receipts. Usage: draw.py FOLDER"""
import math
import os
import random
import sys

import cairo

out = sys.argv[1]
os.makedirs(out, exist_ok=True)


def canvas(width, height, colour):
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, width, height)
    c = cairo.Context(surface)
    c.set_source_rgb(*colour)
    c.paint()
    return surface, c


def rgb(text):
    return tuple(int(text[i : i + 2], 16) / 255 for i in (0, 2, 4))


def write(c, x, y, text, size, family="DejaVu Sans", bold=False, align="left"):
    c.select_font_face(family, cairo.FONT_SLANT_NORMAL, cairo.FONT_WEIGHT_BOLD if bold else cairo.FONT_WEIGHT_NORMAL)
    c.set_font_size(size)
    width = c.text_extents(text).x_advance
    c.move_to({"left": x, "right": x - width, "centre": x - width / 2}[align], y)
    c.show_text(text)


def rug():
    """A woven rug: borders, lozenges and small stars, mirrored both ways."""
    w, h = 900, 1350
    surface, c = canvas(w, h, rgb("7d2027"))
    bands = [(0, "1f2a44"), (26, "d9c7a0"), (36, "7d2027"), (96, "d9c7a0"), (104, "1f2a44"), (128, "b5862f"), (136, "8c2a2e")]
    for inset, colour in bands:
        c.set_source_rgb(*rgb(colour))
        c.rectangle(inset, inset, w - 2 * inset, h - 2 * inset)
        c.fill()

    def lozenge(x, y, rx, ry, colour):
        c.set_source_rgb(*rgb(colour))
        steps = 8
        c.move_to(x, y - ry)
        for q, (sx, sy) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)]):
            for i in range(steps):
                f, g = (i + 1) / steps, i / steps
                if q % 2 == 0:
                    a = (x + sx * rx * f, y - sy * ry * (1 - g)), (x + sx * rx * f, y - sy * ry * (1 - f))
                else:
                    a = (x - sx * rx * (1 - g), y + sy * ry * f), (x - sx * rx * (1 - f), y + sy * ry * f)
                for p in a:
                    c.line_to(*p)
        c.close_path()
        c.fill()

    for cy in (h * 0.28, h * 0.5, h * 0.72):
        for k, colour in enumerate(["1f2a44", "d9c7a0", "8c2a2e", "b5862f", "1f2a44", "d9c7a0", "7d2027"]):
            lozenge(w / 2, cy, 245 - 34 * k, 150 - 21 * k, colour)
    for x in (w * 0.24, w * 0.76):
        for y in range(210, h - 160, 104):
            for k, colour in enumerate(["1f2a44", "b5862f", "d9c7a0"]):
                lozenge(x, y, 40 - 13 * k, 40 - 13 * k, colour)
    for i in range(34):
        for edge in (66, h - 66):
            lozenge(66 + i * (w - 132) / 33, edge, 10, 16, "b5862f" if i % 2 else "d9c7a0")
    for i in range(52):
        for edge in (66, w - 66):
            lozenge(edge, 66 + i * (h - 132) / 51, 16, 10, "b5862f" if i % 2 else "d9c7a0")
    # the weave
    random.seed(3)
    for y in range(0, h, 3):
        c.set_source_rgba(0, 0, 0, random.uniform(0.02, 0.16))
        c.rectangle(0, y, w, 1.4)
        c.fill()
    surface.write_to_png(f"{out}/rug.png")


def vase():
    """Blue brushwork on white glaze, to be wrapped around."""
    w, h = 1600, 800
    surface, c = canvas(w, h, rgb("f1f2ee"))
    blue = rgb("1f3f8f")
    c.set_line_cap(cairo.LINE_CAP_ROUND)
    for y, t in ((60, 10), (84, 4), (h - 60, 12), (h - 90, 4), (170, 3)):
        c.set_source_rgb(*blue)
        c.rectangle(0, y, w, t)
        c.fill()
    for i in range(40):
        x = i * w / 40
        c.set_source_rgba(*blue, 0.85)
        c.arc(x + 20, 128, 15, 0, math.tau)
        c.set_line_width(4)
        c.stroke()
        c.move_to(x, h - 100)
        c.curve_to(x + 4, h - 170, x + 36, h - 170, x + 40, h - 100)
        c.stroke()

    def leaf(x, y, angle, size, alpha=0.85):
        c.save()
        c.translate(x, y)
        c.rotate(angle)
        c.move_to(0, 0)
        c.curve_to(size * 0.3, -size * 0.34, size * 0.8, -size * 0.22, size, 0)
        c.curve_to(size * 0.8, size * 0.22, size * 0.3, size * 0.34, 0, 0)
        c.set_source_rgba(*blue, alpha)
        c.fill()
        c.restore()

    random.seed(8)
    for k in range(4):
        ox = k * w / 4
        points = [(ox + 40 + 320 * t, 430 + 110 * math.sin(t * math.tau) + 20 * math.sin(t * 9)) for t in (i / 40 for i in range(41))]
        c.set_source_rgba(*blue, 0.95)
        c.set_line_width(7)
        c.move_to(*points[0])
        for p in points:
            c.line_to(*p)
        c.stroke()
        for i, (x, y) in enumerate(points[2::4]):
            leaf(x, y, -1.1 + (i % 2) * 2.2 + random.uniform(-0.3, 0.3), random.uniform(44, 74), random.uniform(0.6, 0.95))
        for x, y, r in ((ox + 130, 330, 52), (ox + 290, 545, 58)):
            for petal in range(7):
                leaf(x, y, petal * math.tau / 7, r, 0.72)
            c.set_source_rgb(*rgb("f1f2ee"))
            c.arc(x, y, r * 0.24, 0, math.tau)
            c.fill()
            c.set_source_rgb(*blue)
            c.arc(x, y, r * 0.15, 0, math.tau)
            c.fill()
    surface.write_to_png(f"{out}/vase.png")


def television():
    """Hills at dusk, for the screen."""
    w, h = 1280, 720
    surface, c = canvas(w, h, (0, 0, 0))
    sky = cairo.LinearGradient(0, 0, 0, h)
    for stop, colour in ((0, "24406b"), (0.38, "7a7fae"), (0.6, "f0a878"), (0.72, "ffd9a0")):
        sky.add_color_stop_rgb(stop, *rgb(colour))
    c.set_source(sky)
    c.paint()
    glow = cairo.RadialGradient(830, 440, 10, 830, 440, 330)
    glow.add_color_stop_rgba(0, 1, 0.95, 0.8, 1)
    glow.add_color_stop_rgba(0.12, 1, 0.9, 0.65, 0.8)
    glow.add_color_stop_rgba(1, 1, 0.8, 0.5, 0)
    c.set_source(glow)
    c.paint()
    random.seed(12)
    for layer, colour in enumerate(("8f6f86", "6a5577", "483f62", "2c2a45", "17182b")):
        base = 430 + layer * 58
        c.move_to(0, h)
        for x in range(0, w + 8, 8):
            y = base - 46 * math.sin(x / (190 + 40 * layer) + layer * 2.1) - 22 * math.sin(x / 61 + layer) - random.random() * 2 * layer
            c.line_to(x, y)
        c.line_to(w, h)
        c.set_source_rgb(*rgb(colour))
        c.fill()
    surface.write_to_png(f"{out}/television.png")


def plate():
    """The rating plate on the back of the television."""
    w, h = 1000, 620
    surface, c = canvas(w, h, rgb("d6d7d8"))
    c.set_source_rgb(*rgb("17181a"))
    c.set_line_width(5)
    c.rectangle(18, 18, w - 36, h - 36)
    c.stroke()
    write(c, 50, 108, "NORDVIK", 74, bold=True)
    write(c, 950, 100, "TV55-OL", 52, align="right")
    c.rectangle(50, 138, 900, 4)
    c.fill()
    write(c, 50, 208, "OLED television 55 in / 139 cm", 37)
    write(c, 50, 266, "AC 100-240 V  50/60 Hz  128 W", 37)
    write(c, 50, 324, "Manufactured 2023-01", 37)
    write(c, 50, 424, "S/N", 40, bold=True)
    write(c, 160, 424, "7QX41-20883", 58, family="DejaVu Sans Mono", bold=True)
    # a barcode of the same serial number, Code 39
    table = {
        "0": "nnnwwnwnn", "1": "wnnwnnnnw", "2": "nnwwnnnnw", "3": "wnwwnnnnn", "4": "nnnwwnnnw", "5": "wnnwwnnnn",
        "6": "nnwwwnnnn", "7": "nnnwnnwnw", "8": "wnnwnnwnn", "9": "nnwwnnwnn", "Q": "nnnnnnwww", "X": "nwnnwnnnw",
        "-": "nwnnnnwnw", "*": "nwnnwnwnn",
    }
    x = 160
    for letter in "*7QX41-20883*":
        for i, kind in enumerate(table[letter]):
            width = 7.2 if kind == "w" else 2.7
            if i % 2 == 0:
                c.rectangle(x, 458, width, 92)
                c.fill()
            x += width
        x += 2.7
    c.save()
    c.translate(860, 500)
    c.set_line_width(6)
    c.rectangle(-44, -44, 88, 88)
    c.stroke()
    c.rectangle(-26, -26, 52, 52)
    c.stroke()
    c.restore()
    surface.write_to_png(f"{out}/plate.png")


def laptop():
    """A screen with a table and a chart, and the keyboard's print."""
    w, h = 1200, 750
    surface, c = canvas(w, h, rgb("f5f6f8"))
    c.set_source_rgb(*rgb("2a3a55"))
    c.rectangle(0, 0, w, 64)
    c.fill()
    c.set_source_rgb(1, 1, 1)
    write(c, 36, 44, "Household budget", 30, bold=True)
    random.seed(4)
    for row in range(12):
        y = 130 + row * 48
        if row % 2 == 0:
            c.set_source_rgb(*rgb("e9edf3"))
            c.rectangle(36, y - 33, 560, 48)
            c.fill()
        c.set_source_rgb(*rgb("3b4658"))
        name = ("Rent", "Food", "Heating", "Electricity", "Water", "Telephone", "Insurance", "Music lessons", "Bicycle", "Books", "Savings", "Other")[row]
        write(c, 56, y, name, 25)
        write(c, 570, y, f"{random.randint(18, 420)}.{random.randint(10, 99)}", 25, align="right")
    c.set_line_width(7)
    for series, colour in enumerate(("c0504d", "3d7dbf", "6aa457")):
        c.set_source_rgb(*rgb(colour))
        for i in range(12):
            y = 420 - 70 * series + random.uniform(-45, 45) + i * 5 * (1 - series)
            (c.line_to if i else c.move_to)(660 + i * 42, y)
        c.stroke()
    c.set_source_rgb(*rgb("9aa3b0"))
    c.set_line_width(2)
    for y in (180, 280, 380, 480, 560):
        c.move_to(650, y)
        c.line_to(1140, y)
        c.stroke()
    surface.write_to_png(f"{out}/laptop.png")


def violin():
    """The varnished top, in the plane that shapes.py gives its mesh: 1 unit is 60 px, centre in the middle."""
    from shapes import half_width, LENGTH

    scale, w, h = 300, 800, 1200
    surface, c = canvas(w, h, rgb("6b2f12"))

    def px(x, y):
        return w / 2 + x * scale, h / 2 - (y - LENGTH / 2) * scale

    for i in range(60, 0, -1):
        f = i / 60
        c.set_source_rgb(0.36 + 0.45 * (1 - f), 0.15 + 0.31 * (1 - f), 0.045 + 0.12 * (1 - f))
        c.save()
        c.translate(w / 2, h / 2)
        c.scale(1, 1.75)
        c.arc(0, 0, 355 * f + 5, 0, math.tau)
        c.restore()
        c.fill()
    random.seed(2)
    for x in range(0, w, 2):
        c.set_source_rgba(0.24, 0.09, 0.02, random.uniform(0, 0.34) * (0.4 + 0.6 * abs(math.sin(x / 9))))
        c.rectangle(x, 0, 1 + random.random(), h)
        c.fill()
    # purfling: a dark double line just inside the edge
    for offset, width, colour in ((0.055, 7, "2b1206"), (0.055, 2.4, "d9a562")):
        for side in (-1, 1):
            first = True
            for k in range(0, 401):
                y = LENGTH * k / 400
                x = half_width(y) - offset
                yy = min(max(y, offset), LENGTH - offset)
                if x <= 0:
                    continue
                (c.move_to if first else c.line_to)(*px(side * x, yy))
                first = False
            c.set_source_rgb(*rgb(colour))
            c.set_line_width(width)
            c.stroke()
    # f-holes
    c.set_line_cap(cairo.LINE_CAP_ROUND)
    for side in (-1, 1):
        def p(x, y):
            return px(side * x, y)
        c.set_source_rgb(0.03, 0.015, 0.01)
        c.set_line_width(12)
        c.move_to(*p(0.21, 1.93))
        c.curve_to(*p(0.17, 2.09), *p(0.36, 2.09), *p(0.36, 1.86))
        c.curve_to(*p(0.36, 1.66), *p(0.50, 1.62), *p(0.50, 1.40))
        c.curve_to(*p(0.50, 1.22), *p(0.68, 1.22), *p(0.63, 1.38))
        c.stroke()
        for x, y, r in ((0.235, 1.93, 17), (0.60, 1.37, 20)):
            c.arc(*p(x, y), r, 0, math.tau)
            c.fill()
        c.set_line_width(4)
        c.move_to(*p(0.36, 1.68))
        c.line_to(*p(0.49, 1.63))
        c.stroke()
    surface.write_to_png(f"{out}/violin.png")


def receipt(target, lines, total, shop, date, number):
    if target.endswith(".pdf"):
        surface = cairo.PDFSurface(target, 298, 420)
        surface.set_metadata(cairo.PDFMetadata.CREATE_DATE, "2023-03-20T16:12:00")
        c = cairo.Context(surface)
    else:
        surface, c = canvas(745, 1050, (0.985, 0.98, 0.965))
        c.scale(2.5, 2.5)
    c.set_source_rgb(0.1, 0.1, 0.12)
    write(c, 149, 44, shop, 17, family="DejaVu Serif", bold=True, align="centre")
    write(c, 149, 62, "12 Market Street, New York", 9, align="centre")
    write(c, 28, 100, f"Receipt {number}", 9)
    write(c, 270, 100, date, 9, align="right")
    c.set_line_width(0.7)
    for y in (110, 300):
        c.move_to(28, y)
        c.line_to(270, y)
        c.stroke()
    y = 134
    for name, price in lines:
        write(c, 28, y, name, 9.5)
        if price:
            write(c, 270, y, price, 9.5, family="DejaVu Sans Mono", align="right")
        y += 17
    write(c, 28, 324, "Total paid", 12, bold=True)
    write(c, 270, 324, total, 12, family="DejaVu Sans Mono", bold=True, align="right")
    write(c, 149, 372, "Please keep this receipt: it is your guarantee.", 8, align="centre")
    if target.endswith(".pdf"):
        surface.finish()
    else:
        surface.write_to_png(target)


rug()
vase()
television()
plate()
laptop()
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
violin()
receipt(f"{out}/receipt-television.pdf",
        [("Television NORDVIK TV55-OL", "1,199.99"), ("S/N 7QX41-20883", ""), ("Wall bracket", "49.00"), ("Delivery", "51.00")],
        "$1,299.99", "Harbor Electronics", "2023-03-20", "H-88214")
receipt(f"{out}/receipt-ring.png",
        [("Ring, 18 ct yellow gold", "2,600.00"), ("one brilliant 0.42 ct, G, VS1", ""), ("Resizing", "no charge")],
        "$2,600.00", "E. Lindqvist, Jeweler", "2018-06-02", "1107")
