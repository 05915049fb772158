"""A CSV of 1,000,000 rows x 20 columns: validated and planned, against the sqlite3 shell that only imports it."""
import os

from frame import PROGRAM, Contestant, compare, gone, ratio, scratch, shell

COUNT = int(os.environ.get("ROWS", "1000000"))
HEADER = (
    "item_id,name,description,room,category,quantity,brand,model,serial_number,purchase_date,purchase_place,"
    "purchase_price,currency,replacement_cost,condition,owner,scheduled,warranty_until,notes,Colour\n"
)
ROOMS = ["Hall", "Kitchen", "Attic / Left", "Garage", "Living room"]
CATEGORIES = ["Electronics", "Furniture", "Tools", "Kitchen"]


def table():
    path = scratch(f"items-{COUNT}.csv")
    if os.path.exists(path):
        return path
    with open(path + ".part", "w") as file:
        file.write(HEADER)
        for i in range(COUNT):
            file.write(
                f'A-{i:07d},Item number {i},"A longer description, with commas and words number {i}",{ROOMS[i % 5]},'
                f'{CATEGORIES[i % 4]},{i % 3 + 1},Brand{i % 97},M-{i % 1000},SN{i:09d},'
                f'20{i % 24:02d}-{i % 12 + 1:02d}-{i % 28 + 1:02d},Shop {i % 50},{i % 5000}.{i % 100:02d},EUR,'
                f'{i % 9000}.{i % 100:02d},good,Ann,{"yes" if i % 7 == 0 else "no"},,"note ""{i}"" here",colour {i % 11}\n'
            )
    os.rename(path + ".part", path)
    return path


def run():
    path = table()
    database = scratch("items.db")
    ours = Contestant("doctor --items, rows planned", [[PROGRAM, "doctor", "--items", path, "--catalog", scratch("none")]])
    shell_import = Contestant(
        "sqlite3 .import",
        [shell("items", [f"rm -f {database}", f"sqlite3 {database} '.mode csv' '.import {path} items'"])])
    result = compare(f"{COUNT} rows x 20 columns, {os.path.getsize(path) / 1e6:.0f} MB", [ours, shell_import])
    if os.path.exists(database):
        os.remove(database)
    gone(scratch("none"))
    ratio("validated and planned / sqlite3 .import, wall", result[ours.name].wall / result[shell_import.name].wall, 4)
    ratio("peak memory of reading and planning, MB", result[ours.name].peak / 1e6, 300)
