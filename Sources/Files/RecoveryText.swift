/// What `RECOVERY.txt` says: how to get everything out by hand, without this program. The indented lines are one bash
/// script, which a test runs.
let recoveryText = #"""
  RECOVERY: how to get everything out of this folder without the program that made it

  originals/ab/KEY.ext   every picture and document as it came, byte for byte. KEY is the UUID version 5 of the
                         file's SHA-256 in lower-case hexadecimal, in name space b116ff0b-2ecd-50e0-94f2-31ffbc622611
  catalog.sqlite         the catalog: an SQLite 3 database, read with: sqlite3 catalog.sqlite .dump
  exports/RUN/           the catalog as text, a folder for each of the last runs that changed something:
      catalog.csv        what is owned, a line for each possession
      images.csv         a line for each picture, each name it had, and each possession it belongs to
      catalog.jsonl      everything that the catalog says; its SHA-256 stands in DIGEST
      SHA256SUMS         check sums of the originals and of this export
  renditions/            small and edited pictures, made from the originals; they can be made again
  reports/               documents for people
  runs/RUN.jsonl         what each run stored, line by line
  trash/, quarantine/    files that were set aside, never deleted without being told to

  A copy of the whole folder is a backup. If a file catalog.sqlite-journal is there, copy it with catalog.sqlite.

  If only catalog.sqlite is lost or damaged, the program makes it again: possessions restore --from-export

  By hand, in bash, from inside this folder. First see that every original is whole; then copy the originals to
  recovered/ITEM/, under the names they came with:

      export LC_ALL=C
      run=$(ls exports | tail -n 1)
      sha256sum --quiet -c "exports/$run/SHA256SUMS" || echo "the files named above are damaged or missing"
      text() { printf '%b' "$(printf '%s' "$1" | sed 's/../\\x&/g')"; }
      tail -n +2 "exports/$run/images.csv" | cut -d , -f 1,2,7,9 |
      while IFS=, read -r key original name item; do
        folder="recovered/$(text "${item:-756e6d617463686564}" | tr / _)"
        mkdir -p "$folder"
        cp -p "$original" "$folder/${key%%-*} $(text "$name")"
      done
      cp "exports/$run/catalog.csv" recovered/

  """#
