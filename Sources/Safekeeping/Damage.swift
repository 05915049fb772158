public import PossessionsCore

/// One thing that `verify` found.
public struct Damage: Hashable, Sendable, Codable {
  /// The classes of what can be wrong. Raw values are what users and scripts see.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// The catalog names a file that is not there.
    case missing = "MISSING"
    /// A file has other bytes than the catalog, its key or its list of sums says.
    case corrupt = "CORRUPT"
    /// A file in `originals` that no row names.
    case orphan = "ORPHAN"
    /// The rest of something that was not finished.
    case staleTemporary = "STALE-TEMP"
    /// Something that was made from originals and rows, and can be made again, is gone or wrong.
    case derivative = "DERIVATIVE"
    /// Others may read or change what is private.
    case mode = "MODE"
    /// The catalog itself.
    case catalog = "CATALOG"
    /// The folder's own layout.
    case format = "FORMAT"
  }

  public var kind: Kind
  /// Relative to the catalog folder.
  public var path: BytePath
  public var key: ImageKey?
  /// One sentence: what is wrong.
  public var message: String
  /// One sentence: what to do.
  public var remedy: String
  /// Work to do and no damage: it does not decide the exit code.
  public var isHarmless: Bool

  private enum CodingKeys: String, CodingKey {
    case path, key, message, remedy
    case kind = "class"
    case isHarmless = "harmless"
  }

  public init(
    _ kind: Kind, _ path: BytePath, key: ImageKey? = nil, message: String, remedy: String,
    isHarmless: Bool = false
  ) {
    self.kind = kind
    self.path = path
    self.key = key
    self.message = message
    self.remedy = remedy
    self.isHarmless = isHarmless
  }
}
