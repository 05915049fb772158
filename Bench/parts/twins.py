"""Near-duplicates among 100,000 pictures: `list --twins` over a catalog, against all pairs compared in C."""
import json
import os
import random
import sqlite3
import subprocess

from frame import PROGRAM, Contestant, compare, gone, ratio, scratch

COUNT = int(os.environ.get("HASHES", "100000"))

ALL_PAIRS = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  static uint64_t hash[1 << 20];
  long count = 0, near = 0;
  FILE *file = fopen(argv[1], "r");
  while (count < 1 << 20 && fscanf(file, "%lx", &hash[count]) == 1) count++;
  for (long i = 0; i < count; i++)
    for (long j = i + 1; j < count; j++) near += __builtin_popcountll(hash[i] ^ hash[j]) <= 5;
  printf("%ld\n", near);
}
"""


def hashes():
    """Nine tenths at random, one tenth a few bits beside another."""
    source = random.Random(4)
    found = []
    while len(found) < COUNT:
        one = source.getrandbits(64) if len(found) % 10 else None
        if one is None:
            one = source.choice(found) if found else source.getrandbits(64)
            for _ in range(source.randrange(6)):
                one ^= 1 << source.randrange(64)
        found.append(one)
    return found


def catalog(found):
    """A catalog with a row for each hash and no files: only its pictures are listed."""
    folder = scratch("catalog-twins")
    gone(folder)
    items = scratch("twins.csv")
    with open(items, "w") as file:
        file.write("item_id,name,quantity\nA,Thing,1\n")
    subprocess.run([PROGRAM, "import", "--items", items, "--catalog", folder, "--report", "none", "--quiet"], check=True)
    facts = json.dumps({"keywords": [], "mediaType": "image/jpeg", "other": {}, "width": 4000, "height": 3000})
    database = sqlite3.connect(os.path.join(folder, "catalog.sqlite"))
    run = database.execute("SELECT id FROM run").fetchone()[0]
    rows = []
    for number, one in enumerate(found):
        key = f"{number:08x}-0000-5000-8000-000000000000"
        rows.append((key, f"{number:064x}", 1000 + number, "image/jpeg", 4000, 3000, f"P{number}.jpg", f"originals/{key[:2]}/{key}.jpg",
                     "ok", f"1:{one:016x}", facts, "2026-01-01T00:00:00Z", run))
    database.executemany(
        "INSERT INTO image (image_key, sha256, byte_size, media_type, width, height, original_name, path, state, perceptual_hash,"
        " metadata, imported_at, imported_by_run) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    database.commit()
    database.close()
    return folder


def run():
    found = hashes()
    folder = catalog(found)
    text, code, program = scratch("hashes.txt"), scratch("pairs.c"), scratch("pairs")
    with open(text, "w") as file:
        file.write("\n".join(f"{one:x}" for one in found))
    with open(code, "w") as file:
        file.write(ALL_PAIRS)
    subprocess.run(["cc", "-O2", "-march=native", "-o", program, code], check=True)
    ours = Contestant("list --twins, catalog read and all", [[PROGRAM, "list", "--twins", "--catalog", folder]])
    theirs = Contestant("all pairs in C, hashes alone", [[program, text]])
    result = compare(f"near-duplicates among {COUNT} pictures", [ours, theirs])
    ratio("list --twins ÷ all pairs, wall", result[ours.name].wall / result[theirs.name].wall, 0.6)
    ratio("near-duplicates, seconds", result[ours.name].wall, 10)
    gone(folder)
