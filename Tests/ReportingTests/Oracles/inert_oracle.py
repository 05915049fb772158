"""Whether documents full of hostile text are inert: HTML, PDF, XLSX and CSV in DIR, payloads in DIR/payloads.json.

Uses Python's parsers, chromium without a network, pdftotext and pdfinfo, and LibreOffice. Prints what is wrong.
"""
import csv
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
import xml.etree.ElementTree as ET

csv.field_size_limit(1 << 30)
faults = []


def fault(text):
    faults.append(text[:300])


ELEMENTS = set(
    """html head meta title style body a div nav p ol ul li span main header footer section h1 h2 h3 table
    caption thead tbody tfoot tr th td bdi b em small img figure figcaption code br""".split()
)


class Inert(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.text, self.hidden = [], False

    def handle_starttag(self, tag, attributes):
        self.hidden = tag == "style"
        if tag not in ELEMENTS:
            fault(f"html: element {tag}")
        for name, value in attributes:
            if name.startswith("on"):
                fault(f"html: handler {name}")
            if name in ("src", "href") and not re.match(r"^(#[a-z0-9-]*$|data:image/(jpeg|png|webp);base64,)", value or ""):
                fault(f"html: address {value!r}")
            if name == "style" and not re.match(r"^--bar:[0-9.]+%$", value or ""):
                fault(f"html: style {value!r}")

    def handle_endtag(self, tag):
        self.hidden = False

    def handle_data(self, data):
        if not self.hidden:
            self.text.append(data)


def squeeze(text):
    return re.sub(r"\s+", "", text)


def check_html(folder, payloads):
    path = os.path.join(folder, "inventory.html")
    with open(path, encoding="utf-8") as file:
        source = file.read()
    page = Inert()
    page.feed(source)
    shown = squeeze("".join(page.text))
    for payload in payloads:
        if squeeze(payload["shown"]) not in shown:
            fault(f"html: payload not shown whole: {payload['shown'][:80]!r}")
    if shutil.which("chromium") is None:
        return
    with tempfile.TemporaryDirectory() as scratch:
        log = os.path.join(scratch, "net.json")
        dom = subprocess.run(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", f"--user-data-dir={scratch}/profile", f"--log-net-log={log}",
             "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=3000", "--dump-dom", "file://" + path],
            capture_output=True, timeout=90).stdout.decode("utf-8")
        title = re.search(r"<title>(.*?)</title>", dom)
        if not title or title.group(1) != "Inventory of possessions":
            fault(f"chromium: the title became {title and title.group(1)!r}")
        if re.search(r"<(script|iframe|svg|object|embed|link|base|form)\b", dom):
            fault("chromium: an element came to life")
        with open(log, encoding="utf-8", errors="replace") as file:
            if "evil.example" in file.read():
                fault("chromium: a request was tried")


def check_pdf(folder, payloads):
    path = os.path.join(folder, "inventory.pdf")
    for option in ("-js", "-url"):
        output = subprocess.run(["pdfinfo", option, path], capture_output=True).stdout.decode("utf-8", "replace")
        if "evil.example" in output or "app.alert" in output:
            fault(f"pdf: {option} finds {output[:100]!r}")
    with open(path, "rb") as file:
        raw = file.read()
    # Compressed streams hold any short word by chance, so what would follow it is asked for as well.
    for name in (rb"/S\s*/JavaScript", rb"/S\s*/URI", rb"/S\s*/Launch", rb"/EmbeddedFiles?\b", rb"/AA\s*<<", rb"/OpenAction\b"):
        if re.search(name, raw):
            fault(f"pdf: {name} is in it")
    text = subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, check=True).stdout.decode("utf-8")
    shown = squeeze(text)
    missing = [payload for payload in payloads if payload["plain"] and squeeze(payload["shown"])[:60] not in shown]
    if missing:
        fault(f"pdf: {len(missing)} payloads not found, for instance {missing[0]['shown'][:60]!r}")


NS = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


SAFE = re.compile(r"^(ROUND|SUMIFS|COUNTIFS|MIN|Schedule!|\$?[A-Z]{1,2}\$?[0-9]+|[0-9.]+|\"(>=|<=)?[0-9]+\"|\"[A-Z]{3}\"|[-+*/(),:])*$")


def check_formulas(path):
    with zipfile.ZipFile(path) as book:
        for name in book.namelist():
            if name.startswith("xl/worksheets/sheet"):
                for formula in ET.fromstring(book.read(name)).iter(NS + "f"):
                    if not SAFE.match(formula.text or ""):
                        fault(f"xlsx: formula {formula.text!r}")
            if name.endswith(".rels") and b"evil.example" in book.read(name):
                fault(f"xlsx: {name} leads outside")
            if "externalLink" in name or "vba" in name.lower():
                fault(f"xlsx: {name}")


def office(folder, name, options, target, *more):
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", *more, "--convert-to", options, "--outdir", target,
             os.path.join(folder, name)], capture_output=True, timeout=170, check=True)


def check_office(folder, payloads):
    if shutil.which("soffice") is None:
        return
    with tempfile.TemporaryDirectory() as target:
        # Sheet 2 is the schedule; cells as shown, quoted.
        office(folder, "inventory.xlsx", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,2", target)
        produced = [name for name in os.listdir(target) if name.endswith(".csv")]
        with open(os.path.join(target, produced[0]), newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        column = rows[0].index("Brand")
        brands = {squeeze(row[column]) for row in rows[1:] if len(row) > column}
        for payload in payloads:
            wanted = squeeze(payload["shown"])
            if len(wanted) < 30000 and wanted not in brands:
                fault(f"LibreOffice, xlsx: payload changed: {payload['shown'][:80]!r}")
    with tempfile.TemporaryDirectory() as target:
        office(folder, "inventory.csv", "csv:Text - txt - csv (StarCalc):44,34,76,1", target, "--infilter=CSV:44,34,76,1")
        with open(os.path.join(target, "inventory.csv"), newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        column = rows[0].index("condition")
        cells = [squeeze(row[column]) for row in rows[1:] if len(row) > column]
        for payload in payloads:
            if payload["text"][:1] in "=+-@\t\r" and len(payload["text"]) < 2000:
                # LibreOffice may drop the apostrophe, but the text of a formula stays a text.
                wanted = squeeze(payload["text"])
                if wanted not in cells and "'" + wanted not in cells:
                    fault(f"LibreOffice, csv: evaluated: {payload['text'][:60]!r}")


def check_csv(folder, payloads):
    with open(os.path.join(folder, "inventory.csv"), newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    if len(rows) != len(payloads):
        fault(f"csv: {len(rows)} rows for {len(payloads)} items")
    texts = {payload["text"].replace("\r\n", "\n") for payload in payloads}
    for row in rows:
        for field in ("name", "brand", "model", "serial", "condition", "appraiser"):
            cell = row[field]
            if cell[:1] in ("=", "+", "-", "@", "\t", "\r"):
                fault(f"csv: {field} begins a formula: {cell[:60]!r}")
            if cell.replace("\r\n", "\n") not in texts and cell[1:].replace("\r\n", "\n") not in texts:
                fault(f"csv: {field} was changed: {cell[:60]!r}")
        if row["replacement_cost"] != "5.00":
            fault("csv: a number was changed")


def main(folder):
    with open(os.path.join(folder, "payloads.json"), encoding="utf-8") as file:
        payloads = json.load(file)
    check_html(folder, payloads)
    check_pdf(folder, payloads)
    check_formulas(os.path.join(folder, "inventory.xlsx"))
    check_csv(folder, payloads)
    check_office(folder, payloads)
    for text in faults[:40]:
        print(text)
    print(f"{len(payloads)} payloads, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
