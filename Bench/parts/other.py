"""PNG and WebP, for the figure alone."""
import corpus
from frame import compare, gone, importing, scratch


def run():
    compare("15 PNGs and 15 WebPs of 4 megapixels", [importing("import", corpus.other())])
    gone(scratch("catalog-import"))
