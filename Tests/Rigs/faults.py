"""An error from every write-side system call in turn: none is reported as success, and none is tried again."""
import os

import killing
import rig

# Codes that say what went wrong. 70 would be a fault of ours, 128 and more a crash.
HONEST = {0, 3, 66, 73, 74, 75, 77, 78}


def run():
    with rig.Rig("faults") as it:
        household = rig.Household(it.folder, photos=3, rows=4, real=False)
        found, expected, total = killing.sites(it.folder, household, "small")
        cases = [(*site, error) for site in found for error in ("EIO", "ENOSPC")]
        cases += [(*site, error) for site in found[::10] for error in ("EDQUOT", "EINTR", "EACCES", "EROFS", "EMFILE")]
        cases = cases[::rig.size(1, 12)]

        def one(case, folder):
            role, number, _, error = case
            catalog = os.path.join(folder, "catalog")
            log = os.path.join(folder, "log")
            answer = rig.run(*household.words(catalog, "--workers", "1"), before=rig.tracer(
                "--under", folder, "--role", role, "--at", number, "--do", error, "--log", log))
            if answer.code not in HONEST:
                raise rig.Breach(str(answer))
            if failed_sync(log, error) and answer.code == 0:
                raise rig.Breach("a failed fsync is reported as success")
            if answer.code == 0:
                rig.verified(catalog)
                if rig.digest(catalog) != expected:
                    raise rig.Breach("exit 0, and the catalog says something else than undisturbed")
            rig.resumed(household, catalog, expected)
            return answer.code

        codes = it.each(cases, one)
        told = ", ".join(f"{codes.count(code)} × {code}" for code in sorted(set(codes)))
        return it.done(f"{len(codes)} faults at {len(found)} sites of {total} calls: exits {told}; once the fault is gone one run converges")


def failed_sync(log, error):
    """Whether the call that failed was an fsync that counts. A breach where the same thing was synced again.

    Two things are SQLite's own. It syncs the folder of its journal (fdatasync, ours is fsync) and says nothing where
    that fails: then ours of that folder must come later. And it undoes a commit that failed by writing the old pages
    anew, cutting its journal, and syncing that.
    """
    failed, is_folder, is_changed = None, False, False
    with open(log, encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            role, call, path = line.strip().split(" ", 2)
            is_sync = call in ("fsync", "fdatasync")
            if role.startswith("!") and is_sync:
                failed, is_folder = (role[1:], path), call == "fdatasync" and os.path.isdir(path)
            elif failed == (role, path) and is_sync:
                if call == "fdatasync" and os.path.isdir(path):
                    continue
                if is_folder:
                    return False
                # An interrupted fsync has not failed, and is made again.
                if error == "EINTR":
                    return False
                if not is_changed:
                    raise rig.Breach(f"fsync of {path} was tried again after it had failed")
            elif failed == (role, path):
                is_changed = True
    # The folder of a draft, which is synced under its final name.
    return failed is not None and not (is_folder and failed[1].endswith("/staging"))
