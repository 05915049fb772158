"""Bytes that nobody wrote: images through the worker, items tables under the address sanitizer, damaged catalogs. No
crash of the parent, nothing that hangs, every file accounted for."""
import glob
import os
import random
import shutil
import sqlite3
import subprocess

import rig

BATCH = 500


def mutated(seeds, chance):
    """One of the seeds with bits flipped, pieces cut, doubled, zeroed, exchanged with another, or sizes made huge."""
    body = bytearray(chance.choice(seeds))
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        if not body:
            break
        # Headers decide more than pixels do.
        at = chance.randrange(min(len(body), chance.choice((64, 1024, len(body)))))
        end = min(len(body), at + chance.choice((1, 2, 4, 16, 256, 4096)))
        match chance.randrange(8):
            case 0 | 1:
                for _ in range(chance.choice((1, 4, 32))):
                    body[chance.randrange(at, len(body))] ^= 1 << chance.randrange(8)
            case 2:
                del body[at:end]
            case 3:
                body[at:at] = body[at:end] * chance.choice((1, 2, 50))
            case 4:
                del body[at:]
            case 5:
                other = chance.choice(seeds)
                begin = chance.randrange(len(other))
                body[at:end] = other[begin:begin + end - at]
            case 6:
                body[at:at + 4] = chance.choice((b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff", b"\0\0\xff\xff", b"\x80\0\0\0"))
            case 7:
                body[at:end] = bytes(chance.randrange(256) for _ in range(end - at))
    return bytes(body)


def seeds_of_images(folder):
    found = {}
    for path in sorted(glob.glob(os.path.join(rig.HERE, "..", "..", "Samples", "photos", "**", "*.*"), recursive=True)):
        if os.path.getsize(path) > 1000:
            with open(path, "rb") as file:
                found.setdefault(os.path.splitext(path)[1].lower(), []).append(file.read())
    small = os.path.join(folder, "small.png")
    rig.png(small, 1)
    made = [("tif", []), ("gif", []), ("bmp", []), ("jpg", ["-quality", "80"]), ("webp", []), ("avif", []), ("heic", [])]
    convert = shutil.which("convert") or shutil.which("magick")
    for kind, options in made if convert else []:
        path = os.path.join(folder, "small." + kind)
        subprocess.run([convert, small, *options, path], capture_output=True)
        if os.path.exists(path):
            with open(path, "rb") as file:
                found.setdefault("." + kind, []).append(file.read())
    with open(small, "rb") as file:
        found.setdefault(".png", []).append(file.read())
    return found


def images():
    with rig.Rig("fuzz-images") as it:
        kinds = seeds_of_images(it.folder)
        count = rig.size(20_000, 400)
        batch = min(BATCH, count // 2)

        def one(number, folder):
            chance = random.Random(rig.SEED + number)
            photos, catalog = os.path.join(folder, "photos"), os.path.join(folder, "catalog")
            os.mkdir(photos)
            for index in range(batch):
                kind = chance.choice(sorted(kinds))
                with open(os.path.join(photos, f"{index:05d}{kind}"), "wb") as file:
                    file.write(mutated(kinds[kind], chance))
            # A worker that hangs is ended after 30 s, each time.
            answer = rig.run("import", "--photos", photos, "--catalog", catalog, "--report", "none", "--progress", "never", "--json",
                             "--workers", "2", timeout=1800)
            if answer.code not in (0, 3):
                raise rig.Breach(str(answer))
            files = answer.json()["files"]
            parts = sum(value for key, value in files.items() if key != "found")
            if files["found"] != batch or parts != batch:
                raise rig.Breach(f"{batch} files, and the sums are {files}")
            rig.verified(catalog)
            died = rig.rows(catalog, "SELECT count(*) FROM finding WHERE message LIKE '%worker%died%' OR message LIKE '%longer than%'")
            damaged = rig.rows(catalog, "SELECT count(*) FROM image WHERE state NOT IN ('ok', 'not-a-picture')")
            return died[0][0], damaged[0][0]

        done = it.each(range(count // batch), one, jobs=2)
        return it.done(f"{len(done) * batch} mutated images ({len(kinds)} kinds) through the worker: {sum(d[1] for d in done)} damaged, "
                       f"{sum(d[0] for d in done)} cost a worker, none the parent; all accounted for, originals as they came")


def tables():
    fuzzer = os.environ.get("TABLE_FUZZER")
    if not fuzzer:
        print("fuzz-tables  NOT RUN: TABLE_FUZZER names no program (make torture builds it)")
        return True
    with rig.Rig("fuzz-tables") as it:
        tables = sorted(glob.glob(os.path.join(rig.HERE, "..", "..", "Samples", "*.csv")))
        count = rig.size(500_000, 20_000)
        jobs = os.cpu_count() or 1

        def one(number, folder):
            done = subprocess.run([fuzzer, str(rig.SEED + number), str(count // jobs), *tables], capture_output=True, timeout=3600,
                                  env={**rig.environment(), "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1"})
            if done.returncode != 0:
                raise rig.Breach(f"exit {done.returncode}: {done.stderr.decode('utf-8', 'replace')[-1500:]}")
            return [int(word) for word in done.stdout.split()]

        read = it.each(range(jobs), one, jobs=jobs)
        return it.done(f"{sum(r[0] for r in read)} byte strings as items tables under the address sanitizer: {sum(r[1] for r in read)} read, "
                       f"{sum(r[2] for r in read)} refused, {sum(r[3] for r in read)} rows")


HOSTILE = [
    "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM image; END",
    "CREATE VIEW v AS SELECT * FROM image",
    "DROP TABLE attachment",
    "ALTER TABLE possession ADD COLUMN surprise TEXT",
    "PRAGMA user_version = 99",
    "PRAGMA user_version = -1",
    "PRAGMA application_id = 1",
    "UPDATE image SET metadata = '{'",
    "UPDATE image SET metadata = '[' || replace(hex(zeroblob(40000)), '0', '[')",
    "UPDATE image SET sha256 = 'x' || rowid",
    "UPDATE image SET path = '../../etc/passwd'",
    "UPDATE image SET width = 9223372036854775807, height = 9223372036854775807",
    "UPDATE possession SET purchase_price_minor = 9223372036854775807, quantity = 9223372036854775807",
    "UPDATE possession SET purchase_price_minor = -9223372036854775808",
    "UPDATE possession SET extra = 'nonsense', source_text = '7'",
    "UPDATE possession SET currency = '', purchase_date = 'yesterday'",
    "UPDATE run SET counts = '[]', versions = ''",
    "UPDATE attachment SET recipe = 'x', recipe_digest = 'y'",
    "UPDATE attachment SET position = 9223372036854775807",
    "UPDATE rendition SET path = '/etc/passwd', sha256 = ''",
]
COMMANDS = [["list", "--json"], ["verify", "--quick"], ["show", "R-0001"], ["report", "--format", "json", "--output", "OUT"], ["list", "--runs"]]


def catalogs():
    with rig.Rig("fuzz-catalog") as it:
        household = rig.Household(it.folder, photos=6, rows=8, real=False)
        base = os.path.join(it.folder, "base")
        rig.run(*household.words(base), expect=(0,))
        count = rig.size(1000, 60)

        def one(number, folder):
            chance = random.Random(rig.SEED + number)
            catalog = os.path.join(folder, "catalog")
            shutil.copytree(base, catalog)
            path = os.path.join(catalog, "catalog.sqlite")
            if number % 10 == 0:
                connection = sqlite3.connect(path)
                try:
                    connection.execute("PRAGMA ignore_check_constraints = ON")
                    connection.execute(HOSTILE[number // 10 % len(HOSTILE)])
                    connection.commit()
                except sqlite3.Error as error:
                    raise rig.Breach(f"the rig's own statement fails: {error}")
                finally:
                    connection.close()
            else:
                with open(path, "rb") as file:
                    body = file.read()
                with open(path, "wb") as file:
                    file.write(mutated([body], chance))
            codes = []
            commands = [chance.choice(COMMANDS), chance.choice((COMMANDS[1], household.words(catalog)[:-4] + ["--report", "none"]))]
            for words in commands:
                words = [os.path.join(folder, "out") if word == "OUT" else word for word in words]
                if "--catalog" not in words:
                    words += ["--catalog", catalog]
                answer = rig.run(*words, timeout=60)
                if answer.code == 70 or answer.code >= 128:
                    raise rig.Breach(f"{words[0]}: {answer}")
                codes.append(answer.code)
            return codes

        codes = [code for pair in it.each(range(count), one) for code in pair]
        told = ", ".join(f"{codes.count(code)} × {code}" for code in sorted(set(codes)))
        return it.done(f"{count} damaged catalogs, {len(codes)} commands on them: exits {told}; no crash, nothing hangs")


def run():
    return all([images(), tables(), catalogs()])
