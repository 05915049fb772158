"""The bench's frame: measures commands against each other and prints ratios of medians.

Contestants run in turn, one untimed round first, so that a slow minute of the machine hits all of them. CPU time is user
plus system of the whole process tree (wait4, with the measuring child as subreaper, so that workers count). Peak memory
is the largest sum of proportional set sizes (PSS, /proc/PID/smaps_rollup) over the tree, sampled every 25 ms.
"""
import ctypes
import json
import os
import shutil
import statistics
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.environ.get("POSSESSIONS_BENCH", os.path.join(ROOT, ".build", "bench"))
PROGRAM = os.path.join(ROOT, ".build", "release", "possessions")
RUNS = int(os.environ.get("RUNS", "3"))
PR_SET_CHILD_SUBREAPER = 36
# What a shell ends with as well.
NOT_FOUND = 127


class Measurement:
    def __init__(self, wall, cpu, peak, code):
        self.wall, self.cpu, self.peak, self.code = wall, cpu, peak, code


class Contestant:
    """One way to do a job: commands that run side by side, with what must be done before each run (untimed)."""

    def __init__(self, name, commands, prepare=None, accept=(0,), environment=None):
        self.name, self.commands, self.prepare = name, commands, prepare
        self.accept, self.environment = accept, environment or {}


def descendants(pid):
    found, todo = [], [pid]
    while todo:
        current = todo.pop()
        found.append(current)
        try:
            for task in os.listdir(f"/proc/{current}/task"):
                with open(f"/proc/{current}/task/{task}/children") as file:
                    todo += [int(child) for child in file.read().split()]
        except OSError:
            pass
    return found


def pss(pid):
    try:
        with open(f"/proc/{pid}/smaps_rollup") as file:
            for line in file:
                if line.startswith("Pss:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def run(commands, environment=None):
    """Runs commands side by side to their end. The measuring process itself is not counted in the peak."""
    sys.stdout.flush()
    start = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        code = 70
        sink = os.open(os.path.join(FOLDER, "log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
            full = {**os.environ, **(environment or {})}
            children = [subprocess.Popen(c, stdout=sink, stderr=sink, stdin=subprocess.DEVNULL, env=full) for c in commands]
            code = max(child.wait() % 256 for child in children)
            while True:
                os.wait()
        except ChildProcessError:
            pass
        except OSError as error:
            os.write(sink, f"{error.filename}: {error.strerror}\n".encode())
            code = NOT_FOUND
        finally:
            os._exit(code)
    peak, done = 0, threading.Event()

    def watch():
        nonlocal peak
        while not done.is_set():
            peak = max(peak, sum(pss(p) for p in descendants(pid) if p != pid))
            done.wait(0.025)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    _, status, usage = os.wait4(pid, 0)
    wall = time.perf_counter() - start
    done.set()
    watcher.join()
    code = os.waitstatus_to_exitcode(status)
    if code == NOT_FOUND:
        raise SystemExit(f"a program is missing, so there is nothing to compare with: {log_tail().strip()}")
    return Measurement(wall, usage.ru_utime + usage.ru_stime, peak, code)


def log_tail():
    """What the last commands said."""
    with open(os.path.join(FOLDER, "log"), errors="replace") as log:
        return log.read()[-2000:]


def compare(title, contestants, runs=None, warm_up=True):
    """Runs all in turn and gives {name: Measurement of medians}; prints a line for each."""
    print(f"\n{title}")
    rounds = {c.name: [] for c in contestants}
    for number in range((runs or RUNS) + (1 if warm_up else 0)):
        for contestant in contestants:
            if contestant.prepare:
                contestant.prepare()
            commands = contestant.commands() if callable(contestant.commands) else contestant.commands
            measured = run(commands, contestant.environment)
            if measured.code not in contestant.accept:
                sys.stderr.write(log_tail())
                raise SystemExit(f"{contestant.name} ended with {measured.code}")
            if number > 0 or not warm_up:
                rounds[contestant.name].append(measured)
    medians = {}
    for name, all_of_it in rounds.items():
        median = Measurement(
            statistics.median(m.wall for m in all_of_it), statistics.median(m.cpu for m in all_of_it),
            max(m.peak for m in all_of_it), 0)
        medians[name] = median
        spread = max(m.wall for m in all_of_it) - min(m.wall for m in all_of_it)
        print(f"  {name:<44} {median.wall:8.2f} s (±{spread / 2:.2f}) {median.cpu:8.2f} s CPU {median.peak / 1e6:7.0f} MB")
    return medians


def ratio(what, value, bar, at_least=False):
    good = value >= bar if at_least else value <= bar
    sign = "≥" if at_least else "≤"
    print(f"  {what:<52} {value:7.2f}  (goal {sign} {bar}) {'' if good else 'MISSED'}".rstrip())
    with open(os.path.join(FOLDER, "results.jsonl"), "a") as file:
        file.write(json.dumps({"what": what, "value": round(value, 4), "bar": bar, "good": good}) + "\n")


def empty(path):
    """An empty folder at this path."""
    if os.path.isdir(path):
        for folder, _, _ in os.walk(path):
            os.chmod(folder, 0o700)
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return path


def gone(path):
    if os.path.isdir(path):
        empty(path)
        os.rmdir(path)


def scratch(name):
    path = os.path.join(FOLDER, "scratch", name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def halves(files):
    return [files[0::2], files[1::2]]


def shell(name, lines):
    """A shell script of these lines; gives the command that runs it."""
    path = scratch(name + ".sh")
    with open(path, "w") as file:
        file.write("set -e\n" + "\n".join(lines) + "\n")
    return ["/bin/sh", path]


def importing(name, photos, items=None, extra=()):
    """A whole import of a folder into a new catalog, without a report."""
    catalog = scratch("catalog-" + name.replace(" ", "-"))
    command = [PROGRAM, "import", "--photos", photos, "--catalog", catalog, "--report", "none", "--quiet", *extra]
    if items:
        command += ["--items", items]
    return Contestant(name, [command], prepare=lambda: gone(catalog), accept=(0, 3))
