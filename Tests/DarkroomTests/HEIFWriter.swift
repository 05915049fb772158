import Foundation

/// Writes HEIF and AVIF files box by box, so that a test says exactly what stands in one: turns, references, colours,
/// which picture is the primary one. The coded pictures were made with heif-enc 1.15.1 (x265, AOM) from drawn ones.
struct HEIFWriter {
  struct Item {
    var id: Int
    var type: String
    var data: [UInt8]
    /// Whole boxes, in the order of their association.
    var properties: [[UInt8]] = []
  }

  var items: [Item]
  var primary = 1
  var references: [(type: String, from: Int, to: [Int])] = []
  var brand = "heic"

  static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
    MediaBytes.big(body.count + 8, 4) + Array(type.utf8) + body
  }

  static func full(_ type: String, _ body: [UInt8], version: Int = 0, flags: Int = 0) -> [UInt8] {
    box(type, [UInt8(version)] + MediaBytes.big(flags, 3) + body)
  }

  static func size(_ width: Int, _ height: Int) -> [UInt8] {
    full("ispe", MediaBytes.big(width, 4) + MediaBytes.big(height, 4))
  }

  /// Anticlockwise quarter turns.
  static func turn(_ quarters: Int) -> [UInt8] { box("irot", [UInt8(quarters)]) }
  static func mirror(_ axis: Int) -> [UInt8] { box("imir", [UInt8(axis)]) }

  /// A crop of whole pixels, its centre shifted from the picture's by halves of pixels.
  static func crop(_ width: Int, _ height: Int, shiftX: Int = 0, shiftY: Int = 0) -> [UInt8] {
    func signed(_ value: Int) -> [UInt8] { MediaBytes.big(value & 0xFFFF_FFFF, 4) }
    return box(
      "clap",
      MediaBytes.big(width, 4) + MediaBytes.big(1, 4) + MediaBytes.big(height, 4) + MediaBytes.big(1, 4)
        + signed(shiftX) + MediaBytes.big(2, 4) + signed(shiftY) + MediaBytes.big(2, 4))
  }

  static func colour(_ primaries: Int, _ transfer: Int, _ matrix: Int) -> [UInt8] {
    box(
      "colr",
      Array("nclx".utf8) + MediaBytes.big(primaries, 2) + MediaBytes.big(transfer, 2)
        + MediaBytes.big(matrix, 2)
        + [0x80])
  }

  static func exif(_ id: Int, orientation: Int) -> Item {
    Item(id: id, type: "Exif", data: [0, 0, 0, 0] + Original.exif(orientation: orientation))
  }

  func bytes() -> [UInt8] {
    let start = HEIFWriter.box("ftyp", Array(brand.utf8) + [0, 0, 0, 0] + Array("mif1\(brand)".utf8))
    // Offsets have a fixed width, so a first round tells how long everything is.
    let length = start.count + meta(dataStart: 0).count + 8
    return start + meta(dataStart: length) + HEIFWriter.box("mdat", items.flatMap(\.data))
  }

  private func meta(dataStart: Int) -> [UInt8] {
    let handler = HEIFWriter.full(
      "hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    let primaryBox = HEIFWriter.full("pitm", MediaBytes.big(primary, 2))
    var offset = dataStart
    var places: [UInt8] = []
    for item in items {
      places += MediaBytes.big(item.id, 2) + [0, 0, 0, 1] + MediaBytes.big(offset, 4)
      places += MediaBytes.big(item.data.count, 4)
      offset += item.data.count
    }
    let locations = HEIFWriter.full("iloc", [0x44, 0x00] + MediaBytes.big(items.count, 2) + places)
    let entries = items.map { item in
      HEIFWriter.full("infe", MediaBytes.big(item.id, 2) + [0, 0] + Array(item.type.utf8) + [0], version: 2)
    }
    let information = HEIFWriter.full("iinf", MediaBytes.big(items.count, 2) + entries.flatMap { $0 })
    let lines = references.map { reference in
      HEIFWriter.box(
        reference.type,
        MediaBytes.big(reference.from, 2) + MediaBytes.big(reference.to.count, 2)
          + reference.to.flatMap { MediaBytes.big($0, 2) })
    }
    let referenceBox = references.isEmpty ? [] : HEIFWriter.full("iref", lines.flatMap { $0 })
    let all = items.flatMap(\.properties)
    var number = 0
    let associations = items.filter { !$0.properties.isEmpty }.map { item -> [UInt8] in
      var entry = MediaBytes.big(item.id, 2) + [UInt8(item.properties.count)]
      for property in item.properties {
        number += 1
        // Configurations and transforms are essential.
        let name = String(decoding: property[4..<8], as: UTF8.self)
        entry.append(UInt8(number) | (["ispe", "colr"].contains(name) ? 0 : 0x80))
      }
      return entry
    }
    let properties = HEIFWriter.box(
      "iprp",
      HEIFWriter.box("ipco", all.flatMap { $0 })
        + HEIFWriter.full("ipma", MediaBytes.big(associations.count, 4) + associations.flatMap { $0 }))
    return HEIFWriter.full(
      "meta", handler + primaryBox + locations + information + referenceBox + properties)
  }

  // MARK: Coded pictures

  private static func data(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }

  /// Four quarters, 64x64: as `Original.quarters`.
  static func quarters(_ id: Int, _ properties: [[UInt8]] = []) -> Item {
    Item(id: id, type: "hvc1", data: quartersData, properties: [configuration, size(64, 64)] + properties)
  }

  /// One orange, 64x64.
  static func flat(_ id: Int, _ properties: [[UInt8]] = []) -> Item {
    Item(id: id, type: "hvc1", data: flatData, properties: [configuration, size(64, 64)] + properties)
  }

  /// 10 bits, 96x64: black above to white below.
  static func ramp(_ id: Int, _ properties: [[UInt8]] = []) -> Item {
    Item(id: id, type: "hvc1", data: rampData, properties: [rampConfiguration, size(96, 64)] + properties)
  }

  /// The quarters in AV1.
  static func quartersAV1(_ id: Int, _ properties: [[UInt8]] = []) -> Item {
    Item(
      id: id, type: "av01", data: quartersAV1Data, properties: [av1Configuration, size(64, 64)] + properties)
  }

  private static let configuration = data(
    "AAAAeGh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACtCAQEDcAAAAwCQAAADAAADAB6gIIEF"
      + "lupJKa5uBAQMCAAAAwAIAAADAAhAIgABAAdEAcFysCJA")
  private static let quartersData = data(
    "AAAAPCgBrwW4VmY3Xf7TGz//72r+h/oZ+Zn7+p+f//Ovf//kdeUc7+cOaN+wH7f/zTDttPf9vX7/+E6PXxvVQA==")
  private static let flatData = data("AAAAGSgBrxOA5qhw07/6VUf/4EGeHzwxLSeb98A=")
  private static let rampConfiguration = data(
    "AAAAdmh2Y0MBBAgAAAAAAAAAAAAe8AD8/fr6AAAPAyAAAQAXQAEMAf//BAgAAAMAnbgAAAMAAB66AkAhAAEAKkIBAQQIAAADAJ24AAADAAAeoDCBBNlu"
      + "pJKa5uBAQMCAAAADAIAAAAMAhCIAAQAHRAHBcrAiQA==")
  private static let rampData = data(
    "AAAAcCgBrwW4OzNKCvaQbWv7mdCJH66/FA/TRBE1lZZCXd8GvxfKz5nXQQ0X3+hn8v1XeaDBWLHU5jSsY/Rc82CmTrbaRrYyesPdHO8D71R9P7TbEL8Z"
      + "DtAcjZYYquckT3cvRKFowETg5IfIsWaHkS5Vo2w=")
  private static let av1Configuration = data("AAAADGF2MUOBAAwA")
  private static let quartersAV1Data = data(
    "EgAKCRgVf/2CBAQNCDIuEkABBBBEALRVVQeJMlUA+k32CuHvlmf0SLEYM3Yy78N3rxdMBQSnn7gQ9GIOYA==")
}
