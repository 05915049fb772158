"""What all rigs share: the program, its runs, a household to take in, and the oracle.

The oracle: verify --deep finds no damage, and the catalog says the same (its digest) as after a run that nothing
disturbed.
"""
import concurrent.futures
import json
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.abspath(os.environ.get("POSSESSIONS", ".build/debug/possessions"))
SHORT = os.environ.get("SHORT") == "1"
SEED = int(os.environ.get("SEED", "20260301"))
JOBS = int(os.environ.get("JOBS", str(2 * (os.cpu_count() or 1))))
# A decoder that hangs is ended after 30 s; a run of a rig never takes this long.
TIMEOUT = 240


def fast():
    """A place in memory where it has room, else None for the usual one: only the power cut needs a disk."""
    place = "/dev/shm"
    try:
        about = os.statvfs(place)
    except OSError:
        return None
    return place if os.access(place, os.W_OK) and about.f_bavail * about.f_frsize > 3 << 30 else None


FAST = fast()


class Breach(Exception):
    """A promise is broken. Its text goes to the person at the terminal."""


def size(full, short):
    """How often: the full form, or the short one of continuous integration."""
    return short if SHORT else full


class Rig:
    """One rig: a scratch folder, cases done side by side, and the line of figures at the end."""

    def __init__(self, name, place=FAST):
        self.name = name
        self.folder = tempfile.mkdtemp(prefix=f"possessions-{name}-".replace(" ", "-"), dir=place)
        self.breaches = []

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if not self.breaches and kind is None:
            gone(self.folder)

    def each(self, cases, body, jobs=None):
        """Calls body(case, own empty folder) for all cases, some at a time; gathers what they return."""
        def one(numbered):
            number, case = numbered
            own = os.path.join(self.folder, f"case-{number}")
            os.mkdir(own)
            try:
                answer = body(case, own)
            except Breach as breach:
                self.breaches.append(f"{self.name}: case {number} ({case}): {breach}\n    kept in {own}")
                return None
            gone(own)
            return answer

        with concurrent.futures.ThreadPoolExecutor(jobs or JOBS) as pool:
            return [answer for answer in pool.map(one, enumerate(cases)) if answer is not None]

    def done(self, figures):
        """Prints the line, and the breaches: true where there is none."""
        print(f"{self.name:<12} {figures}; {len(self.breaches)} breaches", flush=True)
        for breach in self.breaches[:10]:
            print(f"  {breach}", flush=True)
        return not self.breaches


def gone(folder):
    shutil.rmtree(folder, ignore_errors=True)


# Running the program

def environment():
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR") if name in os.environ}
    return {**kept, "LC_ALL": "C.UTF-8"}


def start(*words, before=(), **options):
    return subprocess.Popen([*before, PROGRAM, *words], env=environment(), stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


class Answer:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def json(self):
        try:
            return json.loads(self.out)
        except ValueError:
            raise Breach(f"exit {self.code}, and the output is no JSON: {self.out[:200]!r} {self.err[-400:]!r}")

    def __str__(self):
        return f"exit {self.code}: {(self.err or self.out)[-600:].decode('utf-8', 'replace')}"


def finish(process, timeout=TIMEOUT):
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise Breach(f"it hangs: {process.args}")
    code = process.returncode
    return Answer(128 - code if code < 0 else code, out, err)


def run(*words, before=(), expect=None, timeout=TIMEOUT, **options):
    answer = finish(start(*words, before=before, **options), timeout)
    if expect is not None and answer.code not in expect:
        raise Breach(f"{' '.join(words[:1])} should end with {expect}; {answer}")
    return answer


_tracer = None


def tracer(*options):
    """The words before a program that trace it."""
    global _tracer
    if _tracer is None:
        compiler = next((c for c in ("cc", "gcc", "clang") if shutil.which(c)), None)
        if compiler is None:
            sys.exit("a C compiler is needed for the tracer: install gcc or clang")
        folder = os.path.join(os.path.dirname(PROGRAM), "rigs")
        os.makedirs(folder, exist_ok=True)
        binary = os.path.join(folder, "tracer")
        source = os.path.join(HERE, "tracer.c")
        if not os.path.exists(binary) or os.path.getmtime(binary) < os.path.getmtime(source):
            subprocess.run([compiler, "-O2", "-Wall", "-Wextra", "-Werror", "-o", binary, source], check=True)
        _tracer = binary
    return [_tracer, *map(str, options), "--"]


# A household

def png(path, number, width=48, height=36):
    """A small picture of its own bytes: a coloured slope with noise."""
    noise = random.Random(number)
    r, g, b = (noise.randrange(256) for _ in range(3))
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            rows += bytes(((r + 3 * x + noise.randrange(8)) % 256, (g + 2 * y) % 256, (b + x + y) % 256))

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(bytes(rows), 1)) + chunk(b"IEND", b""))


EDITS = ["", "rotate=90", "crop=10%,10%,60%,60%", "flip=horizontal;brightness=1.2", "", "redact=0,0,10,10",
         "straighten=3", "grayscale;sharpen", "crop=1:1@center;contrast=0.8", ""]


class Household:
    """Photos and an items table: `photos` pictures, of which some are equal, for `rows` possessions whose ids begin
    with `mark`."""

    def __init__(self, folder, photos=60, rows=80, width=48, height=36, real=True, mark="R"):
        self.photos = os.path.join(folder, "photos")
        self.items = os.path.join(folder, "items.csv")
        os.makedirs(self.photos)
        names = []
        for number in range(photos):
            name = f"{mark}-photo-{number:03d}.png"
            place = os.path.join(self.photos, name)
            if number % 20 == 19:
                shutil.copyfile(os.path.join(self.photos, names[0]), place)
            else:
                png(place, number, width, height)
            names.append(name)
        samples = os.path.join(HERE, "..", "..", "Samples", "photos", "Kitchen")
        if real:
            for name in sorted(entry.name for entry in os.scandir(samples) if entry.is_file()):
                shutil.copyfile(os.path.join(samples, name), os.path.join(self.photos, name))
        with open(self.items, "w", encoding="utf-8") as table:
            table.write("item_id,name,room,purchase_price,currency,photos,edit\n")
            for number in range(rows):
                photo = names[number] if number < photos else ""
                edit = EDITS[number % len(EDITS)] if photo else ""
                edit = f'"{edit}"' if "," in edit else edit
                table.write(f"{mark}-{number:04d},Thing {number},Room {number % 7},{number}.50,EUR,{photo},{edit}\n")

    def words(self, catalog, *more):
        return ["import", "--photos", self.photos, "--items", self.items, "--catalog", catalog, "--report", "none",
                "--progress", "never", *more]


# The oracle

def rows(catalog, query, *values):
    connection = sqlite3.connect(f"file:{catalog}/catalog.sqlite?mode=ro", uri=True)
    try:
        return connection.execute(query, values).fetchall()
    finally:
        connection.close()


def digest(catalog):
    """What the catalog says, as the last finished run found it."""
    found = rows(catalog, "SELECT catalog_digest FROM run WHERE status = 'finished' ORDER BY number DESC")
    if not found:
        raise Breach("no finished run")
    return found[0][0]


def verified(catalog, allowed=()):
    """Verifies deeply: any damage that is not harmless and not of an allowed class is a breach."""
    answer = run("verify", "--deep", "--json", "--catalog", catalog)
    if answer.code not in (0, 4):
        raise Breach(f"verify: {answer}")
    report = answer.json()
    for damage in report["damages"]:
        if not damage.get("harmless") and damage["class"] not in allowed:
            raise Breach(f"verify: {damage}")
    return report


def resumed(household, catalog, expected, *more):
    """Imports again until it ends, and holds it against the digest of the undisturbed run."""
    run(*household.words(catalog, *more), expect=(0, 3))
    verified(catalog)
    found = digest(catalog)
    if found != expected:
        raise Breach(f"the digest after resuming is {found}, and undisturbed {expected}")
