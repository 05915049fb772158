// The wall of libqrencode: text in, a square of modules out.
import CQREncode

/// A QR code as a square of dark and light modules, without the light border of four modules that it needs around it.
public struct QRCode: Hashable, Sendable {
  /// How much of a code may be hidden and it is still read: about 7, 15, 25 and 30 percent.
  public enum Correction: Sendable {
    case low, medium, quartile, high
  }

  /// Modules on a side: 25 to 177.
  public let size: Int
  /// Row by row; true is dark.
  public let modules: [Bool]

  /// Modules of light border that readers need on each side (ISO/IEC 18004).
  public static let quietZone = 4

  /// At least version 2: smaller codes have no alignment mark, and a reader cannot tell from which side they are seen.
  ///
  /// - Parameter text: put in as UTF-8.
  /// - Returns: nil for an empty text, one with a NUL, or one longer than a code can hold (some 2,300 bytes).
  public init?(_ text: String, correction: Correction = .quartile) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, !bytes.contains(0), bytes.count <= 2953 else { return nil }
    let level =
      switch correction {
      case .low: QR_ECLEVEL_L
      case .medium: QR_ECLEVEL_M
      case .quartile: QR_ECLEVEL_Q
      case .high: QR_ECLEVEL_H
      }
    guard let code = QRCode.encode(text, bytes, level) else { return nil }
    defer { QRcode_free(code) }
    let size = Int(code.pointee.width)
    guard let data = code.pointee.data else { return nil }
    self.size = size
    // The lowest bit says dark.
    modules = (0..<(size * size)).map { data[$0] & 1 == 1 }
  }

  /// QRcode_encodeString chooses the shortest of numeric, alphanumeric and byte mode. What is not ASCII is marked as
  /// UTF-8 (ECI 26): readers would guess another encoding.
  private static func encode(
    _ text: String, _ bytes: [UInt8], _ level: QRecLevel
  ) -> UnsafeMutablePointer<CQREncode.QRcode>? {
    if bytes.allSatisfy({ $0 < 0x80 }) { return QRcode_encodeString(text, 2, level, QR_MODE_8, 1) }
    guard let input = QRinput_new2(2, level) else { return nil }
    defer { QRinput_free(input) }
    guard QRinput_appendECIheader(input, 26) == 0,
      QRinput_append(input, QR_MODE_8, Int32(bytes.count), bytes) == 0
    else { return nil }
    return QRcode_encodeInput(input)
  }

  public subscript(row: Int, column: Int) -> Bool { modules[row * size + column] }

  /// Gray pixels with the border around it, `scale` px a module.
  ///
  /// - Returns: row by row, 0 dark and 255 light; the side is `(size + 8) * scale`.
  public func pixels(scale: Int) -> (pixels: [UInt8], side: Int) {
    precondition(scale > 0, "a module has pixels")
    let side = (size + 2 * QRCode.quietZone) * scale
    var pixels = [UInt8](repeating: 255, count: side * side)
    for row in 0..<size {
      for column in 0..<size where self[row, column] {
        let top = (row + QRCode.quietZone) * scale
        let left = (column + QRCode.quietZone) * scale
        for y in top..<(top + scale) {
          for x in left..<(left + scale) { pixels[y * side + x] = 0 }
        }
      }
    }
    return (pixels, side)
  }
}
