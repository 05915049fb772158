"""Twelve-megapixel JPEGs: the whole import against making thumbnails with vipsthumbnail, ImageMagick, and the floor."""
import os
import subprocess

import corpus
from frame import Contestant, compare, empty, gone, halves, importing, ratio, scratch, shell

SIZES = (64, 320, 640, 1600)


def vipsthumbnail(files):
    out = scratch("vipsthumbnail")

    def commands():
        scripts = []
        for number, half in enumerate(halves(files)):
            names = " ".join(half)
            scripts.append(shell(f"vipsthumbnail-{number}", [
                f"vipsthumbnail --size {size} -o '{out}/%s-{size}.jpg[Q=80,strip]' {names}" for size in (64, 320, 1600)]))
        return scripts

    # One thread each: two processes already fill two cores, and more threads only cost.
    return Contestant("vipsthumbnail 64 320 1600, two processes", commands, prepare=lambda: empty(out),
                      environment={"VIPS_CONCURRENCY": "1"})


def mogrify(files):
    out = scratch("mogrify")

    def commands():
        scripts = []
        for number, half in enumerate(halves(files)):
            names = " ".join(half)
            lines = []
            for size in SIZES:
                lines.append(f"mkdir -p {out}/{size}")
                lines.append(f"mogrify -path {out}/{size} -define jpeg:size={2 * size}x{2 * size} -auto-orient "
                             f"-thumbnail {size}x{size} -quality 80 {names}")
            scripts.append(shell(f"mogrify-{number}", lines))
        return scripts

    return Contestant("mogrify 64 320 640 1600, two processes", commands, prepare=lambda: empty(out),
                      environment={"MAGICK_THREAD_LIMIT": "1", "OMP_NUM_THREADS": "1"})


def floor(files):
    """Entropy decoding at the scale that 1600 px need, and encoding of pictures of the four sizes: nothing else."""
    pictures = scratch("floor")
    os.makedirs(pictures, exist_ok=True)
    for size in SIZES:
        target = f"{pictures}/{size}.ppm"
        if not os.path.exists(target):
            subprocess.run(["vipsthumbnail", files[0], "--size", str(size), "-o", target], check=True)

    def commands():
        scripts = []
        for number, half in enumerate(halves(files)):
            lines = []
            for file in half:
                lines.append(f"djpeg -scale 4/8 -outfile /dev/null {file}")
                lines += [f"cjpeg -quality 80 -outfile /dev/null {pictures}/{size}.ppm" for size in SIZES]
            scripts.append(shell(f"floor-{number}", lines))
        return scripts

    return Contestant("djpeg -scale 4/8 + cjpeg, two processes", commands)


def run():
    folder, files = corpus.jpegs()
    ours, theirs, low = importing("import", folder), vipsthumbnail(files), floor(files)
    result = compare(f"{len(files)} JPEGs of 12 megapixels, {sum(map(os.path.getsize, files)) / 1e6:.0f} MB", [ours, theirs, low])
    ratio("import ÷ vipsthumbnail, wall", result[ours.name].wall / result[theirs.name].wall, 0.65)
    ratio("import ÷ vipsthumbnail, CPU", result[ours.name].cpu / result[theirs.name].cpu, 0.65)
    ratio("import ÷ floor, CPU", result[ours.name].cpu / result[low.name].cpu, 2.5)
    ratio("import, peak memory in MB", result[ours.name].peak / 1e6, 350)
    magick = mogrify(files)
    again = compare("the same against ImageMagick (one run each: it is slow)", [ours, magick], runs=1, warm_up=False)
    ratio("import ÷ mogrify, wall", again[ours.name].wall / again[magick.name].wall, 0.12)
    ratio("import ÷ mogrify, CPU", again[ours.name].cpu / again[magick.name].cpu, 0.12)
    for name in ("catalog-import", "mogrify", "vipsthumbnail"):
        gone(scratch(name))
