"""The pictures that the bench runs on: made once, kept in .build/bench/corpus.

Soft shapes with fine detail and sensor noise, so that a twelve-megapixel JPEG has a phone's three to four megabytes.
"""
import os
import subprocess

import numpy
from PIL import Image

import frame

FOLDER = os.path.join(frame.FOLDER, "corpus")


def noisy(seed, width=4000, height=3000, noise=5.0):
    random = numpy.random.default_rng(seed)
    soft = Image.fromarray(random.integers(0, 256, (7, 9, 3), dtype=numpy.uint8)).resize((width, height), Image.BICUBIC)
    fine = Image.fromarray(random.integers(96, 160, (height // 12, width // 12), dtype=numpy.uint8), "L")
    fine = numpy.asarray(fine.resize((width, height), Image.BICUBIC), dtype=numpy.float32) - 128
    grain = random.standard_normal((height, width), dtype=numpy.float32) * noise
    picture = numpy.asarray(soft, dtype=numpy.float32) + (fine + grain)[:, :, None]
    return Image.fromarray(numpy.clip(picture, 0, 255).astype(numpy.uint8))


def made(name, count, make):
    """The files of one set, made where missing: make(index, path)."""
    folder = os.path.join(FOLDER, name)
    os.makedirs(folder, exist_ok=True)
    wanted = [os.path.join(folder, make.pattern % i) for i in range(count)]
    missing = [(i, p) for i, p in enumerate(wanted) if not os.path.exists(p)]
    if missing:
        print(f"making {len(missing)} files: {name}", flush=True)
    for index, path in missing:
        part = os.path.join(frame.FOLDER, "part." + path.rsplit(".", 1)[1])
        make(index, part)
        os.replace(part, path)
    return folder, wanted


def pattern(text):
    def mark(function):
        function.pattern = text
        return function
    return mark


@pattern("IMG_%04d.jpg")
def jpeg(index, path):
    noisy(index).save(path, quality=88, subsampling=2)


def jpegs(count=60):
    return made("jpeg", count, jpeg)


@pattern("IMG_%04d.heic")
def heic(index, path):
    source = path + ".png"
    noisy(1000 + index, noise=3.0).save(source, compress_level=1)
    subprocess.run(["vips", "heifsave", source, path, "--Q", "50", "--effort", "1"], check=True)
    os.remove(source)


def heics(count=12):
    return made("heic", count, heic)


@pattern("IMG_%04d.png")
def png(index, path):
    noisy(2000 + index, 2400, 1800, 2.0).save(path, compress_level=3)


@pattern("IMG_%04d.webp")
def webp(index, path):
    noisy(3000 + index, 2400, 1800).save(path, quality=85, method=2)


def other(count=15):
    made("other", count, png)
    return made("other", count, webp)[0]


def numbered(name, count, width, height):
    """Many small JPEGs: a few pictures, each file with its own number in a comment, so that no two have equal bytes."""
    folder = os.path.join(FOLDER, f"{name}-{count}")
    if os.path.isdir(folder):
        return folder
    print(f"making {count} files: {name}", flush=True)
    bases = []
    for seed in range(20):
        path = os.path.join(frame.FOLDER, "base.jpg")
        noisy(4000 + seed, width, height).save(path, quality=80)
        with open(path, "rb") as file:
            bases.append(file.read())
    part = frame.empty(folder + ".part")
    for index in range(count):
        if index % 1000 == 0:
            inner = os.path.join(part, f"{index // 1000:03d}")
            os.makedirs(inner)
        comment = b"number %08d" % index
        base = bases[index % len(bases)]
        with open(os.path.join(inner, f"P{index:06d}.jpg"), "wb") as file:
            file.write(base[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + base[2:])
    os.rename(part, folder)
    return folder


def large():
    """What strains memory: 200 megapixels, progressive ones of 50, 10-bit HEICs."""
    folder = os.path.join(FOLDER, "large")
    if os.path.isdir(folder):
        return folder
    print("making 8 files: large", flush=True)
    part = frame.empty(folder + ".part")
    tile = noisy(5000, 4096, 3072)
    huge = Image.new("RGB", (16384, 12288))
    for x in range(4):
        for y in range(4):
            huge.paste(tile, (x * 4096, y * 3072))
    huge.save(os.path.join(part, "200-megapixels.jpg"), quality=85)
    for index in range(3):
        noisy(5001 + index, 8192, 6144).save(os.path.join(part, f"progressive-{index}.jpg"), quality=85, progressive=True)
    for index in range(4):
        source = os.path.join(frame.FOLDER, "source.png")
        noisy(5010 + index, noise=3.0).save(source, compress_level=1)
        subprocess.run(["vips", "heifsave", source, os.path.join(part, f"ten-bit-{index}.heic"), "--Q", "50", "--bitdepth", "10",
                        "--effort", "1"], check=True)
        os.remove(source)
    os.rename(part, folder)
    return folder
