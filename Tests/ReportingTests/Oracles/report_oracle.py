"""Independent arithmetic over reports, with Python's own csv, json, zipfile, html.parser and fractions.

Reads DIR/*/inventory.csv (or claim.csv) and finds every figure anew from the input columns alone; then compares the
CSV's own figures and those of every other format that lies beside it. Knows nothing of the program but
docs/reports.md. Prints one line for each disagreement, and a count; the exit code is 1 where there is any.
"""
import calendar
import csv
import glob
import html.parser
import json
import os
import re
import subprocess
import sys
import zipfile
from collections import Counter
import xml.etree.ElementTree as ET
from fractions import Fraction

DECIMALS = {"JPY": 0, "KRW": 0, "KWD": 3, "BHD": 3}
csv.field_size_limit(1 << 30)
faults = []
checked = 0


def check(place, what, found, wanted):
    global checked
    checked += 1
    if found != wanted:
        faults.append(f"{place}: {what}: found {found!r}, wanted {wanted!r}")


def away(value):
    """Rounds a half away from zero."""
    whole = abs(value.numerator) * 2 // value.denominator
    result = (whole + 1) // 2
    return result if value >= 0 else -result


def minor(text, currency):
    if text == "":
        return None
    value = Fraction(text) * 10 ** DECIMALS.get(currency, 2)
    assert value.denominator == 1, text
    return int(value)


def plain(amount, currency):
    if amount is None:
        return ""
    places = DECIMALS.get(currency, 2)
    sign = "-" if amount < 0 else ""
    digits = str(abs(amount)).rjust(places + 1, "0")
    return sign + (digits if places == 0 else digits[:-places] + "." + digits[-places:])


def grouped(amount, currency):
    text = plain(amount, currency)
    whole, dot, rest = text.partition(".")
    return f"{int(whole):,}{dot}{rest}"


def months_between(purchase, valuation):
    parts = [int(part) for part in purchase.split("-")]
    if len(parts) == 1:
        parts += [7, 1]
    if len(parts) == 2:
        parts += [15]
    year, month, day = valuation
    count = (year - parts[0]) * 12 + month - parts[1]
    # A month is complete on the purchase's day, or on its last day where it has no such day.
    if day < min(parts[2], calendar.monthrange(year, month)[1]):
        count -= 1
    return max(0, count)


def life_table(path):
    table = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for name in [row["category"]] + row["synonyms"].split(";"):
                if name.strip():
                    table.setdefault(name.strip().lower(), row)
    return table


class Line:
    def __init__(self, row, valuation, lives, most):
        self.row = row
        currency = self.currency = row["line_currency"]
        own = row["currency"] or currency
        quantity = self.quantity = int(row["quantity"])
        unit, total = minor(row["replacement_cost"], own), minor(row["replacement_cost_total"], own)
        appraised = minor(row["appraisal_value"], own)
        self.scheduled = row["scheduled"] == "yes"
        life = lives.get(row["category"].strip().lower())
        years = row["useful_life_years"]
        method = row["valuation"]
        if method == "":
            if appraised is not None and (self.scheduled or (unit is None and total is None)):
                method = "appraised"
            elif years:
                method = "straight-line"
            elif life:
                method = life["method"]
        if method == "straight-line" and not years and life:
            years = life["life_years"]
        # Age.
        self.age = None
        if row["purchase_date"]:
            self.age = months_between(row["purchase_date"], valuation)
        elif row["age_years"]:
            self.age = int(Fraction(row["age_years"]) * 12)
        # Replacement cost value.
        self.rcv = None
        if method == "appraised" and appraised is not None:
            self.rcv = appraised
        elif unit is not None or total is not None:
            base = unit * quantity if unit is not None else total
            tax = Fraction(row["tax_rate"]) if row["tax_rate"] else Fraction(0)
            self.rcv = base + away(base * tax)
        # Actual cash value.
        self.acv = None
        if self.rcv is not None:
            kept = None
            if method == "appraised":
                kept = Fraction(1) if appraised is not None else None
            elif method == "none":
                kept = Fraction(1)
            elif method == "flat-percent" and life and life["remaining_percent"]:
                kept = Fraction(life["remaining_percent"]) / 100
            elif method == "straight-line" and years and self.age is not None:
                kept = 1 - min(self.age / (Fraction(years) * 12), most)
            if kept is not None:
                self.acv = away(self.rcv * kept)
        paid_unit, paid_total = minor(row["purchase_price"], own), minor(row["purchase_price_total"], own)
        self.paid = paid_unit * quantity if paid_unit is not None else paid_total


class Sums:
    def __init__(self):
        self.lines = self.rcv = self.acv = self.paid = self.depreciation = self.units = 0
        self.valued = self.depreciated = self.priced = 0

    def add(self, line):
        self.lines += 1
        self.units += line.quantity
        self.valued += line.rcv is not None
        self.depreciated += line.acv is not None
        self.priced += line.paid is not None
        self.rcv += line.rcv or 0
        self.acv += line.acv or 0
        self.paid += line.paid or 0
        if line.rcv is not None and line.acv is not None:
            self.depreciation += line.rcv - line.acv

    def shown(self, currency):
        return tuple(plain(value, currency) for value in (self.rcv, self.acv, self.depreciation, self.paid))

    def cells(self, currency, whole):
        """What a row of a table by room or category shows for people; columns that say nothing are left out."""
        def figure(value, count):
            return grouped(value, currency) if count else "–"
        cells = [f"{self.lines:,}", f"{self.units:,}"]
        if whole.valued:
            cells += [figure(self.rcv, self.valued), figure(self.acv, self.depreciated)]
        if whole.priced:
            cells.append(figure(self.paid, self.priced))
        return tuple(cells)


def room_path(text):
    parts = [part.strip() for part in re.split(r"/|->", text)]
    return tuple(part for part in parts if part) or ("Unassigned",)


class Expected:
    """What a report must say, found from the input columns."""

    def __init__(self, lines):
        self.totals, self.scheduled, self.rooms, self.categories = {}, {}, {}, {}
        for line in lines:
            if line.scheduled:
                self.scheduled.setdefault(line.currency, Sums()).add(line)
                continue
            self.totals.setdefault(line.currency, Sums()).add(line)
            path = room_path(line.row["room"])
            for depth in range(1, len(path) + 1):
                self.rooms.setdefault((line.currency, path[:depth]), Sums()).add(line)
            category = line.row["category"].strip() or "Uncategorised"
            self.categories.setdefault((line.currency, category), Sums()).add(line)


def read_csv(path):
    with open(path, newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def check_csv(folder, lines, expected):
    for line in lines:
        place = f"{folder} csv line {line.row['line']}"
        check(place, "line_rcv", line.row["line_rcv"], plain(line.rcv, line.currency))
        check(place, "line_acv", line.row["line_acv"], plain(line.acv, line.currency))
        check(place, "line_paid", line.row["line_paid"], plain(line.paid, line.currency))
        check(place, "age", line.row["age_months"], "" if line.age is None else str(line.age))
    for row in read_csv(os.path.join(folder, "category-summary.csv")):
        currency = row["currency"]
        if row["category"] == "TOTAL UNSCHEDULED":
            sums = expected.totals.get(currency, Sums())
        elif row["category"] == "SCHEDULED, APART":
            sums = expected.scheduled[currency]
        else:
            sums = expected.categories[(currency, row["category"])]
        found = (row["rcv"], row["acv"], row["depreciation"], row["price_paid"])
        check(f"{folder} categories {row['category']}", "sums", found, sums.shown(currency))
        check(f"{folder} categories {row['category']}", "lines", int(row["lines"]), sums.lines)
    own = {}
    for row in read_csv(os.path.join(folder, "room-summary.csv")):
        currency = row["currency"]
        if row["room"] == "TOTAL UNSCHEDULED":
            check(f"{folder} rooms", "own rooms add up", own.get(currency, 0), minor(row["rcv"], currency))
            continue
        own[currency] = own.get(currency, 0) + minor(row["rcv"], currency)
        sums = expected.rooms[(currency, room_path(row["room"]))]
        found = (row["rcv_with_nested"], row["acv_with_nested"], row["price_paid_with_nested"])
        wanted = tuple(plain(value, currency) for value in (sums.rcv, sums.acv, sums.paid))
        check(f"{folder} rooms {row['room']}", "nested sums", found, wanted)


def check_json(folder, lines, expected):
    with open(os.path.join(folder, "inventory.json"), encoding="utf-8") as file:
        document = json.load(file)
    by_number = {line.row["line"]: line for line in lines}
    for ledger in document["ledgers"]:
        currency = ledger["currency"]

        def shown(total):
            return (total["rcv"], total["acv"], total["depreciation"], total["paid"])

        check(f"{folder} json", "total", shown(ledger["total"]), expected.totals.get(currency, Sums()).shown(currency))
        scheduled = expected.scheduled.get(currency, Sums())
        check(f"{folder} json", "scheduled", shown(ledger["scheduled_total"]), scheduled.shown(currency))
        for room in ledger["rooms"]:
            wanted = expected.rooms[(currency, tuple(room["path"]))]
            check(f"{folder} json room {room['path']}", "sums", shown(room["with_nested"]), wanted.shown(currency))
        for category in ledger["categories"]:
            wanted = expected.categories[(currency, category["name"])]
            check(f"{folder} json category {category['name']}", "sums", shown(category["total"]), wanted.shown(currency))
        for entry in ledger["lines"]:
            line = by_number.pop(str(entry["line"]))
            for key, value in (("rcv", line.rcv), ("acv", line.acv), ("paid", line.paid)):
                check(f"{folder} json line {entry['line']}", key, entry[key], None if value is None else plain(value, currency))
    check(f"{folder} json", "lines left over", sorted(by_number), [])


class Page(html.parser.HTMLParser):
    """Cells of every table, row by row, and the ids of the rows."""

    def __init__(self):
        super().__init__()
        self.rows, self.row, self.cell, self.caption = [], None, None, None
        self.figures, self.in_figure = [], False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "caption":
            self.caption = ""
        elif tag == "tr":
            self.row = {"id": attributes.get("id", ""), "cells": {}, "head": "", "caption": self.caption,
                        "depth": int((attributes.get("class") or "d0")[1:])}
        elif tag in ("td", "th") and self.row is not None:
            label = attributes.get("data-label", "")
            self.cell = (tag, label, [])
        elif tag == "span" and attributes.get("class") == "figure":
            self.figures.append("")
            self.in_figure = True
        elif tag == "small" and self.cell:
            self.cell[2].append("\x00")

    def handle_data(self, data):
        if self.in_figure:
            self.figures[-1] += data
        elif self.cell:
            self.cell[2].append(data)
        elif self.row is None and self.caption is not None:
            self.caption += data

    def handle_endtag(self, tag):
        if tag == "span":
            self.in_figure = False
        if tag in ("td", "th") and self.cell:
            kind, label, parts = self.cell
            text = "".join(parts).split("\x00")[0].strip()
            if kind == "th":
                self.row["head"] = text
            elif label:
                self.row["cells"].setdefault(label, text)
            self.cell = None
        elif tag == "tr" and self.row is not None:
            self.rows.append(self.row)
            self.row = None
        elif tag == "table":
            self.caption = None


def check_html(folder, lines, expected):
    with open(os.path.join(folder, "inventory.html"), encoding="utf-8") as file:
        page = Page()
        page.feed(file.read())
    by_id = {row["id"]: row for row in page.rows if row["id"]}
    for line in lines:
        row = by_id[f"line-{line.row['line']}"]["cells"]
        for label, value in (("Replacement cost", line.rcv), ("Actual cash value", line.acv), ("Price paid", line.paid)):
            if label in row or value is not None:
                wanted = "–" if value is None else grouped(value, line.currency)
                check(f"{folder} html line {line.row['line']}", label, row.get(label), wanted)
    found, path, added = Counter(), (), Counter()
    for row in page.rows:
        kind = re.match(r"(Totals by (room|category)\.|Items in) .*Amounts in ([A-Z]{3})\.$", (row["caption"] or "").replace("\n", " "))
        if not kind or not row["cells"]:
            continue
        currency = kind[3]
        if kind[1] == "Items in":
            for label in ("Replacement cost", "Actual cash value", "Price paid"):
                if row["head"] == "Room total" and row["cells"].get(label, "–") != "–":
                    added[(currency, label)] += minor(row["cells"][label].replace(",", ""), currency)
            continue
        whole = expected.totals[currency]
        cells = tuple(row["cells"][label] for label in ("Lines", "Units", "Replacement cost", "Actual cash value", "Price paid")
                      if label in row["cells"])
        found[kind[2]] += 1
        if row["head"] == "Total, unscheduled":
            sums = whole
        elif kind[2] == "category":
            sums = expected.categories[(currency, row["head"])]
        else:
            path = path[:row["depth"]] + (row["head"],)
            sums = expected.rooms[(currency, path)]
        check(f"{folder} html by {kind[2]}, {row['head']}", "figures", cells, sums.cells(currency, whole))
    check(f"{folder} html", "rows by room", found["room"], len(expected.rooms) + len(expected.totals))
    check(f"{folder} html", "rows by category", found["category"], len(expected.categories) + len(expected.totals))
    for currency, sums in expected.totals.items():
        if sums.valued:
            shown = [text for text in page.figures if text.endswith(grouped(sums.rcv, currency))]
            check(f"{folder} html", f"cover and summary show the total of {currency}", len(shown) >= 2, True)
        for label, value in (("Replacement cost", sums.rcv), ("Actual cash value", sums.acv), ("Price paid", sums.paid)):
            check(f"{folder} html", f"room totals add up, {label}", added[(currency, label)], value)


NS = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def sheet_rows(book, number):
    rows = []
    for row in ET.fromstring(book.read(f"xl/worksheets/sheet{number}.xml")).iter(NS + "row"):
        cells = {}
        for cell in row.iter(NS + "c"):
            column = re.match("[A-Z]+", cell.get("r")).group()
            value, text = cell.find(NS + "v"), cell.find(f"{NS}is/{NS}t")
            cells[column] = text.text if text is not None else None if value is None else float(value.text)
        rows.append(cells)
    return rows


def check_xlsx(folder, lines, expected):
    with zipfile.ZipFile(os.path.join(folder, "inventory.xlsx")) as book:
        found = {}
        for number in (2, 5):
            for cells in sheet_rows(book, number)[1:]:
                if isinstance(cells.get("A"), float):
                    found[int(cells["A"])] = cells
        for line in lines:
            cells = found[int(line.row["line"])]
            scale = 10 ** DECIMALS.get(line.currency, 2)
            for column, value in (("N", line.rcv), ("R", line.acv), ("T", line.paid)):
                shown = cells.get(column)
                if isinstance(shown, str):
                    # More digits than a spreadsheet keeps: exact, as text.
                    shown = Fraction(shown)
                check(f"{folder} xlsx line {line.row['line']}", column, None if shown is None else round(shown * scale), value)
        for number, table, key in ((3, expected.rooms, "rooms"), (4, expected.categories, "categories")):
            total, found = {}, Counter()
            for cells in sheet_rows(book, number)[1:]:
                currency = cells.get("C")
                if cells.get("B") == "Total, unscheduled":
                    scale = 10 ** DECIMALS.get(currency, 2)
                    sums = expected.totals[currency]
                    shown = tuple(round(Fraction(cells[column]) * scale) for column in "FGHI")
                    check(f"{folder} xlsx {key}", "total", shown, (sums.rcv, sums.acv, sums.depreciation, sums.paid))
                    if key == "categories":
                        check(f"{folder} xlsx {key}", "sum of rows", total.get(currency, 0), sums.rcv)
                elif isinstance(currency, str) and len(currency) == 3:
                    scale = 10 ** DECIMALS.get(currency, 2)
                    total[currency] = total.get(currency, 0) + round(Fraction(cells["F"]) * scale)
                    found[(currency, *(int(cells[column]) for column in "DE"),
                           *(round(Fraction(cells[column]) * scale) for column in "FGHI"))] += 1
            wanted = Counter((place[0], sums.lines, sums.units, sums.rcv, sums.acv, sums.depreciation, sums.paid)
                             for place, sums in table.items())
            check(f"{folder} xlsx {key}", "rows", found, wanted)


def check_pdf(folder, lines, expected):
    text = subprocess.run(
        ["pdftotext", "-layout", os.path.join(folder, "inventory.pdf"), "-"], capture_output=True, check=True
    ).stdout.decode("utf-8")
    rows = text.splitlines()
    found, section = {}, None
    for row in rows:
        heading = re.match(r"\s*By (room|category)(?: in ([A-Z]{3}))?$", row)
        if heading:
            section = (heading[2] or next(iter(expected.totals)), heading[1])
        figures = re.match(r"\s*(\S.*?)\s{2,}([\d,]+)\s+([\d,]+)((?:\s+(?:[\d,.]+|–))*)\s+(?:[\d.,]+ %|–)$", row)
        if row.strip().startswith("Total,"):
            section = None
        elif section and figures:
            found.setdefault(section, Counter())[(figures[2], figures[3], *figures[4].split())] += 1
    for currency, whole in expected.totals.items():
        for kind, table in (("room", expected.rooms), ("category", expected.categories)):
            wanted = Counter(sums.cells(currency, whole) for place, sums in table.items() if place[0] == currency)
            check(f"{folder} pdf", f"by {kind} in {currency}", found.get((currency, kind)), wanted)
        words = Counter(text.split())
        for cell in whole.cells(currency, whole):
            # Wide figures break the foot into lines; by room and by category it has the same.
            check(f"{folder} pdf", f"total of {currency}, {cell}, is there twice", words[cell] >= 2, True)
    for line in lines:
        for value in (line.rcv, line.acv, line.paid):
            if value is not None:
                check(f"{folder} pdf line {line.row['line']}", "figure is there", grouped(value, line.currency) in text, True)
    pages = text.count("\f")
    check(f"{folder} pdf", "last page says its number", f"Page {pages} of {pages}" in text, True)
    room_rows = [row.split()[2:] for row in rows if re.match(r"\s+Room total", row)]
    if set(expected.totals) == {"USD"} and expected.totals["USD"].valued:
        # Units, replacement cost, actual cash value, and the price paid where there is any.
        sums = expected.totals["USD"]
        for position, value in enumerate((sums.rcv, sums.acv, sums.paid)[:len(room_rows[0]) - 1], 1):
            added = sum(minor(row[position].replace(",", ""), "USD") for row in room_rows if row[position] != "–")
            check(f"{folder} pdf", f"room totals add up, column {position}", added, value)


def main(root, lives_path, most="4/5"):
    lives = life_table(lives_path)
    for folder in sorted(glob.glob(os.path.join(root, "*"))):
        if not os.path.exists(os.path.join(folder, "inventory.csv")):
            continue
        with open(os.path.join(folder, "valuation-date")) as file:
            valuation = tuple(int(part) for part in file.read().strip().split("-"))
        lines = [Line(row, valuation, lives, Fraction(most)) for row in read_csv(os.path.join(folder, "inventory.csv"))]
        expected = Expected(lines)
        check_csv(folder, lines, expected)
        for suffix, checker in (("json", check_json), ("html", check_html), ("xlsx", check_xlsx), ("pdf", check_pdf)):
            if os.path.exists(os.path.join(folder, "inventory." + suffix)):
                checker(folder, lines, expected)
    for fault in faults[:40]:
        print(fault)
    print(f"{checked} figures compared, {len(faults)} disagree")
    return 1 if faults or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
