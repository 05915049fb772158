import PossessionsCore
import Testing

@Suite struct ExifTextTests {
  struct TimeCase: Sendable, CustomStringConvertible {
    var text: String
    var fraction: String?
    var zone: String?
    var time: String?
    var description: String { "\(text) \(fraction ?? "") \(zone ?? "")" }
  }

  @Test(arguments: [
    TimeCase(text: "2015:04:10 20:12:23", time: "2015-04-10T20:12:23"),
    TimeCase(text: "2015:04:10 20:12:23", fraction: "550", time: "2015-04-10T20:12:23.550"),
    TimeCase(text: "2015:04:10 20:12:23", fraction: "000", time: "2015-04-10T20:12:23"),
    TimeCase(text: "2015:04:10 20:12:23", fraction: "  ", time: "2015-04-10T20:12:23"),
    TimeCase(text: "2022:02:16 12:55:41", zone: "+01:00", time: "2022-02-16T12:55:41+01:00"),
    TimeCase(text: "2022:02:16 12:55:41", zone: "Z", time: "2022-02-16T12:55:41Z"),
    TimeCase(text: "2022:02:16 12:55:41", zone: "-0330", time: "2022-02-16T12:55:41-03:30"),
    TimeCase(text: "2022:02:16 12:55:41", zone: "   :  ", time: "2022-02-16T12:55:41"),
    TimeCase(text: "2022:02:16 12:55:41", zone: "+99:00", time: "2022-02-16T12:55:41"),
    // XMP's own form carries fraction and zone; a field beside it does not override them.
    TimeCase(text: "2017-03-13T23:03:09.5-07:00", zone: "+01:00", time: "2017-03-13T23:03:09.5-07:00"),
    TimeCase(text: "2017-03-13T23:03Z", time: "2017-03-13T23:03:00Z"),
    TimeCase(text: "2010/08/13 21:00:01", time: "2010-08-13T21:00:01"),
    TimeCase(text: "2016:2:9 7:05:00", time: "2016-02-09T07:05:00"),
    TimeCase(text: "2016:02:29 23:59:60", time: "2016-02-29T23:59:60"),
    TimeCase(text: "0000:00:00 00:00:00"), TimeCase(text: "    :  :     :  :  "), TimeCase(text: ""),
    TimeCase(text: "2015:02:29 10:00:00"), TimeCase(text: "2015:13:01 10:00:00"),
    TimeCase(text: "2015:04:10"), TimeCase(text: "2015:04:10 24:00:00"), TimeCase(text: "10.04.2015 20:12"),
  ]) func readsTimes(_ row: TimeCase) {
    let time = CaptureTime(metadata: row.text, fraction: row.fraction, zone: row.zone)
    #expect(time?.description == row.time)
    if let time { #expect(CaptureTime(time.description) == time) }
  }

  @Test(arguments: [
    ("40/1 26/1 4910/100", "N", 90.0, 40.446972), ("33/1 51/1 24480/1000", "S", 90, -33.8568),
    ("122/1 25/1 46051/1000", "W", 180, -122.429459), ("0/1 0/1 0/1", "N", 90, 0),
    ("0/1 0/1 0/1", "S", 90, 0),
    ("45/1 32638/1000 0/0", "N", 90, 45.543967), ("12345678/1000000 0/1 0/1", "E", 180, 12.345678),
  ]) func readsEXIFDegrees(text: String, hemisphere: String, limit: Double, degrees: Double) throws {
    let found = try #require(Coordinate.degrees(exif: text, hemisphere: hemisphere, limit: limit))
    #expect(abs(found - degrees) < 1e-6)
  }

  @Test(arguments: [
    ("4294967295/1 0/1 0/1", 90.0), ("91/1 0/1 0/1", 90), ("181/1 0/1 0/1", 180), ("NaN,0,0.00", 180),
    ("", 90),
    ("0/0 0/0 0/0", 90), ("10/1 61/1 0/1", 90), ("-10/1 0/1 0/1", 90), ("nan inf 1/1", 90),
  ]) func refusesWhatIsNoPosition(text: String, limit: Double) {
    #expect(Coordinate.degrees(exif: text, hemisphere: "N", limit: limit) == nil)
  }

  @Test(arguments: [
    ("37,46.494N", 90.0, 37.7749), ("122,25.164W", 180, -122.4194), ("37,46,29.64N", 90, 37.7749),
  ]) func readsXMPDegrees(text: String, limit: Double, degrees: Double) throws {
    let found = try #require(Coordinate.degrees(xmp: text, limit: limit))
    #expect(abs(found - degrees) < 1e-6)
    #expect(Coordinate.degrees(xmp: String(text.dropLast()), limit: limit) == nil)
  }
}
