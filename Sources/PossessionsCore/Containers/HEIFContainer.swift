/// The parts of a HEIF or AVIF file (ISO/IEC 23008-12) that decide size, turn and colour of its primary picture, and
/// the places that old libheif stumbles over.
public struct HEIFContainer: Hashable, Sendable {
  /// The primary picture as coded, in pixels.
  public var coded: PixelSize
  /// After crop, rotation and mirror in the order of the file.
  public var shown: PixelSize
  /// The container's turn as an EXIF orientation, 1 to 8.
  public var orientation = 1
  public var bitsPerChannel = 8
  public var hasAlpha = false
  public var hasProfile = false
  public var codedColour: CodedColour?
  public var hasGainMap = false
  /// Pictures that are neither tiles, thumbnails nor auxiliary.
  public var pictureCount = 1
  /// Where the EXIF block's TIFF starts in the file, and how many bytes it has.
  public var exif: Range<Int>?
  /// File offsets of the four-character types of item references that libheif before 1.18 refuses: `cdsc` and `auxl`
  /// with more than one target, as iOS 18 writes them. Overwriting them with `unusedReference` makes it decode.
  public var repairs: [Int] = []

  /// How a copy of the file is changed so that a thumbnail of the primary picture becomes the primary picture; nil where
  /// it holds none, or the file was cut before it.
  public var thumbnailSwap: [Patch]?
  /// How many bytes the file has where nothing is cut off.
  public var wholeLength = 0

  /// Bytes to put in the place of as many.
  public struct Patch: Hashable, Sendable {
    public var offset: Int
    public var bytes: [UInt8]

    public init(offset: Int, bytes: [UInt8]) {
      self.offset = offset
      self.bytes = bytes
    }
  }

  /// A reference type that no reader knows.
  public static let unusedReference: [UInt8] = Array("zzzz".utf8)

  /// Nil where there is no readable `meta` box with a primary picture.
  public init?(_ source: any PictureBytes) {
    guard let meta = BoxList(source, from: 0, to: source.count, limit: 64).first("meta") else { return nil }
    // The box's version and flags come before what is in it. Its end may lie beyond a file that was cut.
    let boxes = BoxList(source, from: meta.body + 4, to: meta.end)
    guard let items = HEIFItems(source, boxes: boxes), let primary = items.primary else { return nil }
    guard let size = items.size(of: primary) else { return nil }
    coded = size
    shown = size
    for property in items.properties(of: primary) { apply(property, of: source) }
    let tiles = items.references.filter { $0.type == "dimg" && $0.from == primary }.flatMap(\.to)
    // A grid leaves depth, and often colour, to its tiles.
    if let tile = tiles.first {
      for property in items.properties(of: tile) { adopt(property, of: source) }
    }
    gatherRest(items, primary: primary, source: source)
  }

  // MARK: Properties

  /// Properties that describe or turn the primary picture, in their order.
  private mutating func apply(_ property: ISOBox, of source: any PictureBytes) {
    switch property.type {
    case "clap": applyCrop(property, of: source)
    case "irot":
      // Anticlockwise quarter turns.
      guard let turns = source.big(1, at: property.body) else { return }
      if turns & 1 == 1 { shown = shown.transposed }
      for _ in 0..<(turns & 3) {
        orientation = HEIFContainer.compose(orientation, [1: 8, 2: 5, 3: 6, 4: 7, 5: 4, 6: 1, 7: 2, 8: 3])
      }
    case "imir":
      // Axis 0 exchanges top and bottom in libheif 1.15's reading of the standard, axis 1 left and right.
      guard let axis = source.big(1, at: property.body) else { return }
      orientation =
        axis & 1 == 1
        ? HEIFContainer.compose(orientation, [1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7])
        : HEIFContainer.compose(orientation, [1: 4, 2: 3, 3: 2, 4: 1, 5: 8, 6: 7, 7: 6, 8: 5])
    default: adopt(property, of: source)
    }
  }

  private static func compose(_ orientation: Int, _ table: [Int: Int]) -> Int {
    table[orientation] ?? 1
  }

  /// `clap`: width and height as fractions; where they divide badly the crop is left out.
  private mutating func applyCrop(_ property: ISOBox, of source: any PictureBytes) {
    guard let wide = source.big(4, at: property.body), let wideBy = source.big(4, at: property.body + 4),
      let high = source.big(4, at: property.body + 8), let highBy = source.big(4, at: property.body + 12),
      wideBy > 0, highBy > 0
    else { return }
    let width = wide / wideBy
    let height = high / highBy
    if width > 0, width <= shown.width { shown.width = width }
    if height > 0, height <= shown.height { shown.height = height }
  }

  /// Properties that hold for tiles as well.
  private mutating func adopt(_ property: ISOBox, of source: any PictureBytes) {
    switch property.type {
    case "colr":
      guard let kind = source.fourCharacters(at: property.body) else { return }
      if kind == "prof" || kind == "rICC" { hasProfile = true }
      if kind == "nclx", codedColour == nil, let primaries = source.big(2, at: property.body + 4),
        let transfer = source.big(2, at: property.body + 6), let matrix = source.big(2, at: property.body + 8)
      {
        codedColour = CodedColour(primaries: primaries, transfer: transfer, matrix: matrix)
      }
    case "pixi":
      if let bits = source.big(1, at: property.body + 5) { bitsPerChannel = max(bitsPerChannel, bits) }
    case "hvcC":
      if let bits = source.big(1, at: property.body + 17) {
        bitsPerChannel = max(bitsPerChannel, 8 + bits & 7)
      }
    case "av1C":
      if let flags = source.big(1, at: property.body + 2), flags & 0x40 != 0 {
        bitsPerChannel = max(bitsPerChannel, flags & 0x20 != 0 ? 12 : 10)
      }
    default: break
    }
  }

  // MARK: Items beside the primary one

  private mutating func gatherRest(_ items: HEIFItems, primary: Int, source: any PictureBytes) {
    let tiles = Set(items.references.filter { $0.type == "dimg" }.flatMap(\.to))
    let below = Set(items.references.filter { $0.type == "thmb" || $0.type == "auxl" }.map(\.from))
    let pictures = items.types.filter { id, type in
      ["hvc1", "av01", "grid", "iden", "iovl", "jpeg"].contains(type) && !tiles.contains(id)
        && !below.contains(id) && !items.hidden.contains(id)
    }
    pictureCount = max(1, pictures.count)
    hasGainMap = items.types.values.contains("tmap")
    for reference in items.references where reference.type == "auxl" {
      for property in items.properties(of: reference.from) where property.type == "auxC" {
        let bytes = source.bytes(at: property.body + 4, count: min(128, property.end - property.body - 4))
        let kind = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        if kind.hasSuffix(":hdrgainmap") { hasGainMap = true }
        if reference.to.contains(primary), kind.hasSuffix(":alpha") || kind == "urn:mpeg:hevc:2015:auxid:1" {
          hasAlpha = true
        }
      }
    }
    repairs = items.references.filter { ($0.type == "cdsc" || $0.type == "auxl") && $0.to.count > 1 }.map(
      \.place)
    if let reference = items.references.first(where: { $0.type == "thmb" && $0.to.contains(primary) }),
      let place = items.primaryPlace, let data = items.place(of: reference.from),
      data.upperBound <= source.count
    {
      let item = reference.from
      let number = UInt32(truncatingIfNeeded: item)
      let bytes = [24, 16, 8, 0].map { UInt8(number >> UInt32($0) & 255) }.suffix(place.count)
      thumbnailSwap = [
        Patch(offset: place.lowerBound, bytes: Array(bytes)),
        Patch(offset: reference.place, bytes: HEIFContainer.unusedReference),
      ]
    }
    wholeLength = items.endOfData
    let described = items.references.first {
      $0.type == "cdsc" && items.types[$0.from] == "Exif" && $0.to.contains(primary)
    }
    guard let item = described?.from ?? items.types.first(where: { $0.value == "Exif" })?.key,
      let place = items.place(of: item), place.count > 8, let skipped = source.big(4, at: place.lowerBound),
      skipped < place.count - 8
    else { return }
    exif = (place.lowerBound + 4 + skipped)..<place.upperBound
  }
}

/// Items of a `meta` box, with what refers to what.
private struct HEIFItems {
  struct Reference {
    var type: String
    var from: Int
    var to: [Int]
    /// Where its type stands in the file.
    var place: Int
  }

  let source: any PictureBytes
  var primary: Int?
  /// Where the primary item's number stands.
  var primaryPlace: Range<Int>?
  /// Where the last item ends, whether or not the file reaches so far.
  var endOfData = 0
  var types: [Int: String] = [:]
  var hidden: Set<Int> = []
  var references: [Reference] = []
  private var propertyBoxes: [ISOBox] = []
  private var associations: [Int: [Int]] = [:]
  private var places: [Int: Range<Int>] = [:]

  init?(_ source: any PictureBytes, boxes: BoxList) {
    self.source = source
    readPrimary(boxes)
    readInformation(boxes)
    readReferences(boxes)
    readProperties(boxes)
    readPlaces(boxes)
    guard primary != nil else { return nil }
  }

  /// In the order of association, which is the order of transforms.
  func properties(of item: Int) -> [ISOBox] {
    (associations[item] ?? []).compactMap { index in
      propertyBoxes.indices.contains(index - 1) ? propertyBoxes[index - 1] : nil
    }
  }

  func size(of item: Int) -> PixelSize? {
    for property in properties(of: item) where property.type == "ispe" {
      guard let width = source.big(4, at: property.body + 4),
        let height = source.big(4, at: property.body + 8)
      else { return nil }
      return PixelSize(width: width, height: height)
    }
    return nil
  }

  func place(of item: Int) -> Range<Int>? { places[item] }

  // MARK: Reading

  private mutating func readPrimary(_ boxes: BoxList) {
    guard let box = boxes.first("pitm"), let version = source.big(1, at: box.body) else { return }
    let width = version == 0 ? 2 : 4
    primary = source.big(width, at: box.body + 4)
    primaryPlace = (box.body + 4)..<(box.body + 4 + width)
  }

  private mutating func readInformation(_ boxes: BoxList) {
    guard let box = boxes.first("iinf"), let version = source.big(1, at: box.body) else { return }
    let start = box.body + 4 + (version == 0 ? 2 : 4)
    for entry in BoxList(source, from: start, to: box.end, limit: 65_536).boxes where entry.type == "infe" {
      guard let version = source.big(1, at: entry.body), version >= 2,
        let flags = source.big(3, at: entry.body + 1),
        let item = source.big(version == 2 ? 2 : 4, at: entry.body + 4),
        let type = source.fourCharacters(at: entry.body + (version == 2 ? 8 : 10))
      else { continue }
      types[item] = type
      if flags & 1 == 1 { hidden.insert(item) }
    }
  }

  private mutating func readReferences(_ boxes: BoxList) {
    guard let box = boxes.first("iref"), let version = source.big(1, at: box.body) else { return }
    let width = version == 0 ? 2 : 4
    for entry in BoxList(source, from: box.body + 4, to: box.end, limit: 65_536).boxes {
      guard let from = source.big(width, at: entry.body), let count = source.big(2, at: entry.body + width)
      else {
        continue
      }
      let list = source.bytes(at: entry.body + width + 2, count: count * width)
      let to = stride(from: 0, to: list.count - width + 1, by: width).map { start in
        list[start..<(start + width)].reduce(0) { $0 << 8 | Int($1) }
      }
      references.append(Reference(type: entry.type, from: from, to: to, place: entry.start + 4))
    }
  }

  private mutating func readProperties(_ boxes: BoxList) {
    guard let box = boxes.first("iprp") else { return }
    let inner = BoxList(source, from: box.body, to: box.end)
    if let container = inner.first("ipco") {
      propertyBoxes = BoxList(source, from: container.body, to: container.end, limit: 65_536).boxes
    }
    for map in inner.boxes where map.type == "ipma" {
      // Read at once: grids have hundreds of entries.
      let bytes = source.bytes(at: map.body, count: min(map.end - map.body, 1 << 20))
      guard bytes.count >= 8 else { continue }
      let idWidth = bytes[0] == 0 ? 2 : 4
      let isWide = bytes[3] & 1 == 1
      var offset = 8
      func take(_ count: Int) -> Int? {
        guard offset + count <= bytes.count else { return nil }
        defer { offset += count }
        return bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
      }
      entries: while let item = take(idWidth), let count = take(1) {
        for _ in 0..<count {
          guard let association = take(isWide ? 2 : 1) else { break entries }
          // The top bit says "essential".
          associations[item, default: []].append(association & (isWide ? 0x7FFF : 0x7F))
        }
      }
    }
  }

  /// Items of one extent, in the file or in `idat`; others are not needed here.
  private mutating func readPlaces(_ boxes: BoxList) {
    guard let box = boxes.first("iloc") else { return }
    let bytes = MemoryBytes(source.bytes(at: box.body, count: min(box.end - box.body, 1 << 22)))
    guard let version = bytes.big(1, at: 0), let widths = bytes.big(2, at: 4) else { return }
    let offsetWidth = widths >> 12
    let lengthWidth = widths >> 8 & 15
    let baseWidth = widths >> 4 & 15
    let indexWidth = version >= 1 ? widths & 15 : 0
    var at = 6
    func take(_ count: Int) -> Int? {
      guard count > 0 else { return 0 }
      guard count <= 8, let value = bytes.big(count, at: at) else { return nil }
      at += count
      return value
    }
    guard let count = take(version < 2 ? 2 : 4) else { return }
    for _ in 0..<min(count, 65_536) {
      guard let item = take(version < 2 ? 2 : 4), let method = version >= 1 ? take(2).map({ $0 & 15 }) : 0,
        take(2) != nil, let base = take(baseWidth), let extents = take(2)
      else { return }
      for extent in 0..<extents {
        guard take(indexWidth) != nil, let offset = take(offsetWidth), let length = take(lengthWidth) else {
          return
        }
        let origin = method == 0 ? 0 : boxes.first("idat")?.body ?? 0
        let start = base.addingReportingOverflow(offset)
        guard method <= 1, !start.overflow, start.partialValue < 1 << 40, length < 1 << 40 else { continue }
        let first = start.partialValue + origin
        endOfData = max(endOfData, first + length)
        guard extent == 0, extents == 1, first <= source.count, length <= source.count else { continue }
        places[item] = first..<(first + length)
      }
    }
  }
}

extension PictureHeader {
  init?(heif source: any PictureBytes, as mediaType: MediaType) {
    guard let container = HEIFContainer(source) else { return nil }
    self.init(mediaType: mediaType, coded: container.coded)
    heif = container
    shown = container.shown
    pageCount = container.pictureCount
    bitsPerChannel = container.bitsPerChannel
    channels = container.hasAlpha ? 4 : 3
    codedColour = container.hasProfile ? nil : container.codedColour
    hasGainMap = container.hasGainMap
    exif = container.exif
    if let place = container.exif {
      orientation = ExifBlock(ByteWindow(source, start: place.lowerBound, count: place.count))?.orientation
    }
  }
}
