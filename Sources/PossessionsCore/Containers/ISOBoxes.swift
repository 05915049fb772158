/// Boxes of ISO base media files (ISO/IEC 14496-12, 4.2): a size, four characters, a body.
struct ISOBox {
  var type: String
  /// Offsets in the source.
  var start: Int
  var body: Int
  var end: Int
}

/// The boxes in a part of a source, read as far as they make sense.
struct BoxList {
  var boxes: [ISOBox] = []

  init(_ source: any PictureBytes, from start: Int, to end: Int, limit: Int = 4096) {
    var offset = start
    let end = min(end, source.count)
    while boxes.count < limit, offset + 8 <= end {
      guard var size = source.big(4, at: offset), let code = source.exactly(4, at: offset + 4) else { return }
      var header = 8
      if size == 1 {
        guard let large = source.big(8, at: offset + 8) else { return }
        size = large
        header = 16
      } else if size == 0 {
        size = end - offset
      }
      guard size >= header, size <= source.count else { return }
      boxes.append(
        ISOBox(
          type: String(decoding: code, as: UTF8.self), start: offset, body: offset + header,
          end: min(offset + size, end)))
      offset += size
    }
  }

  func first(_ type: String) -> ISOBox? { boxes.first { $0.type == type } }
}
