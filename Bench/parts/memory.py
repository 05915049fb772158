"""Peak memory: with very large pictures, and flat whatever the number of photos."""
import corpus
from frame import compare, gone, importing, ratio, scratch


def run():
    large = importing("import of large pictures", corpus.large())
    result = compare("a 200-megapixel JPEG, three progressive ones of 50, four 10-bit HEICs of 12", [large], runs=1, warm_up=False)
    ratio("peak memory in MiB", result[large.name].peak / 2**20, 1024)
    few = importing("import of 60", corpus.numbered("photos", 60, 640, 480))
    many = importing("import of 3,000", corpus.numbered("photos", 3000, 640, 480))
    result = compare("photos of 640x480", [few, many], runs=1)
    ratio("peak of 3,000 ÷ peak of 60", result[many.name].peak / result[few.name].peak, 1.10)
    for name in ("catalog-import-of-large-pictures", "catalog-import-of-60", "catalog-import-of-3,000"):
        gone(scratch(name))
