"""Twelve-megapixel HEICs: the whole import against decoding alone."""
import corpus
from frame import Contestant, compare, gone, halves, importing, ratio, scratch, shell


def run():
    folder, files = corpus.heics()
    ours = importing("import", folder)

    def commands():
        return [shell(f"decode-{number}", [f"vips avg {file}" for file in half]) for number, half in enumerate(halves(files))]

    decode = Contestant("decoding alone (vips avg), two processes", commands, environment={"VIPS_CONCURRENCY": "1"})
    result = compare(f"{len(files)} HEICs of 12 megapixels", [ours, decode])
    ratio("import ÷ decoding alone, wall", result[ours.name].wall / result[decode.name].wall, 1.20)
    ratio("import ÷ decoding alone, CPU", result[ours.name].cpu / result[decode.name].cpu, 1.20)
    gone(scratch("catalog-import"))
