import Files
import PossessionsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// JSON with its keys in order and without white space: equal values give equal text.
func canonicalJSON(_ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  do {
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  } catch {
    // Our values have no infinite numbers and no cycles, the only things that JSON cannot say.
    preconditionFailure("a value of the catalog has no JSON: \(error)")
  }
}

/// Reads a JSON column.
///
/// - Throws: `badData`: the catalog is damaged.
func decodeJSON<Value: Decodable>(
  _ type: Value.Type, _ text: String, in path: BytePath, _ what: String
) throws(Failure) -> Value {
  do {
    return try JSONDecoder().decode(type, from: Data(text.utf8))
  } catch {
    throw damagedCatalog(path, "\(what) cannot be read")
  }
}
