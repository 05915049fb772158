/// ICC profiles as far as they are needed here: telling whether an embedded one can be used, and making one for colours
/// that a file names by numbers (ISO/IEC 23091-2) or by EXIF alone. After ICC.1:2001-04 (version 2.4).
public struct ICCProfile: Hashable, Sendable {
  public var bytes: [UInt8]

  /// The channels of pixels that a profile is for; nil where the bytes are no profile, or one of a space that no picture
  /// here has. Reads the header's signature and space (bytes 36 and 16) and nothing that a profile could lie about.
  public static func channels(of bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
    if bytes[16..<20].elementsEqual("RGB ".utf8) { return 3 }
    if bytes[16..<20].elementsEqual("GRAY".utf8) { return 1 }
    if bytes[16..<20].elementsEqual("CMYK".utf8) { return 4 }
    return nil
  }

  /// Whether a profile says no more than "sRGB": its primaries and curves are those of sRGB within what 8 bits can show,
  /// and there is no table. Converting from it would cost time and change nothing.
  public static func isSRGB(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard channels(of: bytes) == 3, bytes.count < 1 << 20 else { return false }
    let tags = ProfileTags(bytes)
    guard tags.place("A2B0") == nil, tags.place("A2B1") == nil else { return false }
    let wanted: [(StaticString, [Double])] = [
      ("rXYZ", [0.4361, 0.2225, 0.0139]), ("gXYZ", [0.3851, 0.7169, 0.0971]),
      ("bXYZ", [0.1431, 0.0606, 0.7141]),
    ]
    for (tag, numbers) in wanted {
      guard let found = tags.xyz(tag), zip(found, numbers).allSatisfy({ abs($0 - $1) < 0.0012 }) else {
        return false
      }
    }
    for tag: StaticString in ["rTRC", "gTRC", "bTRC"] {
      for step in [0.02, 0.1, 0.25, 0.5, 0.75, 0.9] {
        guard let light = tags.curve(tag, at: step), abs(light - TransferCurve.sRGB(step)) < 0.002 else {
          return false
        }
      }
    }
    return true
  }

  // MARK: Making

  /// Primaries and white point of an RGB space, as CIE x and y.
  struct Primaries {
    var red: (Double, Double)
    var green: (Double, Double)
    var blue: (Double, Double)
    var white = (0.3127, 0.3290)

    static let rec709 = Primaries(red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06))
    static let rec2020 = Primaries(red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046))
    static let displayP3 = Primaries(red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
    static let adobeRGB = Primaries(red: (0.64, 0.33), green: (0.21, 0.71), blue: (0.15, 0.06))
  }

  /// For colours by number; nil where the numbers mean sRGB or nothing that is known.
  ///
  /// The primaries of standard-definition video (5, 6, 7) are taken for BT.709: encoders write them by habit, and they
  /// differ by less than the eye sees. The transfers of video (1, 6, 14, 15) are shown with the curve of sRGB, as
  /// screens show them. PQ and HLG are brought into the range of a plain screen: white at 203 cd/m², brighter light
  /// rolled off (the curve is in `TransferCurve`).
  public init?(colour: CodedColour) {
    let primaries: Primaries
    switch colour.primaries {
    case 9: primaries = .rec2020
    case 11:
      var theatre = Primaries.displayP3
      theatre.white = (0.314, 0.351)
      primaries = theatre
    case 12: primaries = .displayP3
    case 1, 2, 5, 6, 7: primaries = .rec709
    default: return nil
    }
    let curve: (Double) -> Double
    switch colour.transfer {
    case 4: curve = { TransferCurve.power($0, 2.2) }
    case 5: curve = { TransferCurve.power($0, 2.8) }
    case 8: curve = { $0 }
    case 16: curve = { TransferCurve.rolledOff(TransferCurve.perceptualQuantizer($0) / 203) }
    case 18: curve = { TransferCurve.rolledOff(TransferCurve.hybridLogGamma($0) / 203) }
    default:
      guard [9, 11, 12].contains(colour.primaries) else { return nil }
      curve = TransferCurve.sRGB
    }
    self.init(primaries: primaries, curve: curve)
  }

  /// Adobe RGB (1998).
  public static let adobeRGB = ICCProfile(
    primaries: .adobeRGB, curve: { TransferCurve.power($0, 2.19921875) })

  /// A display profile of three primaries and one curve from 0...1 to 0...1.
  init(primaries: Primaries, curve: (Double) -> Double) {
    let colorants = ICCProfile.colorants(primaries)
    var table: [UInt8] = Array("curv".utf8) + [0, 0, 0, 0] + big32(4096)
    for step in 0..<4096 {
      let light = min(1, max(0, curve(Double(step) / 4095)))
      let value = UInt16((light * 65535).rounded())
      table += [UInt8(value >> 8), UInt8(value & 255)]
    }
    func xyz(_ numbers: [Double]) -> [UInt8] {
      Array("XYZ ".utf8) + [0, 0, 0, 0] + numbers.flatMap { fixed($0) }
    }
    let d50 = [0.9642, 1.0, 0.8249]
    let description = Array("desc".utf8) + [0, 0, 0, 0] + big32(1) + [UInt8](repeating: 0, count: 80)
    let parts: [(String, [UInt8])] = [
      ("desc", description), ("wtpt", xyz(d50)), ("rXYZ", xyz(colorants[0])), ("gXYZ", xyz(colorants[1])),
      ("bXYZ", xyz(colorants[2])), ("rTRC", table),
    ]
    // One curve for three channels.
    let names = parts.map(\.0) + ["gTRC", "bTRC"]
    var offset = 128 + 4 + names.count * 12
    var places: [String: (Int, Int)] = [:]
    var body: [UInt8] = []
    for (name, content) in parts {
      places[name] = (offset, content.count)
      let padded = content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
      body += padded
      offset += padded.count
    }
    places["gTRC"] = places["rTRC"]
    places["bTRC"] = places["rTRC"]
    var header = big32(UInt32(offset)) + [0, 0, 0, 0] + big32(0x0240_0000)
    header += Array("mntrRGB XYZ ".utf8)
    header += [UInt8](repeating: 0, count: 12)  // no date: the bytes are the same every day
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28) + d50.flatMap { fixed($0) }
    header += [UInt8](repeating: 0, count: 128 - header.count)
    header += big32(UInt32(names.count))
    for name in names {
      let place = places[name] ?? (0, 0)
      header += Array(name.utf8) + big32(UInt32(place.0)) + big32(UInt32(place.1))
    }
    bytes = header + body
  }

  /// The primaries' XYZ under D50, adapted by Bradford.
  private static func colorants(_ primaries: Primaries) -> [[Double]] {
    func xyz(_ point: (Double, Double)) -> [Double] {
      [point.0 / point.1, 1, (1 - point.0 - point.1) / point.1]
    }
    let columns = [xyz(primaries.red), xyz(primaries.green), xyz(primaries.blue)]
    let matrix = (0..<3).map { row in columns.map { $0[row] } }
    let white = xyz(primaries.white)
    let scale = product(inverse(matrix), white)
    let bradford = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    let from = product(bradford, white)
    let to = product(bradford, [0.9642, 1.0, 0.8249])
    let back = inverse(bradford)
    return (0..<3).map { index in
      let colour = columns[index].map { $0 * scale[index] }
      let cone = product(bradford, colour)
      return product(back, (0..<3).map { cone[$0] * to[$0] / from[$0] })
    }
  }

  private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  private static func inverse(_ m: [[Double]]) -> [[Double]] {
    func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { m[a][b] * m[c][d] - m[a][d] * m[c][b] }
    let determinant = m[0][0] * minor(1, 1, 2, 2) - m[0][1] * minor(1, 0, 2, 2) + m[0][2] * minor(1, 0, 2, 1)
    let adjugate = [
      [minor(1, 1, 2, 2), -minor(0, 1, 2, 2), minor(0, 1, 1, 2)],
      [-minor(1, 0, 2, 2), minor(0, 0, 2, 2), -minor(0, 0, 1, 2)],
      [minor(1, 0, 2, 1), -minor(0, 0, 2, 1), minor(0, 0, 1, 1)],
    ]
    return adjugate.map { $0.map { $0 / determinant } }
  }
}

/// From a stored value to light, both from 0 to 1 except where said.
enum TransferCurve {
  /// IEC 61966-2-1.
  static func sRGB(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
  }

  /// SMPTE ST 2084, in cd/m².
  static func perceptualQuantizer(_ value: Double) -> Double {
    let root = power(value, 32.0 / 2523.0)
    let light = max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)
    return 10_000 * power(light, 16_384.0 / 2610.0)
  }

  /// ARIB STD-B67 on a screen of 1,000 cd/m², in cd/m²; the system gamma of 1.2 for each channel by itself.
  static func hybridLogGamma(_ value: Double) -> Double {
    let scene =
      value <= 0.5 ? value * value / 3 : (exponential((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
    return 1000 * power(scene, 1.2)
  }

  /// Light that may be brighter than white, brought below it: as it is up to six tenths, then ever more slowly.
  static func rolledOff(_ light: Double) -> Double {
    let knee = 0.6
    return light <= knee ? light : knee + (1 - knee) * (1 - exponential(-(light - knee) / (1 - knee)))
  }

  static func power(_ base: Double, _ exponent: Double) -> Double {
    base <= 0 ? 0 : exponential(exponent * logarithm(base))
  }

  /// e to a power, without a mathematics library: halved until small, a series, squared back.
  static func exponential(_ value: Double) -> Double {
    var small = value
    var halvings = 0
    while abs(small) > 0.1 {
      small /= 2
      halvings += 1
    }
    var term = 1.0
    var sum = 1.0
    for index in 1...12 {
      term *= small / Double(index)
      sum += term
    }
    for _ in 0..<halvings { sum *= sum }
    return sum
  }

  /// The natural logarithm: the exponent apart, the rest by the series of the area tangent.
  static func logarithm(_ value: Double) -> Double {
    let mantissa = value.significand
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    var term = ratio
    var sum = 0.0
    for index in 0..<24 {
      sum += term / Double(2 * index + 1)
      term *= square
    }
    return 2 * sum + Double(value.exponent) * 0.693147180559945309417
  }
}

/// The tag table of a profile.
private struct ProfileTags {
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private func number(_ offset: Int) -> Int? {
    guard offset >= 0, offset + 4 <= bytes.count else { return nil }
    return Int(bytes[offset]) << 24 | Int(bytes[offset + 1]) << 16 | Int(bytes[offset + 2]) << 8
      | Int(bytes[offset + 3])
  }

  func place(_ tag: StaticString) -> Int? {
    guard let count = number(128) else { return nil }
    let wanted = Array(UnsafeBufferPointer(start: tag.utf8Start, count: tag.utf8CodeUnitCount))
    for index in 0..<min(count, 100) {
      let entry = 132 + index * 12
      guard entry + 12 <= bytes.count else { return nil }
      if bytes[entry..<(entry + 4)].elementsEqual(wanted) { return number(entry + 4) }
    }
    return nil
  }

  private func fixed(_ offset: Int) -> Double? {
    number(offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
  }

  func xyz(_ tag: StaticString) -> [Double]? {
    guard let place = place(tag), let x = fixed(place + 8), let y = fixed(place + 12),
      let z = fixed(place + 16)
    else { return nil }
    return [x, y, z]
  }

  /// The light that a curve gives for a value; nil for kinds that are not understood.
  func curve(_ tag: StaticString, at value: Double) -> Double? {
    guard let place = place(tag), place + 12 <= bytes.count else { return nil }
    if bytes[place..<(place + 4)].elementsEqual("curv".utf8) {
      guard let count = number(place + 8), count > 1, place + 12 + count * 2 <= bytes.count else {
        return nil
      }
      let position = value * Double(count - 1)
      let below = min(count - 2, Int(position))
      func sample(_ index: Int) -> Double {
        let at = place + 12 + index * 2
        return Double(Int(bytes[at]) << 8 | Int(bytes[at + 1])) / 65_535
      }
      let share = position - Double(below)
      return sample(below) * (1 - share) + sample(below + 1) * share
    }
    // Parametric type 3: Y = (aX + b)^g above d, cX below.
    guard bytes[place..<(place + 4)].elementsEqual("para".utf8), bytes[place + 8] == 0, bytes[place + 9] == 3,
      let g = fixed(place + 12), let a = fixed(place + 16), let b = fixed(place + 20),
      let c = fixed(place + 24),
      let d = fixed(place + 28)
    else { return nil }
    return value >= d ? TransferCurve.power(a * value + b, g) : c * value
  }
}

private func big32(_ number: UInt32) -> [UInt8] {
  [UInt8(number >> 24), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
}

/// s15Fixed16.
private func fixed(_ number: Double) -> [UInt8] {
  big32(UInt32(bitPattern: Int32((number * 65_536).rounded())))
}
