"""kill -9 and SIGTERM at random moments, and kill -9 at every write-side system call of a small import: the next run finishes the job."""
import os
import random
import signal
import time

import rig


def undisturbed(folder, household, *more):
    """The digest of a run that nothing disturbs, and its seconds."""
    catalog = os.path.join(folder, "undisturbed")
    started = time.monotonic()
    rig.run(*household.words(catalog, *more), expect=(0,))
    seconds = time.monotonic() - started
    rig.verified(catalog)
    return rig.digest(catalog), seconds


def children(process):
    try:
        with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


def random_moments():
    with rig.Rig("kill") as it:
        household = rig.Household(it.folder)
        expected, seconds = undisturbed(it.folder, household)
        moments = random.Random(rig.SEED)
        # Several at once take longer than one alone.
        kinds = ["kill", "kill", "stop", "kill", "kill a worker"]
        cases = [(moments.random() * 2 * seconds, kinds[number % 5]) for number in range(rig.size(250, 20))]

        def one(case, folder):
            moment, kind = case
            catalog = os.path.join(folder, "catalog")
            process = rig.start(*household.words(catalog))
            time.sleep(moment)
            is_running = process.poll() is None
            for pid in (children(process)[:1] if kind == "kill a worker" else [process.pid]) if is_running else []:
                try:
                    os.kill(pid, signal.SIGTERM if kind == "stop" else signal.SIGKILL)
                except ProcessLookupError:
                    pass
            asked = time.monotonic()
            answer = rig.finish(process)
            # 143: it had not begun to listen.
            honest = {"kill": (0, 137), "stop": (0, 75, 143), "kill a worker": (0,)}[kind]
            if answer.code not in honest:
                raise rig.Breach(f"{kind}: {answer}")
            if kind == "stop" and time.monotonic() - asked > 10 * rig.JOBS:
                raise rig.Breach("it did not stop")
            rig.resumed(household, catalog, expected)
            return kind, is_running

        done = it.each(cases, one)
        told = ", ".join(f"{sum(d == (kind, True) for d in done)} × {kind}" for kind in ("kill", "kill a worker", "stop"))
        return it.done(f"{len(done)} random moments ({told} before the end): digests equal, no dangling row")


def is_thinned(line, number):
    """The 256 folders of originals are made in the same way: every 32nd stands for them."""
    _, call, path = line.split(" ", 2)
    return call in ("mkdirat", "fchmodat") and "/originals/" in path and number % 32 != 0


def sites(folder, household, name, *more):
    """The write-side calls of an undisturbed run, by role and in order; the digest that it gives."""
    found = []
    catalog = os.path.join(folder, f"sites-{name}")
    log = catalog + ".log"
    rig.run(*household.words(catalog, "--workers", "1", *more), expect=(0,),
            before=rig.tracer("--under", folder, "--log", log))
    counts = {"parent": 0, "worker": 0}
    with open(log, encoding="utf-8", errors="surrogateescape") as file:
        for number, line in enumerate(file):
            role = line.split(" ", 1)[0]
            counts[role] += 1
            if not is_thinned(line, number):
                found.append((role, counts[role], line.strip().replace(folder, "")))
    return found, rig.digest(catalog), sum(counts.values())


def every_call():
    with rig.Rig("kill-sweep") as it:
        household = rig.Household(it.folder, photos=3, rows=4, real=False)
        found, expected, total = sites(it.folder, household, "small")
        cases = [(*site, act) for site in found for act in ("kill", "end")[:1 + (site[0] == "worker")]]
        cases = cases[::rig.size(1, 8)]

        def one(case, folder):
            role, number, _, act = case
            catalog = os.path.join(folder, "catalog")
            answer = rig.run(*household.words(catalog, "--workers", "1"), before=rig.tracer(
                "--under", folder, "--role", role, "--at", number, "--do", act))
            if act == "end" and answer.code not in (0, 3):
                raise rig.Breach(f"a worker's death ended the run; {answer}")
            rig.resumed(household, catalog, expected)
            return answer.code == 137

        killed = it.each(cases, one)
        return it.done(f"{len(killed)} runs killed at one of {total} write-side calls of a 3-photo import, {sum(killed)} ended by it: "
                       "digests equal, no dangling row")


def run():
    return all([random_moments(), every_call()])
