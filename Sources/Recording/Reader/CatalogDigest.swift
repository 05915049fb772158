// The canonical dump: everything that the catalog says, one JSON line for each row, in a fixed order, without run
// ids, times and what can be made again. Two catalogs with equal dumps say the same. Its SHA-256 is the digest
// of the catalog; the dump itself is `catalog.jsonl` of an export, from which a catalog can be rebuilt.
import Files
public import PossessionsCore

extension CatalogReader {
  /// SHA-256 of the canonical dump.
  public func digest() throws(Failure) -> SHA256Digest {
    var hasher = SHA256Hasher()
    try dump { (line) throws(Failure) in hasher.update(line) }
    return hasher.finish()
  }

  /// Calls `body` with each line of the canonical dump, its line feed at its end.
  public func dump(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    try body(Array("\(dumpHeader)\n".utf8))
    var line: [UInt8] = []
    for table in DumpedTable.all {
      let names = table.columns.map { Array(",\"\($0.name)\":".utf8) }
      let start = Array("{\"table\":\"\(table.name)\"".utf8)
      try connection.forEach(table.query) { (row) throws(Failure) in
        line.removeAll(keepingCapacity: true)
        line += start
        for (index, column) in table.columns.enumerated() where !row.isNull(index) {
          line += names[index]
          append(row, index, column.form, to: &line)
        }
        line += [0x7D, 0x0A]
        try body(line)
      }
    }
  }

  private func append(_ row: Row, _ index: Int, _ form: DumpedTable.Form, to line: inout [UInt8]) {
    switch form {
    case .json: line += row.bytes(index)
    case .flag: line += Array((row.integer(index) != 0 ? "true" : "false").utf8)
    case .plain:
      if row.isInteger(index) {
        line += Array(String(row.integer(index)).utf8)
        return
      }
      let bytes = row.bytes(index)
      if row.isBlob(index), BytePath(Array(bytes)).text == nil {
        line += Array("{\"hex\":\"\(hexadecimal(bytes))\"}".utf8)
      } else {
        appendJSONString(bytes, to: &line)
      }
    }
  }
}

/// The first line of a dump.
let dumpHeader = "{\"possessions-catalog\":1}"

/// A table of the dump: its columns in order and how each stands in JSON.
struct DumpedTable {
  enum Form {
    /// Text, number, or null as they are; a blob as `{"hex": …}`.
    case plain
    /// A column that holds JSON goes in as JSON.
    case json
    case flag
  }
  struct Column {
    var name: String
    /// An SQL expression.
    var expression: String
    var form: Form

    init(_ name: String, _ form: Form = .plain, _ expression: String? = nil) {
      self.name = name
      self.expression = expression ?? name
      self.form = form
    }
  }
  var name: String
  var columns: [Column]
  var order: String

  var query: String {
    "SELECT \(columns.map(\.expression).joined(separator: ", ")) FROM \(name) ORDER BY \(order)"
  }

  static let all: [DumpedTable] = [
    DumpedTable(
      name: "image",
      columns: [
        Column("image_key"), Column("sha256"), Column("byte_size"), Column("media_type"), Column("width"),
        Column("height"), Column("captured_at"), Column("original_name"), Column("path"), Column("state"),
        Column("perceptual_hash"), Column("edited_image_key"), Column("metadata", .json),
      ], order: "image_key"),
    DumpedTable(
      name: "source_file",
      columns: [
        Column("root"), Column("path"), Column("size"), Column("image_key"), Column("findings", .json),
      ],
      order: "root, path"),
    DumpedTable(
      name: "possession",
      columns: [Column("item_id"), Column("status")] + plainFields.map { Column($0.column) } + [
        Column("date_created", .plain, "CASE WHEN date_created_is_assumed THEN NULL ELSE date_created END"),
        Column("source_text", .json), Column("extra", .json),
      ], order: "item_id"),
    DumpedTable(
      name: "attachment",
      columns: [
        Column("item_id"), Column("image_key"), Column("position"), Column("is_primary", .flag),
        Column("caption"), Column("matched_by"), Column("matched_detail"), Column("recipe", .json),
        Column("recipe_digest"), Column("is_superseded", .flag, "superseded_by_run IS NOT NULL"),
        Column("superseded_reason"),
      ], order: "item_id, position, image_key, superseded_by_run IS NOT NULL, id"),
    DumpedTable(
      name: "document",
      columns: [
        Column("item_id"), Column("image_key"), Column("kind"), Column("original_name"), Column("media_type"),
        Column("is_superseded", .flag, "superseded_by_run IS NOT NULL"),
      ], order: "item_id, kind, image_key, superseded_by_run IS NOT NULL, id"),
    DumpedTable(
      name: "disposal",
      columns: [
        Column("image_key"), Column("path"), Column("is_deleted", .flag, "deleted_by_run IS NOT NULL"),
      ],
      order: "image_key"),
  ]
}

/// UTF-8 as a JSON string: quotation mark, backslash and control characters escaped, all else as it is.
func appendJSONString(_ text: UnsafeRawBufferPointer, to line: inout [UInt8]) {
  line.append(0x22)
  if text.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
    for byte in text {
      switch byte {
      case 0x22, 0x5C: line += [0x5C, byte]
      case 0x00...0x1F: line += Array("\\u00\(hexadecimal(CollectionOfOne(byte)))".utf8)
      default: line.append(byte)
      }
    }
  } else {
    line += text
  }
  line.append(0x22)
}
