"""Backups started while imports run, and killed ones: each waits or leaves with 75, and what it makes restores to a
committed state."""
import hashlib
import os
import random
import signal
import time

import killing
import rig

TABLES = ["image", "source_file", "possession", "attachment", "document", "rendition", "disposal", "change"]


def contents(catalog):
    """A digest over the rows of the catalog as they are, runs left out: a restore adds none, but marks killed ones."""
    found = hashlib.sha256()
    for table in TABLES:
        for line in sorted(repr(row) for row in rig.rows(catalog, f"SELECT * FROM {table}")):
            found.update(f"{table} {line}\n".encode())
    return found.hexdigest()


def run():
    with rig.Rig("backup") as it:
        first = rig.Household(os.path.join(it.folder, "first"), photos=20, rows=20, mark="F")
        second = rig.Household(os.path.join(it.folder, "second"), photos=50, rows=60, real=False)
        _, seconds = killing.undisturbed(it.folder, second)
        chance = random.Random(rig.SEED)
        cases = [(chance.random() * seconds, n % 2 == 0, n % 4 == 3) for n in range(rig.size(20, 4))]

        def one(case, folder):
            moment, waits, kills = case
            catalog, backup = os.path.join(folder, "catalog"), os.path.join(folder, "backup")
            rig.run(*first.words(catalog), expect=(0,))
            states = {contents(catalog)}
            importing = rig.start(*second.words(catalog))
            time.sleep(moment)
            words = ["backup", "--to", backup, "--catalog", catalog, *(["--lock-timeout", "120"] if waits else [])]
            backing = rig.start(*words)
            if kills:
                importing.send_signal(signal.SIGKILL)
            answer = rig.finish(backing)
            imported = rig.finish(importing)
            # 75: the backup had the lock before the import came to it.
            if imported.code not in ((137, 0, 75) if kills else (0, 75)):
                raise rig.Breach(f"import: {imported}")
            if waits and answer.code != 0:
                raise rig.Breach(f"a backup that waits: {answer}")
            refused = answer.code == 75
            if refused:
                answer = rig.run(*words, expect=(0,))
            if answer.code != 0:
                raise rig.Breach(f"backup: {answer}")
            restored = os.path.join(folder, "restored")
            rig.run("restore", "--from", backup, "--catalog", restored, expect=(0,))
            # An orphan is what the killed run had published and not yet committed.
            rig.verified(restored, allowed=("ORPHAN",) if kills else ())
            rig.rows(catalog, "SELECT 1")
            states.add(contents(catalog))
            if contents(restored) not in states:
                raise rig.Breach("what was restored is no committed state of the catalog")
            rig.run(*second.words(restored), expect=(0,))
            rig.verified(restored)
            return "left with 75 first" if refused else "waited" if waits else "had the lock"

        made = it.each(cases, one)
        told = ", ".join(f"{made.count(way)} {way}" for way in sorted(set(made)))
        return it.done(f"{len(made)} of {len(cases)} backups started while imports ran restore to a committed state ({told})")
