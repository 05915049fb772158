"""Looking for codes in photos that have none, the dearest case: what it adds to an import, against zbarimg."""
import corpus
from frame import Contestant, compare, gone, halves, importing, ratio, scratch, shell


def zbarimg(files):
    def commands():
        return [shell(f"zbarimg-{number}", ["zbarimg -q --raw " + " ".join(half) + " || true"])
                for number, half in enumerate(halves(files))]

    # One thread each: two processes already fill two cores.
    return Contestant("zbarimg, two processes", commands, environment={"MAGICK_THREAD_LIMIT": "1", "OMP_NUM_THREADS": "1"})


def measure(kind, folder, files, bar):
    plain, codes, theirs = importing("import", folder), importing("import --codes", folder, extra=("--codes",)), zbarimg(files)
    result = compare(f"{len(files)} {kind} of 12 megapixels without a code", [plain, codes, theirs])
    wall = result[codes.name].wall - result[plain.name].wall
    cpu = result[codes.name].cpu - result[plain.name].cpu
    print(f"  a look for codes: {wall / len(files) * 1000:.0f} ms a photo on the clock, {cpu / len(files) * 1000:.0f} ms CPU")
    ratio(f"looking into {kind} ÷ zbarimg, wall", wall / result[theirs.name].wall, bar)
    ratio(f"looking into {kind} ÷ zbarimg, CPU", cpu / result[theirs.name].cpu, bar)
    for name in ("catalog-import", "catalog-import---codes"):
        gone(scratch(name))


def run():
    measure("JPEGs", *corpus.jpegs(), 0.6)
    measure("HEICs", *corpus.heics(), 0.8)
