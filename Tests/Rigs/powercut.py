"""A power cut at a random write-side call or moment: no photo and no row that was acknowledged is lost.

An ext4 file system lies in a file on XFS, and the program works on it. The cut: all processes are killed and the file
is cloned at once (cp --reflink): the clone has what ext4 had handed to its disk, and nothing of what was only in
memory. Its journal is replayed by mounting it. ext4 commits by itself only every 300 s here, so that nothing is saved
by luck. What was acknowledged is read from the run's log on the file system that was not cut.

The rig proves itself: with the fsync of originals, or of the catalog, left out, it has to find a loss.
"""
import hashlib
import json
import os
import random
import shutil
import sqlite3
import subprocess
import time

import rig

GC = ("gc", "--yes", "--force", "--runs", "0", "--days", "0", "--limit", "1000")


def sh(*words):
    done = subprocess.run(words, capture_output=True)
    if done.returncode != 0:
        raise OSError(f"{' '.join(words)}: {done.stderr.decode().strip()}")


def mount(image, place, *options):
    os.makedirs(place, exist_ok=True)
    sh("mount", "-o", ",".join(("loop", *options)), image, place)


class Disks:
    """The XFS that images are cloned on."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "disks")
        file = os.path.join(folder, "disks.img")
        with open(file, "wb") as made:
            made.truncate(12 << 30)
        sh("mkfs.xfs", "-q", "-m", "reflink=1", file)
        mount(file, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name + ".img")

    def new(self, name):
        with open(self.path(name), "wb") as made:
            made.truncate(160 << 20)
        sh("mkfs.ext4", "-q", "-F", "-m", "0", self.path(name))

    def clone(self, name, as_name):
        sh("cp", "--reflink=always", self.path(name), self.path(as_name))

    def close(self):
        subprocess.run(["umount", "-l", self.folder], check=False)


class Work:
    """What is interrupted: the image that it begins with, the command, and what must hold after doing it again."""

    def __init__(self, name, base, words):
        self.name, self.base, self.words = name, base, words
        self.calls, self.expected = 0, None

    def __repr__(self):
        return self.name


def acknowledged(catalog):
    """The lines of all logs, those that were written whole."""
    lines = []
    folder = os.path.join(catalog, "runs")
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            lines += [(name[:-6], json.loads(line)) for line in file if line.endswith("\n")]
    return lines


def committed(catalog, folder):
    """A copy of the catalog's rows as the killed run had committed them."""
    for name in ("catalog.sqlite", "catalog.sqlite-journal"):
        path = os.path.join(catalog, name)
        if os.path.exists(path):
            shutil.copyfile(path, os.path.join(folder, name))
    if not os.path.exists(os.path.join(folder, "catalog.sqlite")):
        return None
    connection = sqlite3.connect(os.path.join(folder, "catalog.sqlite"))
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return connection


def has_bytes(path, digest):
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest() == digest
    except OSError:
        return False


ROWS = [
    ("possession", "changed_by_run = ?"), ("attachment", "attached_by_run = ?"),
    ("attachment", "superseded_by_run = ?"), ("document", "attached_by_run = ?"), ("change", "run_id = ?"),
]


def check(lines, live, cut, catalog):
    """Everything acknowledged is in the catalog that came through the cut, and its files have their bytes."""
    if not lines:
        return
    gone = {line["trashed"] for _, line in lines if "trashed" in line}
    for run, line in lines:
        if "stored" in line:
            found = cut.execute("SELECT path, sha256 FROM image WHERE image_key = ?", (line["stored"],)).fetchone()
            if not found:
                raise rig.Breach(f"an acknowledged photo has no row: {line}")
            if line["stored"] not in gone and not has_bytes(os.path.join(catalog, os.fsdecode(found[0])), found[1]):
                raise rig.Breach(f"an acknowledged photo has not its bytes: {line}")
        elif "rendered" in line:
            for path in line["paths"]:
                row = live.execute("SELECT sha256 FROM rendition WHERE path = ?", (path,)).fetchone()
                if row and not has_bytes(os.path.join(catalog, path), row[0]):
                    raise rig.Breach(f"an acknowledged rendition has not its bytes: {path}")
        elif "recorded" in line:
            for table, of_run in ROWS:
                query = f"SELECT * FROM {table} WHERE {of_run}"
                lost = set(live.execute(query, (run,))) - set(cut.execute(query, (run,)))
                if lost:
                    raise rig.Breach(f"{len(lost)} acknowledged rows of {table} are lost: {list(lost)[:1]}")
        elif "trashed" in line:
            row = cut.execute("SELECT path, sha256 FROM disposal JOIN image USING (image_key) WHERE image_key = ?"
                              .replace("path,", "disposal.path,"), (line["trashed"],)).fetchone()
            if not row or not has_bytes(os.path.join(catalog, os.fsdecode(row[0])), row[1]):
                raise rig.Breach(f"what went to the trash is not there: {line}")
        elif "finished_at" in line:
            if cut.execute("SELECT status FROM run WHERE id = ?", (run,)).fetchone() != (line["status"],):
                raise rig.Breach(f"the end of run {run} is lost")


def settled(work, catalog):
    """Does the work again on what came through the cut."""
    rig.run(*work.words(catalog), expect=(0, 3))
    rig.verified(catalog)
    if work.expected and rig.digest(catalog) != work.expected:
        raise rig.Breach("the digest after doing it again is not that of the undisturbed run")


def interrupted(disks, work, folder, own, before, seconds=None):
    """One cut. Returns whether the run was cut before its end, and the number of lines acknowledged."""
    live_place, cut_place = os.path.join(folder, "live"), os.path.join(folder, "cut")
    disks.clone(work.base, own)
    mounted = []
    try:
        mount(disks.path(own), live_place, "commit=300")
        mounted.append(live_place)
        catalog = os.path.join(live_place, "catalog")
        process = rig.start(*work.words(catalog), before=[word.replace("LIVE", live_place) for word in before])
        if seconds is not None:
            time.sleep(seconds)
            process.kill()
        answer = rig.finish(process)
        if answer.code not in (0, 137):
            raise rig.Breach(str(answer))
        disks.clone(own, own + "-cut")
        lines = acknowledged(catalog)
        live = committed(catalog, folder)
        mount(disks.path(own + "-cut"), cut_place)
        mounted.append(cut_place)
        survivor = os.path.join(cut_place, "catalog")
        if lines or os.path.exists(os.path.join(survivor, "catalog.sqlite")):
            # An orphan was published and not yet acknowledged: the next run takes it up.
            rig.verified(survivor, allowed=("ORPHAN",))
            cut = sqlite3.connect(os.path.join(survivor, "catalog.sqlite"))
            try:
                check(lines, live, cut, survivor)
            finally:
                cut.close()
        if answer.code == 0 and not lines:
            raise rig.Breach("a run ended and acknowledged nothing")
        settled(work, survivor)
        return answer.code == 137, len(lines)
    finally:
        for place in reversed(mounted):
            subprocess.run(["umount", "-l", place], check=False)
        for name in (own, own + "-cut"):
            if os.path.exists(disks.path(name)):
                os.unlink(disks.path(name))


def undisturbed(it, disks, work, result):
    """Does the work once on a clone that is kept as `result`: the number of its calls, and its digest."""
    place, log = os.path.join(it.folder, "first"), os.path.join(it.folder, "log")
    disks.clone(work.base, result)
    mount(disks.path(result), place)
    try:
        catalog = os.path.join(place, "catalog")
        rig.run(*work.words(catalog), expect=(0,), before=rig.tracer("--under", place, "--log", log))
        with open(log, "rb") as file:
            work.calls = sum(1 for _ in file)
        # gc names its run in the paths of the trash, so that two catalogs differ.
        work.expected = None if work.name == "gc" else rig.digest(catalog)
        if work.name == "gc" and not any("trashed" in line for _, line in acknowledged(catalog)):
            raise rig.Breach("gc had nothing to do: the rig tests nothing")
    finally:
        sh("umount", place)


def works(it, disks):
    """Import into nothing, replacing all photos, gc of those replaced; each undisturbed once."""
    only = rig.Household(os.path.join(it.folder, "only"), photos=24, rows=30)
    old = rig.Household(os.path.join(it.folder, "old"), photos=24, rows=30)
    importing = Work("import", "empty", lambda catalog: only.words(catalog))
    first = Work("first", "empty", lambda catalog: old.words(catalog))
    replacing = Work("replace", "old", lambda catalog: old.words(catalog, "--replace"))
    collecting = Work("gc", "new", lambda catalog: [*GC, "--catalog", catalog])
    disks.new("empty")
    undisturbed(it, disks, importing, "imported")
    undisturbed(it, disks, first, "old")
    # New bytes under the old names.
    rig.gone(os.path.join(it.folder, "old"))
    rig.Household(os.path.join(it.folder, "old"), photos=24, rows=30, width=52)
    undisturbed(it, disks, replacing, "new")
    undisturbed(it, disks, collecting, "collected")
    return importing, replacing, collecting


REMOVED = [("original", "*/staging/*.part"), ("catalog", "*/catalog.sqlite")]


def run():
    if os.geteuid() != 0 or not os.path.exists("/dev/loop-control") or not shutil.which("mkfs.xfs"):
        print("power cut    NOT RUN: it needs root, loop devices and xfsprogs")
        return True
    with rig.Rig("power-cut", place=None) as it:
        disks = Disks(it.folder)
        try:
            return cuts(it, disks)
        finally:
            disks.close()


def cuts(it, disks):
    importing, replacing, collecting = works(it, disks)
    chance = random.Random(rig.SEED)
    cases = []
    for work, count in ((importing, rig.size(45, 6)), (replacing, rig.size(35, 4)), (collecting, rig.size(20, 2))):
        for number in range(count):
            at = chance.randrange(1, work.calls)
            cases.append((work, at, chance.random() * 2 if number % 3 == 2 else None))

    def one(case, folder):
        work, at, seconds = case
        own = os.path.basename(folder)
        before = [] if seconds is not None else rig.tracer("--under", "LIVE", "--at", at, "--do", "kill")
        return (work.name, *interrupted(disks, work, folder, own, before, seconds))

    cut = it.each(cases, one, jobs=3)
    if not it.breaches:
        prove(it, disks, importing)
    told = ", ".join(f"{sum(1 for c in cut if c[0] == name)} {name}" for name in ("import", "replace", "gc"))
    return it.done(f"{len(cut)} cuts ({told}), {sum(c[1] for c in cut)} before the end, {sum(c[2] for c in cut)} lines acknowledged: "
                   f"none lost; without the fsync of {' or of '.join(name for name, _ in REMOVED)} it finds the loss")


def prove(it, disks, work):
    """Each fsync left out must be found out, else the rig is blind."""
    for name, pattern in REMOVED:
        folder = os.path.join(it.folder, "without-" + name)
        os.mkdir(folder)
        before = rig.tracer("--under", "LIVE", "--calls", "fsync,fdatasync", "--path", pattern, "--every", "--do", "skip")
        try:
            interrupted(disks, work, folder, "without-" + name, before)
        except rig.Breach:
            continue
        it.breaches.append(f"the fsync of the {name} was left out and nothing was lost: this rig is blind")
