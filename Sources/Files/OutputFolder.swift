// Folders outside the catalog that a report writes into: taking out what is out of date.
import Glibc
public import PossessionsCore

/// Removes one file of a report. A file that is gone already is no fault.
public func removeOutputFile(_ path: BytePath) throws(Failure) {
  if path.withCString({ unlink($0) }) != 0, errno != ENOENT {
    throw failure(errno: errno, act: "remove", path: path)
  }
}
