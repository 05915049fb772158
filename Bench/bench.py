#!/usr/bin/python3
"""Runs the parts of the bench that are named, or all. Each is a file in Bench/parts with a function run().

    make bench                     everything, about half an hour on two idle cores, and some minutes more to make the corpus
    make bench PART=jpeg           one part
    make bench PART="jpeg heic" RUNS=5
"""
import importlib
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "parts")]

import frame  # noqa: E402

ORDER = [
    "jpeg", "heic", "other", "memory", "items", "codes", "twins", "durability", "small", "rerun", "golden", "report",
]


def main():
    parts = sorted(name[:-3] for name in os.listdir(os.path.join(HERE, "parts")) if name.endswith(".py"))
    parts.sort(key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    wanted = [word for argument in sys.argv[1:] for word in argument.replace(",", " ").split()] or ["all"]
    if "all" in wanted:
        wanted = parts
    for name in wanted:
        if name not in parts:
            sys.exit(f"there is no part {name}: {', '.join(parts)}, or all")
    os.makedirs(frame.FOLDER, exist_ok=True)
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load {load:.1f} at the start, medians of {frame.RUNS} runs after one to warm up, alternating")
    if load > 0.7:
        print("the machine is busy with other work: ratios hold better than times, and neither holds well")
    for name in wanted:
        importlib.import_module(name).run()


main()
