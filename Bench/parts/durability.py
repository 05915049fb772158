"""What durability costs: the same import with every fsync taken away (libeatmydata)."""
import corpus
from frame import Contestant, compare, gone, importing, ratio, scratch


def run():
    folder, files = corpus.jpegs()
    ours = importing("import", folder)
    without = importing("import without fsync", folder)
    without = Contestant(without.name, [["eatmydata", *without.commands[0]]], prepare=without.prepare, accept=(0, 3))
    result = compare(f"{len(files)} JPEGs of 12 megapixels, durable or not", [ours, without])
    ratio("durable ÷ not, wall", result[ours.name].wall / result[without.name].wall, 1.10)
    for name in ("catalog-import", "catalog-import-without-fsync"):
        gone(scratch(name))
