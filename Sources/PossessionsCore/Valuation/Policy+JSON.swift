extension Policy {
  /// The form that policy files name themselves by.
  public static let format = "possessions-policy/1"

  /// Reads a policy file. `docs/policy.schema.json` is its schema; unknown keys are refused, since a misspelt
  /// limit would be a limit that nobody checks.
  ///
  /// - Parameter name: of the file, for messages.
  /// - Throws: a failure of kind `badData` naming the key.
  public init(parsing bytes: some Sequence<UInt8>, name: String) throws(Failure) {
    func refuse(_ message: String) -> Failure {
      Failure(
        .badData, subject: name, message: message,
        remedy: "docs/policy.example.json shows a whole file, docs/policy.schema.json says what is allowed")
    }
    let json: JSONValue
    do throws(Failure) {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw refuse(error.message)
    }
    guard case .object(let members) = json else { throw refuse("this is no JSON object") }
    let known = [
      "$schema", "format", "owners", "premises", "insurer", "policy_number", "claim_number", "currency",
      "maximum_depreciation_percent", "receipt_threshold", "limits",
    ]
    try Policy.requireKnown(members, known, "", refuse)
    func text(_ key: String) throws(Failure) -> String? {
      switch members[key] {
      case nil, .some(.null): return nil
      case .some(.string(let text)): return text
      default: throw refuse("\(key) is not a text")
      }
    }
    guard try text("format") == Policy.format else {
      throw refuse("format is not \"\(Policy.format)\"")
    }
    self.init()
    premises = try text("premises")
    insurer = try text("insurer")
    policyNumber = try text("policy_number")
    claimNumber = try text("claim_number")
    if case .array(let names)? = members["owners"] {
      for name in names {
        guard case .string(let owner) = name else { throw refuse("owners is not a list of texts") }
        owners.append(owner)
      }
    } else if let owners = members["owners"], owners != .null {
      throw refuse("owners is not a list of texts")
    }
    if let code = try text("currency") {
      guard let known = Currency(code) else {
        throw refuse("the currency \(printable(code)) is none of ISO 4217")
      }
      currency = known
    }
    if let value = members["maximum_depreciation_percent"] {
      guard let percent = Policy.decimal(value), percent >= .zero, percent <= Rational(whole: 100) else {
        throw refuse("maximum_depreciation_percent is not a number from 0 to 100")
      }
      maximumDepreciation = percent.dividedBy(Rational(whole: 100))
    }
    if let value = members["receipt_threshold"] {
      guard let amount = Policy.decimal(value), amount >= .zero, amount <= Rational(whole: 1_000_000_000),
        amount.denominator == 1
      else { throw refuse("receipt_threshold is not a whole number of currency units") }
      receiptThreshold = Int64(amount.numerator)
    }
    guard let list = members["limits"], list != .null else { return }
    guard case .array(let items) = list else { throw refuse("limits is not a list") }
    guard items.isEmpty || currency != nil else { throw refuse("limits need a currency") }
    for (position, item) in items.enumerated() {
      limits.append(try Policy.limit(item, "limits[\(position)]", currency ?? .usd, refuse))
    }
  }

  private static func limit(
    _ json: JSONValue, _ place: String, _ currency: Currency, _ refuse: (String) -> Failure
  ) throws(Failure) -> Limit {
    guard case .object(let members) = json else { throw refuse("\(place) is no object") }
    try requireKnown(
      members, ["name", "categories", "business_use", "peril", "limit"], place + ".", refuse)
    guard case .string(let name)? = members["name"], !name.isEmpty else {
      throw refuse("\(place).name is missing")
    }
    var categories: [String] = []
    if case .array(let names)? = members["categories"] {
      for name in names {
        guard case .string(let category) = name else {
          throw refuse("\(place).categories is not a list of texts")
        }
        categories.append(category)
      }
    } else if members["categories"] != nil {
      throw refuse("\(place).categories is not a list of texts")
    }
    var includesBusinessUse = false
    switch members["business_use"] {
    case nil: break
    case .some(.bool(let flag)): includesBusinessUse = flag
    default: throw refuse("\(place).business_use is neither true nor false")
    }
    guard includesBusinessUse || !categories.isEmpty else {
      throw refuse("\(place) names no categories and no business use")
    }
    var peril: String?
    switch members["peril"] {
    case nil, .some(.null): break
    case .some(.string(let text)): peril = LifeTable.folded(text) == "any" ? nil : text
    default: throw refuse("\(place).peril is not a text")
    }
    guard let value = members["limit"], let amount = decimal(value),
      let minor = amount.times(Rational(whole: currency.minorUnits)), minor.denominator == 1,
      minor >= .zero, let exact = Int64(exactly: minor.numerator)
    else {
      throw refuse("\(place).limit is not an amount of \(currency) such as \"2000.00\"")
    }
    return Limit(
      name: name, categories: categories, includesBusinessUse: includesBusinessUse, peril: peril,
      amount: exact)
  }

  private static func requireKnown(
    _ members: [String: JSONValue], _ known: [String], _ place: String, _ refuse: (String) -> Failure
  ) throws(Failure) {
    for key in members.keys.sorted() where !known.contains(key) {
      let near = suggestion(for: key, among: known).map { ", did you mean \($0)" } ?? ""
      throw refuse("the key \(place)\(printable(key)) is not known\(near)")
    }
  }

  /// A number, or a number as text: `2000`, `"2000.00"`.
  private static func decimal(_ value: JSONValue) -> Rational? {
    switch value {
    case .string(let text): Rational(decimal: text)
    case .number: Rational(decimal: value.canonicalText)
    default: nil
    }
  }
}
