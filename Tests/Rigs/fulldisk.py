"""A disk that is full after so many bytes: what is stored is not harmed, the exit is 74 and the message names the volume."""
import os
import shutil
import subprocess

import killing
import rig


def mount(place, kilobytes):
    os.makedirs(place, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k,mode=0700", "tmpfs", place], check=True)


def run():
    if os.geteuid() != 0 or subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode != 0:
        print("full disk    NOT RUN: it needs root, to mount a small file system")
        return True
    with rig.Rig("full-disk") as it:
        household = rig.Household(it.folder, photos=40, rows=40, width=96, height=72)
        expected, _ = killing.undisturbed(it.folder, household)
        first = rig.Household(os.path.join(it.folder, "first"), photos=10, rows=10, mark="F")
        base = os.path.join(it.folder, "base")
        rig.run(*first.words(base), expect=(0,))
        both = os.path.join(it.folder, "both")
        shutil.copytree(base, both)
        rig.run(*household.words(both), expect=(0,))
        expected_on_top = rig.digest(both)

        def kilobytes(folder):
            return int(subprocess.run(["du", "-sk", folder], capture_output=True, check=True).stdout.split()[0])
        # A new catalog, and photos on top of one that stands; sizes from nothing to just enough.
        whole, before = kilobytes(both), kilobytes(base)
        alone = kilobytes(os.path.join(it.folder, "undisturbed"))
        count = rig.size(60, 10)
        cases = [("new", 16 + alone * n // (count // 2)) for n in range(count // 2)]
        cases += [("on top", before + 8 + (whole - before) * n // (count // 2)) for n in range(count // 2)]

        def one(case, folder):
            kind, size = case
            disk = os.path.join(folder, "disk")
            mount(disk, 4 * whole)
            try:
                catalog = os.path.join(disk, "catalog")
                if kind == "on top":
                    shutil.copytree(base, catalog)
                used = kilobytes(disk)
                subprocess.run(["mount", "-o", f"remount,size={max(size, used)}k", disk], check=True)
                answer = rig.run(*household.words(catalog))
                if answer.code == 74 and disk.encode() not in answer.err:
                    raise rig.Breach(f"the message does not name the volume; {answer}")
                if answer.code not in (0, 74):
                    raise rig.Breach(str(answer))
                if os.path.exists(os.path.join(catalog, "FORMAT")):
                    # Files without a row are no harm, rows without a file are.
                    if os.path.exists(os.path.join(catalog, "catalog.sqlite")):
                        rig.verified(catalog, allowed=("ORPHAN",))
                subprocess.run(["mount", "-o", f"remount,size={8 * whole}k", disk], check=True)
                rig.resumed(household, catalog, expected if kind == "new" else expected_on_top)
                return answer.code
            finally:
                subprocess.run(["umount", "-l", disk], check=False)

        codes = it.each(cases, one)
        return it.done(f"{len(codes)} sizes from {cases[0][1]} to {cases[-1][1]} kB: {codes.count(74)} × 74, {codes.count(0)} had room; "
                       "nothing stored harmed, digests equal with room")
