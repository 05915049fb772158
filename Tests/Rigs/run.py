#!/usr/bin/python3
"""Runs the rigs that are named, or all: `make torture`, `make torture SHORT=1`, `make torture RIG=powercut`."""
import importlib
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import rig  # noqa: E402

RIGS = ["killing", "faults", "fulldisk", "together", "damage", "backups", "powercut", "fuzz"]


def main():
    wanted = [word for argument in sys.argv[1:] for word in argument.split()] or RIGS
    unknown = [name for name in wanted if name not in RIGS]
    if unknown:
        sys.exit(f"there is no rig {unknown[0]}: {', '.join(RIGS)}")
    if not os.access(rig.PROGRAM, os.X_OK):
        sys.exit(f"{rig.PROGRAM} is not built")
    started = time.monotonic()
    print(f"torture: {'short' if rig.SHORT else 'full'} form, seed {rig.SEED}", flush=True)
    failed = []
    for name in wanted:
        begun = time.monotonic()
        if not importlib.import_module(name).run():
            failed.append(name)
        print(f"{'':<12} {time.monotonic() - begun:.0f} s", flush=True)
    print(f"torture: {len(wanted) - len(failed)} of {len(wanted)} rigs hold, {time.monotonic() - started:.0f} s", flush=True)
    sys.exit(1 if failed else 0)


main()
