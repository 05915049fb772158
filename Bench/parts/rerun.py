"""A nightly run with nothing to do over 100,000 files, against rsync that compares the same tree with a copy."""
import os
import subprocess

import corpus
from frame import PROGRAM, RUNS, Contestant, compare, ratio, run as measure, scratch

COUNT = int(os.environ.get("FILES", "100000"))


def run():
    folder = corpus.numbered("tiny", COUNT, 64, 48)
    copy = folder + "-copy"
    if not os.path.isdir(copy):
        subprocess.run(["cp", "-al", folder, copy + ".part"], check=True)
        os.rename(copy + ".part", copy)
    # The catalog stays from one bench to the next: its first import takes some minutes.
    catalog = scratch(f"catalog-tiny-{COUNT}")
    command = [PROGRAM, "import", "--photos", folder, "--catalog", catalog, "--report", "none", "--quiet"]
    first = measure([command])
    if first.code not in (0, 3):
        raise SystemExit(f"the first import ended with {first.code}")
    if first.wall > 60:
        print(f"\nfirst import of {COUNT} files: {first.wall:.0f} s, {first.cpu:.0f} s CPU, {first.peak / 1e6:.0f} MB")
    ours = Contestant("import, nothing changed", [command], accept=(0, 3))
    rsync = Contestant("rsync -an", [["rsync", "-an", folder + "/", copy + "/"]])
    result = compare(f"{COUNT} files, nothing changed", [ours, rsync], runs=max(RUNS, 5))
    ratio("import ÷ rsync -an, wall", result[ours.name].wall / result[rsync.name].wall, 1.5)
