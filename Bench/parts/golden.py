"""The gate on 200 cases of 512 px against as many calls of ImageMagick's compare on the same pairs, two at a time both."""
import json
import os
import subprocess

import corpus
from frame import PROGRAM, Contestant, compare, empty, halves, ratio, scratch, shell

COUNT = 200


def cases(name, photos, factor):
    """One brightness case for each photo, approved as this program makes it."""
    goldens = empty(scratch(name))
    recipes = scratch(name + ".csv")
    with open(recipes, "w") as file:
        file.write("photo,edit\n" + "".join(f"{photo},brightness={factor}\n" for photo in sorted(os.listdir(photos))))
    subprocess.run([PROGRAM, "golden", "init", "--photos", photos, "--recipes", recipes, "--goldens", goldens, "--by", "bench"],
                   check=True, stdout=subprocess.DEVNULL, env={**os.environ, "CI": ""})
    return goldens


def spoil(goldens, others):
    """Cases of `goldens` whose approved pictures are those of `others`: all differ, as after a change of the program."""
    for name in os.listdir(goldens):
        if name.endswith(".json"):
            with open(os.path.join(goldens, name)) as file:
                case = json.load(file)
            with open(os.path.join(others, name)) as file:
                golden = json.load(file)["golden"]
            case["golden"] = {**golden, "recipe_sha256": case["golden"]["recipe_sha256"]}
            with open(os.path.join(goldens, name), "w") as file:
                json.dump(case, file)
            os.replace(os.path.join(others, golden["image"]), os.path.join(goldens, golden["image"]))


def pictures(goldens):
    return sorted(os.path.join(goldens, name) for name in os.listdir(goldens) if name.endswith(".png"))


def comparing(name, expected, actual):
    lines = [f"compare -metric AE '{a}' '{b}' null: || test $? = 1" for a, b in zip(expected, actual)]
    return Contestant(name, [shell(f"{name.replace(' ', '-')}-{part}", half) for part, half in enumerate(halves(lines))])


def checking(name, goldens, code, *options):
    return Contestant(name, [[PROGRAM, "golden", "check", "--goldens", goldens, *options]], accept=(code,))


@corpus.pattern("P%03d.png")
def photo(index, path):
    corpus.noisy(6000 + index, 512, 384, 4.0).save(path, compress_level=6)


def run():
    photos, _ = corpus.made("golden", COUNT, photo)
    equal, differing, others = cases("equal", photos, 1.1), cases("differing", photos, 1.1), cases("others", photos, 1.12)
    now = pictures(equal)
    spoil(differing, others)
    ours, theirs = checking("golden check, all equal", equal, 0), comparing("compare, all equal", now, now)
    result = compare(f"{COUNT} golden cases of 512 px", [ours, theirs])
    ratio("golden check ÷ compare, all equal, wall", result[ours.name].wall / result[theirs.name].wall, 0.5)
    ours, theirs = checking("golden check, all differ", differing, 1), comparing("compare, all differ", pictures(differing), now)
    folder = checking("… with pictures and pages", differing, 1, "--output", scratch("golden-run"))
    result = compare(f"{COUNT} golden cases of 512 px that differ", [ours, folder, theirs])
    ratio("golden check ÷ compare, all differ, wall", result[ours.name].wall / result[theirs.name].wall, 1)
