/// What `RECOVERY.txt` says: how to get everything out by hand, without this program.
let recoveryText = """
  RECOVERY: how to get everything out of this folder by hand

  originals/ab/KEY.ext   every picture and document as it came, byte for byte
  catalog.sqlite         the catalog, an SQLite 3 database: sqlite3 catalog.sqlite .dump
  exports/RUN/           the catalog as text, one folder for each run that changed something
  renditions/            made from the originals; can be made again

  """
