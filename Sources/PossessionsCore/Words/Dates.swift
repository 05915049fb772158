/// A calendar day, month or year, without time or zone: the same in every time zone.
public struct PartialDate: Hashable, Sendable, Codable, CustomStringConvertible {
  public let year: Int
  public let month: Int?
  public let day: Int?

  /// Nil where the day is none of the Gregorian calendar, or a day comes without a month.
  public init?(year: Int, month: Int? = nil, day: Int? = nil) {
    guard (1...9999).contains(year) else { return nil }
    if let month {
      guard (1...12).contains(month) else { return nil }
      if let day {
        guard (1...PartialDate.days(inMonth: month, of: year)).contains(day) else { return nil }
      }
    } else if day != nil {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, and nothing else.
  public init?(iso text: some StringProtocol) {
    let parts = text.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
    func number(_ part: Substring.UTF8View.SubSequence, digits: Int) -> Int? {
      guard part.count == digits, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    let pieces = parts.map { Substring(decoding: $0, as: UTF8.self).utf8 }
    guard (1...3).contains(pieces.count), let year = number(pieces[0], digits: 4) else { return nil }
    var month: Int?
    var day: Int?
    if pieces.count > 1 {
      guard let value = number(pieces[1], digits: 2) else { return nil }
      month = value
    }
    if pieces.count > 2 {
      guard let value = number(pieces[2], digits: 2) else { return nil }
      day = value
    }
    self.init(year: year, month: month, day: day)
  }

  /// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, at the precision that is known.
  public var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    var text = padded(year, 4)
    if let month { text += "-" + padded(month, 2) }
    if let day { text += "-" + padded(day, 2) }
    return text
  }

  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  public static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = PartialDate(iso: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date: \(text)")
    }
    self = date
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// When the camera says that a picture was taken: its wall clock as written, and the zone where the file gives one.
///
/// Nothing is converted: a time without a zone stays without one.
public struct CaptureTime: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// `YYYY-MM-DDTHH:MM:SS`, with `.fff` where the file gives fractions.
  public let wallClock: String
  /// Minutes east of UTC; nil where the file does not say.
  public let zoneMinutes: Int?

  public init(wallClock: String, zoneMinutes: Int? = nil) {
    self.wallClock = wallClock
    self.zoneMinutes = zoneMinutes
  }

  /// The wall clock with the zone after it: `2022-02-16T12:55:41+01:00`. `Z` where the zone is UTC.
  public var description: String {
    guard let zoneMinutes else { return wallClock }
    if zoneMinutes == 0 { return wallClock + "Z" }
    let magnitude = abs(zoneMinutes)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return wallClock + (zoneMinutes < 0 ? "-" : "+") + two(magnitude / 60) + ":" + two(magnitude % 60)
  }

  /// Reads what `description` writes.
  public init?(_ text: String) {
    guard text.utf8.count >= 19 else { return nil }
    if text.hasSuffix("Z") {
      self.init(wallClock: String(text.dropLast()), zoneMinutes: 0)
      return
    }
    let utf8 = Array(text.utf8)
    if utf8.count >= 25, utf8[utf8.count - 3] == 0x3A, [0x2B, 0x2D].contains(utf8[utf8.count - 6]) {
      let zone = text.suffix(6)
      guard let hours = Int(zone.dropFirst().prefix(2)), let minutes = Int(zone.suffix(2)) else {
        return nil
      }
      let offset = hours * 60 + minutes
      self.init(wallClock: String(text.dropLast(6)), zoneMinutes: zone.first == "-" ? -offset : offset)
      return
    }
    self.init(wallClock: text)
  }

  /// Order of wall clocks, as a camera's own shots follow each other.
  public static func < (left: CaptureTime, right: CaptureTime) -> Bool {
    (left.wallClock, left.zoneMinutes ?? 0) < (right.wallClock, right.zoneMinutes ?? 0)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let time = CaptureTime(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a capture time: \(text)")
    }
    self = time
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
