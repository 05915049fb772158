"""2,000 small photos, first and second run."""
import corpus
from frame import PROGRAM, Contestant, compare, gone, importing, ratio, scratch


def run():
    folder = corpus.numbered("photos", 2000, 640, 480)
    first = importing("first run", folder)
    catalog = scratch("catalog-first-run")
    second = Contestant("second run, nothing changed", [
        [PROGRAM, "import", "--photos", folder, "--catalog", catalog, "--report", "none", "--quiet"]], accept=(0, 3))
    result = compare("2,000 photos of 640x480", [first, second])
    ratio("first ÷ second, wall", result[first.name].wall / result[second.name].wall, 20, at_least=True)
    gone(catalog)
