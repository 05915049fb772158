"""Damage of every kind, planted one at a time: verify finds and names each, and changes nothing."""
import hashlib
import os
import random
import shutil
import sqlite3

import rig


def tree(folder):
    """A digest over names, modes, times and bytes of everything in a folder."""
    found = hashlib.sha256()
    for place, folders, files in sorted(os.walk(folder)):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(place, name)
            about = os.lstat(path)
            found.update(f"{path} {about.st_mode:o} {about.st_mtime_ns} {about.st_size}\n".encode("utf-8", "surrogateescape"))
            if about.st_mode & 0o170000 == 0o100000:
                with open(path, "rb") as file:
                    found.update(file.read())
    return found.hexdigest()


def changed(path, change):
    """Rewrites a file in place, whatever its mode."""
    mode = os.stat(path).st_mode
    os.chmod(path, 0o600)
    with open(path, "r+b") as file:
        body = bytearray(file.read())
        body = change(body)
        file.seek(0)
        file.truncate()
        file.write(body)
    os.chmod(path, mode & 0o7777)


def bit(random):
    def flip(body):
        body[random.randrange(len(body))] ^= 1 << random.randrange(8)
        return body
    return flip


def written(path, body, mode=0o600):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(body)
    os.chmod(path, mode)


def files(catalog, folder):
    found = []
    for place, _, names in os.walk(os.path.join(catalog, folder)):
        found += [os.path.join(place, name) for name in names]
    return sorted(found)


# Each plants one damage and returns the path, relative to the catalog folder, that verify must name.

def flipped(folder):
    def plant(catalog, random):
        path = random.choice(files(catalog, folder))
        changed(path, bit(random))
        return path
    return plant


def shortened(catalog, random):
    path = random.choice(files(catalog, "originals"))
    changed(path, lambda body: body[:random.randrange(len(body))])
    return path


def lengthened(catalog, random):
    path = random.choice(files(catalog, "originals"))
    changed(path, lambda body: body + b"\0")
    return path


def swapped(catalog, random):
    one, other = random.sample(files(catalog, "originals"), 2)
    os.rename(one, one + ".x")
    os.rename(other, one)
    os.rename(one + ".x", other)
    return one


def deleted(folder):
    def plant(catalog, random):
        path = random.choice(files(catalog, folder))
        os.unlink(path)
        return path
    return plant


def added(catalog, random):
    path = random.choice(files(catalog, "originals"))
    path = os.path.join(os.path.dirname(path), f"{random.randrange(1 << 32):08x}.jpg")
    written(path, b"x", 0o400)
    return path


def opened(catalog, random):
    path = random.choice(files(catalog, "originals") + files(catalog, "renditions"))
    os.chmod(path, 0o644)
    return path


def leftover(catalog, random):
    path = os.path.join(catalog, "staging", "old", f".{random.randrange(9999)}-0.part")
    written(path, b"half a photo")
    return path


def row(sql):
    def plant(catalog, random):
        path = os.path.join(catalog, "catalog.sqlite")
        connection = sqlite3.connect(path)
        connection.execute(sql, {"n": random.randrange(50)})
        connection.commit()
        connection.close()
        return path
    return plant


def page(catalog, random):
    path = os.path.join(catalog, "catalog.sqlite")
    changed(path, bit(random))
    return path


def cut_catalog(catalog, random):
    path = os.path.join(catalog, "catalog.sqlite")
    changed(path, lambda body: body[:random.randrange(1, len(body))])
    return path


def taken(name):
    def plant(catalog, random):
        path = os.path.join(catalog, name)
        os.unlink(path)
        return path
    return plant


def linked(catalog, random):
    path = random.choice(files(catalog, "originals"))
    os.rename(path, path + ".away")
    os.symlink(path + ".away", path)
    return path


ONE = "(SELECT rowid FROM %s ORDER BY rowid LIMIT 1 OFFSET :n)"
KINDS = [
    (flipped("originals"), 50), (shortened, 15), (lengthened, 10), (swapped, 10), (deleted("originals"), 20), (added, 10),
    (linked, 5), (opened, 10), (leftover, 5), (flipped("renditions"), 15), (deleted("renditions"), 11), (flipped("exports"), 8),
    (page, 10), (cut_catalog, 5),
    (row(f"UPDATE possession SET name = name || '!' WHERE rowid = {ONE % 'possession'}"), 4),
    (row(f"UPDATE possession SET purchase_price_minor = 7 WHERE rowid = {ONE % 'possession'}"), 3),
    (row(f"DELETE FROM attachment WHERE rowid = {ONE % 'attachment'}"), 3),
    (row(f"UPDATE image SET byte_size = byte_size + 1 WHERE rowid = {ONE % 'image'}"), 3),
    (row("UPDATE source_file SET size = 1 WHERE path = (SELECT path FROM source_file ORDER BY path LIMIT 1 OFFSET :n)"), 2),
    (taken("RECOVERY.txt"), 1),
]


def run():
    with rig.Rig("verify") as it:
        household = rig.Household(it.folder, photos=60, rows=60)
        base = os.path.join(it.folder, "base")
        rig.run(*household.words(base), expect=(0,))
        rig.verified(base)
        cases = [(index, number) for index, (_, count) in enumerate(KINDS) for number in range(count)]
        cases = cases[::rig.size(1, 5)]

        def one(case, folder):
            index, number = case
            catalog = os.path.join(folder, "catalog")
            shutil.copytree(base, catalog, symlinks=True)
            damaged = KINDS[index][0](catalog, random.Random(rig.SEED + 1000 * index + number))
            name = os.path.relpath(damaged, catalog)
            before = tree(catalog)
            answer = rig.run("verify", "--deep", "--json", "--catalog", catalog)
            if answer.code not in (0, 4):
                raise rig.Breach(f"verify of a damaged {name}: {answer}")
            named = [damage for damage in answer.json()["damages"] if damage["path"] == name]
            if not named:
                raise rig.Breach(f"{KINDS[index][0].__qualname__}: damage of {name} was not found")
            if answer.code == 0 and not all(damage["harmless"] for damage in named):
                raise rig.Breach(f"damage of {name} ended with 0")
            if tree(catalog) != before:
                raise rig.Breach("verify changed something")
            return named[0]["class"]

        found = it.each(cases, one)
        kinds = ", ".join(f"{found.count(kind)} {kind}" for kind in sorted(set(found)))
        return it.done(f"{len(found)} of {len(cases)} planted damages found and named ({kinds}), nothing changed by it")
