/// Every input is accounted for: the counts of a run, and the sums that must hold.

/// Files of the photo folders, each in exactly one class.
public struct FileCounts: Sendable, Hashable, Codable {
  /// Listed.
  public var found = 0
  /// New bytes in the store.
  public var stored = 0
  /// Known from an earlier run, unchanged or with bytes that the store had for the same path.
  public var alreadyStored = 0
  /// Bytes that the store has under another name.
  public var duplicate = 0
  public var refused = 0
  public var ignored = 0

  public init() {}

  /// found = stored + already stored + duplicate + refused + ignored.
  public var isBalanced: Bool { found == stored + alreadyStored + duplicate + refused + ignored }

  private enum CodingKeys: String, CodingKey {
    case found, stored, duplicate, refused, ignored
    case alreadyStored = "already_stored"
  }
}

/// Rows of the items tables, each in exactly one class.
public struct RowCounts: Sendable, Hashable, Codable {
  public var found = 0
  public var created = 0
  public var updated = 0
  public var unchanged = 0
  public var rejected = 0

  public init() {}

  public var isBalanced: Bool { found == created + updated + unchanged + rejected }
}
