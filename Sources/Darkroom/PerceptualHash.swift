import CVips
import PossessionsCore

/// A difference hash: what stays alike when a picture is scaled or saved again. Compare two by how many bits differ.
///
/// Version 1: the picture upright on white, gray by Rec. 601 (299 red, 587 green, 114 blue of 1,000), its mean over each
/// cell of a grid of 9 by 8; a bit for each pair of neighbours in a row, set where the left one is lighter. Row by row
/// from the top, the first bit the highest. Another way of decoding may change a bit or two.
enum PerceptualHash {
  static let version = 1

  /// - Parameter image: 8-bit sRGB or gray without alpha.
  static func text(of image: Image) throws(ImagingError) -> String {
    // A picture narrower than the grid is made as wide first.
    let size = PixelSize(width: max(9, image.width), height: max(8, image.height))
    let picture = try image.resized(to: size)
    let means = cellMeans(try picture.pixels(), size: size, bands: picture.bands)
    var bits: UInt64 = 0
    for row in 0..<8 {
      for column in 0..<8 {
        bits = bits << 1 | (means[row * 9 + column] > means[row * 9 + column + 1] ? 1 : 0)
      }
    }
    let digits = String(bits, radix: 16)
    return "\(version):" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Means in 1/256 of a level, so that nothing hangs on a rounding.
  private static func cellMeans(_ pixels: [UInt8], size: PixelSize, bands: Int) -> [Int] {
    var means: [Int] = []
    means.reserveCapacity(72)
    pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<8 {
        let rows = (row * size.height / 8)..<((row + 1) * size.height / 8)
        for column in 0..<9 {
          let columns = (column * size.width / 9)..<((column + 1) * size.width / 9)
          var sum = 0
          for y in rows {
            var at = (y * size.width + columns.lowerBound) * bands
            for _ in columns {
              if bands >= 3 {
                sum += 299 * Int(pixels[at]) + 587 * Int(pixels[at + 1]) + 114 * Int(pixels[at + 2])
              } else {
                sum += 1000 * Int(pixels[at])
              }
              at += bands
            }
          }
          means.append(sum * 256 / (1000 * rows.count * columns.count))
        }
      }
    }
    return means
  }
}
