/// Dates and positions as metadata writes them in text. Nothing is guessed: what does not read as a date or a position
/// is none.

extension CaptureTime {
  /// Reads `2015:04:10 20:12:23` and what cameras and editors make of it: dashes, slashes or dots in the date, `T` for
  /// the space, no seconds, a fraction, a zone at the end. Nil for anything else, for all zeros, and for days that are
  /// not in the calendar.
  ///
  /// - Parameters:
  ///   - fraction: the field for parts of a second (SubSecTimeOriginal), digits.
  ///   - zone: the field for the offset (OffsetTimeOriginal), `+02:00`.
  public init?(metadata text: String, fraction: String? = nil, zone: String? = nil) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(digits: 4), scanner.skip(":-/."), let month = scanner.number(digits: 2),
      scanner.skip(":-/."), let day = scanner.number(digits: 2),
      let date = PartialDate(year: year, month: month, day: day), scanner.skip(" Tt"),
      let hour = scanner.number(digits: 2), scanner.skip(":"), let minute = scanner.number(digits: 2),
      (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    var second = 0
    var digits = ""
    if scanner.skip(":") {
      // 60 is a leap second.
      guard let value = scanner.number(digits: 2), (0...60).contains(value) else { return nil }
      second = value
      if scanner.skip(".,") { digits = scanner.digits(atMost: 9) }
    }
    if digits.isEmpty, let fraction {
      var parts = DigitScanner(fraction)
      digits = parts.digits(atMost: 9)
    }
    let minutes = CaptureTime.zoneMinutes(scanner.rest) ?? zone.flatMap { CaptureTime.zoneMinutes($0) }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var clock = "\(date)T\(two(hour)):\(two(minute)):\(two(second))"
    if digits.contains(where: { $0 != "0" }) { clock += "." + digits }
    self.init(wallClock: clock, zoneMinutes: minutes)
  }

  /// Minutes east of UTC: `+02:00`, `-0800`, `+2`, `Z`. Nil for anything else and beyond 18 hours.
  public static func zoneMinutes(_ text: some StringProtocol) -> Int? {
    var scanner = DigitScanner(text)
    _ = scanner.skip(" ")
    if scanner.skip("Zz") { return 0 }
    let isNegative = scanner.peek == UInt8(ascii: "-")
    guard scanner.skip("+-") else { return nil }
    let digits = scanner.digits(atMost: 4)
    guard !digits.isEmpty, let number = Int(digits) else { return nil }
    var hours = number
    var minutes = 0
    if digits.utf8.count > 2 {
      hours = number / 100
      minutes = number % 100
    } else if scanner.skip(":") {
      guard let value = Int(scanner.digits(atMost: 2)) else { return nil }
      minutes = value
    }
    guard hours <= 18, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (isNegative ? -1 : 1)
  }
}

/// Degrees from metadata.
public enum Coordinate {
  /// Reads EXIF's three rationals, `39/1 3/1 547/100`, with its hemisphere.
  ///
  /// - Parameter limit: 90 for latitudes, 180 for longitudes; beyond it there is no position.
  public static func degrees(exif text: String, hemisphere: String?, limit: Double) -> Double? {
    let parts = text.split(separator: " ").prefix(3).map { fraction(String($0)) }
    guard let first = parts.first, let whole = first else { return nil }
    var degrees = whole
    for (index, part) in parts.dropFirst().enumerated() {
      // Missing minutes or seconds (0/0) leave the rest; numbers beyond 60 are no minutes.
      guard let part else { continue }
      guard (0...60).contains(part) else { return nil }
      degrees += part / (index == 0 ? 60 : 3600)
    }
    return signed(degrees, hemisphere: hemisphere, limit: limit)
  }

  /// Reads XMP's `37,46.494N` and `37,46,29.64N`.
  public static func degrees(xmp text: String, limit: Double) -> Double? {
    guard let last = text.last, "NSEWnsew".contains(last) else { return nil }
    let parts = text.dropLast().split(separator: ",").map { Double($0) }
    guard (1...3).contains(parts.count), let first = parts.first, var degrees = first else { return nil }
    for (index, part) in parts.dropFirst().enumerated() {
      guard let part, (0...60).contains(part) else { return nil }
      degrees += part / (index == 0 ? 60 : 3600)
    }
    return signed(degrees, hemisphere: String(last), limit: limit)
  }

  private static func signed(_ degrees: Double, hemisphere: String?, limit: Double) -> Double? {
    guard degrees.isFinite, degrees >= 0, degrees <= limit else { return nil }
    let isNegative = hemisphere.map { "SsWw".contains($0.first ?? " ") } ?? false
    return isNegative && degrees != 0 ? -degrees : degrees
  }

  /// `547/100` or a plain number; nil with a zero below the line.
  public static func fraction(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let top = parts.first.flatMap({ Double($0) }), top.isFinite else { return nil }
    guard parts.count > 1 else { return parts.count == 1 ? top : nil }
    guard parts.count == 2, let bottom = Double(parts[1]), bottom != 0, bottom.isFinite else { return nil }
    return top / bottom
  }
}

/// Walks over ASCII text by digits and separators.
private struct DigitScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8.drop { $0 == 0x20 })
  }

  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }
  var rest: String { String(decoding: bytes[index...], as: UTF8.self) }

  /// Steps over one byte that is among those given.
  mutating func skip(_ among: StaticString) -> Bool {
    guard let byte = peek else { return false }
    let wanted = UnsafeBufferPointer(start: among.utf8Start, count: among.utf8CodeUnitCount)
    guard wanted.contains(byte) else { return false }
    index += 1
    return true
  }

  /// A number of exactly so many digits, or one fewer where a separator follows.
  mutating func number(digits count: Int) -> Int? {
    let start = index
    let text = digits(atMost: count)
    guard text.utf8.count == count || (count == 2 && text.utf8.count == 1) else {
      index = start
      return nil
    }
    return Int(text)
  }

  mutating func digits(atMost count: Int) -> String {
    let found = bytes[index...].prefix(count).prefix { (0x30...0x39).contains($0) }
    index += found.count
    return String(decoding: found, as: UTF8.self)
  }
}
