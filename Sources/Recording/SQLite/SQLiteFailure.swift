// The one place that turns SQLite's result codes into failures. The code decides, never the message.
import CSQLite
import Files
import PossessionsCore

/// - Parameters:
///   - status: an extended result code.
///   - systemError: errno behind it, where there is one.
func sqliteFailure(_ status: Int32, act: String, path: BytePath, systemError: Int32) -> Failure {
  let subject = path.description
  switch status & 0xFF {
  case SQLITE_FULL:
    return Failure(
      .inputOutput, subject: subject, message: "cannot \(act): volume \(mountPoint(of: path)) is full",
      remedy: "make room there and run again: what is stored is untouched")
  case SQLITE_IOERR:
    if systemError != 0 { return failure(errno: systemError, act: act, path: path) }
    return Failure(
      .inputOutput, subject: subject, message: "cannot \(act): I/O error (SQLite \(status))",
      remedy: "check the disk and run again")
  case SQLITE_CORRUPT: return damagedCatalog(path, "its pages contradict each other")
  case SQLITE_NOTADB: return damagedCatalog(path, "it is no SQLite database")
  case SQLITE_FORMAT, SQLITE_MISMATCH, SQLITE_TOOBIG:
    return damagedCatalog(path, "it has a value that cannot be")
  case SQLITE_BUSY, SQLITE_LOCKED:
    return Failure(
      .tryAgain, subject: subject, message: "another program is using the catalog",
      remedy: "close it and run again")
  case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
    return Failure(
      .permission, subject: subject, message: "cannot \(act): it cannot be written",
      remedy: "give this user access to it")
  case SQLITE_CANTOPEN:
    if systemError != 0 { return failure(errno: systemError, act: act, path: path) }
    return Failure(
      .permission, subject: subject, message: "cannot \(act) it",
      remedy: "see that it is a file and that this user may read and write it and its folder")
  case SQLITE_NOMEM:
    return Failure(
      .inputOutput, subject: subject, message: "cannot \(act): there is no memory left",
      remedy: "run with fewer --workers, or on a larger machine")
  case SQLITE_ERROR:
    // Statements of ours are right for our own schema: a missing table or column is the file's fault.
    return damagedCatalog(path, "its tables are not the ones of a catalog")
  case SQLITE_CONSTRAINT:
    return Failure(
      .internalError, subject: subject, message: "a rule of the catalog would be broken (SQLite \(status))",
      remedy: "report this with the command that did it: nothing was changed")
  default:
    return Failure(
      .internalError, subject: subject, message: "cannot \(act): SQLite answers \(status)",
      remedy: "report this with the command that did it")
  }
}

func damagedCatalog(_ path: BytePath, _ what: String) -> Failure {
  Failure(
    .badData, subject: path.description, message: "the catalog is damaged: \(what)",
    remedy: "run verify, then restore it from a backup or with restore --from-export")
}
