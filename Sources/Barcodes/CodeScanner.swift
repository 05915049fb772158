// The wall of zbar: pixels in, texts out. Symbologies without a checksum are off, since a code that is misread gives a
// photo to the wrong item.
import CZBar

/// One code that was seen.
public struct SeenCode: Hashable, Sendable {
  public enum Symbology: String, Sendable, CaseIterable {
    case qr, ean13, ean8, upcA = "upc-a", upcE = "upc-e", isbn, code128 = "code-128", code93 = "code-93"
    case code39 = "code-39", other
  }
  public var text: String
  public var symbology: Symbology

  public init(text: String, symbology: Symbology) {
    self.text = text
    self.symbology = symbology
  }
}

/// Reads QR codes and barcodes out of gray pixels (zbar_image_scanner). Not Sendable: one at a time.
public final class CodeScanner {
  /// Owned, destroyed in `deinit`.
  private let scanner: OpaquePointer
  private let image: OpaquePointer

  /// Nil where memory is short.
  public init?() {
    guard let scanner = zbar_image_scanner_create() else { return nil }
    guard let image = zbar_image_create() else {
      zbar_image_scanner_destroy(scanner)
      return nil
    }
    self.scanner = scanner
    self.image = image
    // Everything off, then what has a checksum on.
    var isSet = zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0) == 0
    for symbology in [
      ZBAR_QRCODE, ZBAR_EAN13, ZBAR_EAN8, ZBAR_UPCA, ZBAR_UPCE, ZBAR_CODE128, ZBAR_CODE93, ZBAR_CODE39,
    ] {
      isSet = zbar_image_scanner_set_config(scanner, symbology, ZBAR_CFG_ENABLE, 1) == 0 && isSet
    }
    // A QR code's bytes as they are: zbar would guess an encoding and take UTF-8 for Shift JIS.
    isSet = zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1) == 0 && isSet
    // Code 39 has no checksum of its own: short ones are noise too often.
    isSet = zbar_image_scanner_set_config(scanner, ZBAR_CODE39, ZBAR_CFG_MIN_LEN, 4) == 0 && isSet
    isSet = zbar_image_scanner_set_config(scanner, ZBAR_CODE93, ZBAR_CFG_MIN_LEN, 3) == 0 && isSet
    guard isSet else { return nil }
  }

  deinit {
    zbar_image_destroy(image)
    zbar_image_scanner_destroy(scanner)
  }

  /// The codes in a picture, each text once, in order of their texts.
  ///
  /// - Parameters:
  ///   - gray: one byte a pixel, row by row without padding.
  ///   - width: pixels.
  ///   - height: pixels; `width * height` must be the number of bytes.
  public func codes(inGray gray: [UInt8], width: Int, height: Int) -> [SeenCode] {
    precondition(gray.count == width * height, "pixels do not fill the picture")
    guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16 else { return [] }
    var seen: [String: SeenCode] = [:]
    gray.withUnsafeBytes { bytes in
      zbar_image_set_format(image, CodeScanner.gray8)
      zbar_image_set_size(image, UInt32(width), UInt32(height))
      // zbar borrows the pixels; without a cleanup handler it frees nothing, and the image is emptied below.
      zbar_image_set_data(image, bytes.baseAddress, UInt(bytes.count), nil)
      defer {
        zbar_image_set_symbols(image, nil)
        zbar_image_set_data(image, nil, 0, nil)
      }
      guard zbar_scan_image(scanner, image) > 0 else { return }
      var symbol = zbar_image_first_symbol(image)
      while let current = symbol {
        if let code = SeenCode(reading: current) { seen[code.text] = code }
        symbol = zbar_symbol_next(current)
      }
    }
    return seen.values.sorted { $0.text < $1.text }
  }

  /// The codes in one picture that is prepared in several ways, each text once, in order of their texts.
  ///
  /// As soon as a look has shown a code, one more look is the last: a second, smaller label in the picture must not go
  /// unseen, and three looks at nothing are enough.
  /// - Parameter next: gives gray pixels as `codes(inGray:)` takes them; nil after the last look.
  public func codes(looking next: () -> (gray: [UInt8], width: Int, height: Int)?) -> [SeenCode] {
    var seen: [String: SeenCode] = [:]
    while let look = next() {
      let isLast = !seen.isEmpty
      for code in codes(inGray: look.gray, width: look.width, height: look.height) { seen[code.text] = code }
      if isLast { break }
    }
    return seen.values.sorted { $0.text < $1.text }
  }

  /// FourCC `Y800`: 8 bits of gray.
  private static let gray8: UInt = 0x3030_3859
}

extension SeenCode {
  /// Nil for an empty code, and for bytes that no text explains.
  fileprivate init?(reading symbol: OpaquePointer) {
    guard let start = zbar_symbol_get_data(symbol) else { return nil }
    let count = Int(zbar_symbol_get_data_length(symbol))
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    // QR codes are UTF-8 or, by the standard's default, Latin-1.
    let text =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    guard !text.isEmpty else { return nil }
    self.init(text: text, symbology: Symbology(zbar_symbol_get_type(symbol)))
  }
}

extension SeenCode.Symbology {
  fileprivate init(_ type: zbar_symbol_type_t) {
    switch type {
    case ZBAR_QRCODE: self = .qr
    case ZBAR_EAN13: self = .ean13
    case ZBAR_EAN8: self = .ean8
    case ZBAR_UPCA: self = .upcA
    case ZBAR_UPCE: self = .upcE
    case ZBAR_ISBN10, ZBAR_ISBN13: self = .isbn
    case ZBAR_CODE128: self = .code128
    case ZBAR_CODE93: self = .code93
    case ZBAR_CODE39: self = .code39
    default: self = .other
    }
  }
}

/// The texts of all codes in gray pixels, each once, in order.
public func readCodes(gray: [UInt8], width: Int, height: Int) -> [String] {
  CodeScanner()?.codes(inGray: gray, width: width, height: height).map(\.text) ?? []
}

/// `0.23.92` of zbar.
public var codeReaderVersion: String {
  var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
  _ = zbar_version(&major, &minor, &patch)
  return "\(major).\(minor).\(patch)"
}
