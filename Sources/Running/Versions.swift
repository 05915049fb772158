import Darkroom
import Recording

/// Versions of the libraries, by name: for `--version`, for each run's row, for `doctor`.
package func libraryVersions() -> [String: String] {
  var versions = ImagingLibrary.versions
  versions["sqlite"] = sqliteVersion
  return versions
}
