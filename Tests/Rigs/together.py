"""Eight imports started together: one wins, the others leave with 75; a killed winner leaves no lock behind."""
import os
import signal
import time

import rig


def run():
    with rig.Rig("together") as it:
        same = rig.Household(it.folder)
        others = [rig.Household(os.path.join(it.folder, f"other-{n}"), photos=12, rows=12, real=False) for n in range(8)]

        def one(number, folder):
            catalog = os.path.join(folder, "catalog")
            households = others if number % 3 == 2 else [same] * 8
            processes = [rig.start(*household.words(catalog)) for household in households]
            if number % 5 == 4:
                killed(processes, households, catalog)
                return "killed"
            answers = [rig.finish(process) for process in processes]
            codes = sorted(answer.code for answer in answers)
            if codes != [0] + [75] * 7:
                raise rig.Breach(f"exits {codes}: {[str(a) for a in answers if a.code not in (0, 75)][:2]}")
            rig.verified(catalog)
            twice = rig.rows(catalog, "SELECT root, path FROM source_file GROUP BY root, path HAVING count(*) > 1")
            twice += rig.rows(catalog, "SELECT sha256 FROM image GROUP BY sha256 HAVING count(*) > 1")
            if twice:
                raise rig.Breach(f"duplicates: {twice[:3]}")
            return "ended"

        rounds = it.each(range(rig.size(30, 6)), one, jobs=1)
        return it.done(f"8 imports × {len(rounds)} rounds: one winner, seven left with 75, no duplicates; "
                       f"in {rounds.count('killed')} rounds the winner was killed and the lock was free at once")


def killed(processes, households, catalog):
    """Kills whoever holds the lock; the next import takes it over."""
    time.sleep(0.3)
    for process in processes:
        process.send_signal(signal.SIGKILL)
    for process in processes:
        rig.finish(process)
    for household in households[:1]:
        rig.run(*household.words(catalog), expect=(0,))
    rig.verified(catalog)
