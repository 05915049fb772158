/// Writes HTML that is well-formed and inert by construction: text and attribute values are always escaped,
/// and element and attribute names can only be literals of the program.
struct HTMLWriter {
  private var buffer: [UInt8] = []
  private var stack: [StaticString] = []
  private let sink: ([UInt8]) throws -> Void
  private static let flushSize = 1 << 16

  init(to sink: @escaping ([UInt8]) throws -> Void) {
    self.sink = sink
    buffer.reserveCapacity(HTMLWriter.flushSize * 2)
  }

  /// An attribute; nil leaves it out, an empty value writes the bare name.
  struct Attribute {
    var name: StaticString
    var value: String?
    init(_ name: StaticString, _ value: String?) {
      self.name = name
      self.value = value
    }
  }

  mutating func raw(_ text: StaticString) {
    buffer.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// An element with whatever `content` writes into it.
  mutating func element(
    _ name: StaticString, _ attributes: [Attribute] = [],
    content: (inout HTMLWriter) throws -> Void
  ) throws {
    open(name, attributes)
    try content(&self)
    close(name)
    if buffer.count >= HTMLWriter.flushSize { try flush() }
  }

  /// An element with text in it.
  mutating func element(_ name: StaticString, _ attributes: [Attribute] = [], _ text: String) {
    open(name, attributes)
    self.text(text)
    close(name)
  }

  /// An element without content or end tag: `img`, `br`.
  mutating func void(_ name: StaticString, _ attributes: [Attribute] = []) {
    open(name, attributes)
  }

  mutating func text(_ text: String) {
    escape(text, inAttribute: false)
  }

  mutating func attributeText(_ text: String) {
    escape(text, inAttribute: true)
  }

  /// Bytes that are already safe in an attribute: base64 of a picture.
  mutating func image(_ attributes: [Attribute], base64 bytes: [UInt8], type: StaticString) {
    raw("<img")
    write(attributes)
    raw(" src=\"data:")
    raw(type)
    raw(";base64,")
    appendBase64(bytes)
    raw("\">")
  }

  mutating func flush() throws {
    guard !buffer.isEmpty else { return }
    try sink(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func open(_ name: StaticString, _ attributes: [Attribute]) {
    raw("<")
    raw(name)
    write(attributes)
    raw(">")
  }

  private mutating func close(_ name: StaticString) {
    raw("</")
    raw(name)
    raw(">")
  }

  private mutating func write(_ attributes: [Attribute]) {
    for attribute in attributes {
      guard let value = attribute.value else { continue }
      raw(" ")
      raw(attribute.name)
      raw("=\"")
      escape(value, inAttribute: true)
      raw("\"")
    }
  }

  private mutating func escape(_ text: String, inAttribute: Bool) {
    for byte in text.utf8 {
      switch byte {
      case 0x26: raw("&amp;")
      case 0x3C: raw("&lt;")
      case 0x3E: raw("&gt;")
      case 0x22 where inAttribute: raw("&quot;")
      case 0x27 where inAttribute: raw("&#39;")
      default: buffer.append(byte)
      }
    }
  }

  private mutating func appendBase64(_ bytes: [UInt8]) {
    buffer.append(contentsOf: base64(bytes))
  }
}

/// Base64 with padding (RFC 4648, 4).
func base64(_ bytes: [UInt8]) -> [UInt8] {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  return [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { output, count in
    var index = 0
    while index < bytes.count {
      let first = bytes[index]
      let second = index + 1 < bytes.count ? bytes[index + 1] : 0
      let third = index + 2 < bytes.count ? bytes[index + 2] : 0
      output[count] = alphabet[Int(first >> 2)]
      output[count + 1] = alphabet[Int((first & 3) << 4 | second >> 4)]
      output[count + 2] =
        index + 1 < bytes.count ? alphabet[Int((second & 15) << 2 | third >> 6)] : 0x3D
      output[count + 3] = index + 2 < bytes.count ? alphabet[Int(third & 63)] : 0x3D
      count += 4
      index += 3
    }
  }
}

/// A path for an `href` or `src`: every byte but letters, digits, `-._~` and `/` percent-encoded.
///
/// - Parameter encodesSlash: for one name of a path.
public func percentEncoded(_ bytes: some Sequence<UInt8>, encodesSlash: Bool = false) -> String {
  let digits = Array("0123456789ABCDEF".utf8)
  var text: [UInt8] = []
  for byte in bytes {
    switch byte {
    case 0x2F where encodesSlash: text.append(contentsOf: "%2F".utf8)
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: text.append(byte)
    default: text.append(contentsOf: [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]])
    }
  }
  return String(decoding: text, as: UTF8.self)
}
