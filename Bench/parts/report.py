"""Reports: 10,000 items with 20,000 photos in bounded memory, PDF against other makers of PDF, and 100,000 photos to browse."""
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import uuid

import browser
import corpus
import frame
from frame import PROGRAM, Contestant, compare, empty, ratio, run as measure, scratch

ITEMS = int(os.environ.get("ITEMS", "10000"))
MANY = int(os.environ.get("MANY", "50000"))
ROOMS = ["Hall", "Kitchen", "Living room", "Study", "Attic", "Cellar", "Garage", "Bedroom", "Bathroom", "Workshop"]
THINGS = ["lamp", "chair", "table", "camera", "book", "painting", "drill", "mixer", "carpet", "radio"]
CATEGORIES = ["Electronics", "Furniture", "Tools", "Kitchenware", "Art", "Clothing", "Computers"]


def table(path, items, photos):
    """Two photos an item, some without a price or a date, rooms of 40 things."""
    with open(path, "w") as file:
        file.write("item_id,name,description,room,category,quantity,brand,model,serial_number,purchase_date,purchase_price,"
                   "replacement_cost,condition,photos\n")
        for i in range(items):
            room = f"House {i // 4000 + 1} / {ROOMS[i // 40 % 10]} / Shelf {i // 400 % 10 + 1}"
            day = f"20{10 + i % 15:02d}-{i % 12 + 1:02d}-{i % 28 + 1:02d}" if i % 9 else ""
            price = f"{10 + i * 37 % 3000}.{i % 100:02d}" if i % 11 else ""
            file.write(
                f"T-{i:06d},{THINGS[i % 10].capitalize()} number {i},\"A description of some words, as people write it\",{room},"
                f"{CATEGORIES[i % 7]},{i % 3 + 1},Brand {i % 41},M{i % 977},SN{i:08d},{day},{5 + i % 900}.50,{price},good,"
                f"{photos[2 * i]};{photos[2 * i + 1]}\n")
    return path


def catalog(name, items, width, height):
    """A catalog that the program's own import made, kept for the next time."""
    place = os.path.join(frame.FOLDER, f"catalog-{name}-{items}")
    if os.path.exists(os.path.join(place, "catalog.sqlite")):
        return place
    folder = corpus.numbered(name, 2 * items, width, height)
    names = [f"P{index:06d}.jpg" for index in range(2 * items)]
    rows = table(scratch(f"{name}-{items}.csv"), items, names)
    print(f"importing {2 * items} photos", flush=True)
    part = place + ".part"
    frame.gone(part)
    made = measure([[PROGRAM, "import", "--photos", folder, "--items", rows, "--catalog", part, "--currency", "USD", "--report", "none",
                     "--quiet"]])
    if made.code not in (0, 3):
        raise SystemExit(f"the import ended with {made.code}")
    print(f"  in {made.wall:.0f} s, {2 * items / made.wall:.0f} photos/s, {made.peak / 1e6:.0f} MB")
    os.rename(part, place)
    return place


def copied(folder, row, copy):
    """A row of the catalog under other ids; its file, where it has one, by another name."""
    if "item_id" in row:
        row["item_id"] = f"T-{int(row['item_id'][2:]) + 500 * copy:06d}"
        if row.get("room"):
            row["room"] = f"House {copy // 8 + 2} / Floor {copy % 8 + 1} / " + row["room"].split(" / ", 1)[1]
    old = row.get("image_key")
    if old:
        row["image_key"] = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{old} {copy}"))
    if "path" in row:
        target = row["path"].replace(old, row["image_key"])
        os.link(os.path.join(folder, row["path"]), os.path.join(folder, target))
        row["path"] = target
    if "imported_at" in row:
        row["sha256"] = hashlib.sha256(row["image_key"].encode()).hexdigest()
    return row


def grown(items):
    """A catalog of so many items: 500 that the program imported, with their rows copied under new ids.

    Every copy has files of its own names (hard links), so that no picture of a report stands for two.
    """
    base = catalog("report", 500, 400, 300)
    place = f"{base}-grown-{items}"
    if os.path.exists(place):
        return place
    print(f"growing a catalog to {items} items", flush=True)
    part = place + ".part"
    frame.gone(part)
    shutil.copytree(base, part, copy_function=os.link)
    database = os.path.join(part, "catalog.sqlite")
    os.remove(database)
    shutil.copy(os.path.join(base, "catalog.sqlite"), database)
    rows = sqlite3.connect(database)
    rows.execute("PRAGMA synchronous = OFF")
    tables = {}
    for table in ("possession", "image", "attachment", "rendition"):
        names = [row[1] for row in rows.execute(f"PRAGMA table_info({table})") if row[1] != "id"]
        tables[table] = (names, rows.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall())
    for copy in range(1, items // 500):
        for table, (names, originals) in tables.items():
            copies = [copied(part, dict(zip(names, row)), copy) for row in originals]
            rows.executemany(
                f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join(':' + name for name in names)})", copies)
    rows.commit()
    rows.close()
    os.rename(part, place)
    return place


def writing(catalog, form, *more):
    target = scratch("report-" + form)
    command = [PROGRAM, "report", "--catalog", catalog, "--format", form, "--as-of", "2026-03-15", "--output", target, *more]
    return Contestant(form, [command], prepare=lambda: empty(target))


def size(folder):
    return sum(os.path.getsize(os.path.join(place, name)) for place, _, names in os.walk(folder) for name in names)


def many_items():
    place = grown(ITEMS)
    result = compare(f"{ITEMS} items with {2 * ITEMS} photos", [writing(place, form) for form in ("html", "pdf", "xlsx", "csv", "json")],
                     runs=1, warm_up=False)
    for form, one in result.items():
        print(f"    {form}: {size(scratch('report-' + form)) / 1e6:.0f} MB written, {one.wall / ITEMS * 1000:.2f} ms an item")
    for form in ("html", "pdf", "xlsx"):
        ratio(f"peak memory of {form}, MB", result[form].peak / 1e6, 500)
    return result["pdf"].wall / ITEMS


def others(per_item):
    """The HTML of 500 items, made into a PDF by programs for that."""
    items = 500
    place = catalog("report", items, 400, 300)
    measure([[PROGRAM, "report", "--catalog", place, "--format", "html", "--as-of", "2026-03-15",
                                                "--output", empty(scratch("report-html"))]])
    page = os.path.join(scratch("report-html"), "inventory.html")
    rivals = []
    weasyprint = find_weasyprint()
    if weasyprint:
        rivals.append(Contestant("weasyprint", [[weasyprint, page, scratch("weasyprint.pdf")]]))
    else:
        print("skipped: weasyprint, which pip cannot install here")
    if shutil.which("soffice"):
        profile = f"-env:UserInstallation=file://{scratch('office')}"
        rivals.append(Contestant("libreoffice", [[
            "soffice", profile, "--headless", "--convert-to", "pdf:writer_web_pdf_Export", "--outdir", scratch("report-pdf"), page]]))
    else:
        print("skipped: libreoffice, which is not installed")
    result = compare(f"PDF of {items} items with {2 * items} photos", [writing(place, "pdf"), *rivals], runs=1, warm_up=False)
    for rival in rivals:
        theirs = result[rival.name].wall / items
        ratio(f"{rival.name} ÷ ours, time an item, {items} items", theirs / (result["pdf"].wall / items), 10, at_least=True)
        ratio(f"{rival.name} ÷ ours, time an item, ours of {ITEMS}", theirs / per_item, 10, at_least=True)


# 70.0 ends with an assertion on the grids of this page.
WEASYPRINT = ("weasyprint==61.2", "pydyf==0.10.0")


def find_weasyprint():
    found = shutil.which("weasyprint")
    if found:
        return found
    folder = os.path.join(frame.FOLDER, "weasyprint")
    program = os.path.join(folder, "bin", "weasyprint")
    if not os.path.exists(program):
        subprocess.run([sys.executable, "-m", "venv", folder], capture_output=True)
        subprocess.run([os.path.join(folder, "bin", "pip"), "install", "--quiet", *WEASYPRINT], capture_output=True)
    return program if os.path.exists(program) else None


def browsing():
    """The report that stands in the catalog and links its renditions."""
    place = grown(MANY)
    ours = Contestant("html, linked", [[PROGRAM, "report", "--catalog", place, "--format", "html", "--as-of", "2026-03-15"]])
    result = compare(f"{MANY} items with {2 * MANY} photos", [ours], runs=1, warm_up=False)
    ratio("peak memory, MiB", result[ours.name].peak / 2**20, 1024)
    reports = os.path.join(place, "reports")
    print(f"    {size(reports) / 1e6:.0f} MB in {sum(len(names) for _, _, names in os.walk(reports))} files")
    if browser.program() is None:
        print("skipped: how the pages load, since chromium is not installed")
        return
    pages = sorted(os.listdir(os.path.join(reports, "inventory-pages")))
    with browser.Browser() as window:
        window.show(os.path.join(reports, "inventory.html"))
        for what, path in (("index", "inventory.html"), ("first page", "inventory-pages/" + pages[0]),
                           ("page in the middle", "inventory-pages/" + pages[len(pages) // 2])):
            seconds = window.show(os.path.join(reports, path))
            elements = window.value("document.querySelectorAll('*').length")
            down = window.value(
                "new Promise(done => { const start = performance.now(); scrollTo(0, document.body.scrollHeight / 2);"
                " requestAnimationFrame(() => requestAnimationFrame(() => done((performance.now() - start) / 1000))); })")
            ratio(f"seconds to load the {what}, {elements} elements", seconds, 3)
            ratio(f"seconds to scroll to the middle of the {what}", down, 1)


def run():
    others(many_items())
    browsing()
