/// What a policy says that a report needs: who, where, which numbers, and limits of parts of the cover.
///
/// Nothing of it is built in. The file's schema is `docs/policy.schema.json`.
public struct Policy: Sendable, Hashable {
  /// A limit for a group of things, and the peril that it is for.
  public struct Limit: Sendable, Hashable {
    public var name: String
    /// Categories of the group, by any name that the life table knows, else as typed.
    public var categories: [String]
    /// Things in business use belong to the group whatever their category.
    public var includesBusinessUse: Bool
    /// `theft`, `fire`, …; nil for any peril.
    public var peril: String?
    /// Minor units of the policy's currency.
    public var amount: Int64

    public init(
      name: String, categories: [String], includesBusinessUse: Bool = false, peril: String? = nil,
      amount: Int64
    ) {
      self.name = name
      self.categories = categories
      self.includesBusinessUse = includesBusinessUse
      self.peril = peril
      self.amount = amount
    }

    /// Whether the limit applies to a loss by `peril`; nil is "any loss", to which only limits for all apply.
    public func applies(to peril: String?) -> Bool {
      guard let own = self.peril else { return true }
      guard let peril else { return false }
      return LifeTable.folded(own) == LifeTable.folded(peril)
    }
  }

  public var owners: [String]
  public var premises: String?
  public var insurer: String?
  public var policyNumber: String?
  public var claimNumber: String?
  public var currency: Currency?
  public var limits: [Limit]
  /// A share of 1; nil leaves the rules as they are.
  public var maximumDepreciation: Rational?
  /// Whole currency units; nil leaves the options as they are.
  public var receiptThreshold: Int64?

  public init(
    owners: [String] = [], premises: String? = nil, insurer: String? = nil, policyNumber: String? = nil,
    claimNumber: String? = nil, currency: Currency? = nil, limits: [Limit] = []
  ) {
    self.owners = owners
    self.premises = premises
    self.insurer = insurer
    self.policyNumber = policyNumber
    self.claimNumber = claimNumber
    self.currency = currency
    self.limits = limits
  }
}

/// One limit held against the lines of its group. Amounts are minor units.
public struct LimitCheck: Sendable, Hashable {
  public var limit: Policy.Limit
  public var group = Totals()

  public init(limit: Policy.Limit) {
    self.limit = limit
  }

  public var replacementCostExcess: Int128 { max(0, group.replacementCostValue - Int128(limit.amount)) }
  public var actualCashExcess: Int128 { max(0, group.actualCashValue - Int128(limit.amount)) }
}
