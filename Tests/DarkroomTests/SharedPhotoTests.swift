import Darkroom
import Files
import Foundation
import PossessionsCore
import Testing

/// Real photos with right answers, tried where the environment names their folder.
@Suite(.enabled(if: SharedPhotos.folder != nil, "POSSESSIONS_TEST_PHOTOS names no folder"))
struct SharedPhotoTests {
  init() { library }

  @Test(arguments: SharedPhotos.rows)
  func headerSaysTheShownSize(of row: SharedPhotos.Row) throws {
    let bytes = try FileBytes(path: BytePath(row.path))
    let prefix = bytes.bytes(at: 0, count: MediaType.sniffLength)
    let type = MediaType(sniffing: prefix, fileExtension: BytePath(row.name).lowercasedExtension)
    let header = PictureHeader(reading: bytes, as: type)
    // "91x69 (69x91 by EXIF)": the size comes first. A file that shows nothing may still have a good header.
    let shown = row.shown.prefix { $0 != " " }
    if shown != "-" { #expect(header?.shown.description == String(shown)) }
    let stored = row.stored.prefix { $0 != " " }
    if shown != "-" { #expect(header?.coded.description == String(stored)) }
  }
}
