/// Values by field, in the fields' own order: a dictionary that costs what its few entries cost, so that a million
/// possessions can be held at once.
///
/// Inlinable, so that other modules get it made for their kind of value: not specialised it is several times slower.
@frozen
public struct FieldTable<Value>: ExpressibleByDictionaryLiteral {
  @frozen
  @usableFromInline
  struct Entry {
    // The value first: the one byte of the field then stands in what would be padding.
    @usableFromInline var value: Value
    @usableFromInline var field: PossessionField

    @inlinable
    init(value: Value, field: PossessionField) {
      self.value = value
      self.field = field
    }
  }

  /// Ordered by field, each field once.
  @usableFromInline var entries: [Entry] = []

  @inlinable
  public init() {}

  /// A field that stands twice keeps its last value.
  @inlinable
  public init(dictionaryLiteral elements: (PossessionField, Value)...) {
    for (field, value) in elements { self[field] = value }
  }

  @inlinable
  public init(_ values: [PossessionField: Value]) {
    reserveCapacity(values.count)
    for (field, value) in values { self[field] = value }
  }

  @inlinable
  public mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  @inlinable
  public var names: some Sequence<PossessionField> { entries.lazy.map(\.field) }
  @inlinable
  public var values: some Sequence<Value> { entries.lazy.map(\.value) }

  /// Setting nil takes the entry away.
  @inlinable
  public subscript(field: PossessionField) -> Value? {
    get {
      let place = place(of: field)
      return place < entries.count && entries[place].field == field ? entries[place].value : nil
    }
    set {
      let place = place(of: field)
      let isThere = place < entries.count && entries[place].field == field
      switch (newValue, isThere) {
      case (let value?, true): entries[place].value = value
      case (let value?, false): entries.insert(Entry(value: value, field: field), at: place)
      case (nil, true): entries.remove(at: place)
      case (nil, false): break
      }
    }
  }

  /// Where the field stands, or would stand.
  @inlinable
  func place(of field: PossessionField) -> Int {
    // Rows are filled mostly in the order of the fields.
    guard !entries.isEmpty, entries[entries.count - 1].field.place >= field.place else {
      return entries.count
    }
    var low = 0
    var high = entries.count - 1
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].field.place < field.place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension FieldTable: Sequence {
  @inlinable
  public func makeIterator() -> some IteratorProtocol<(field: PossessionField, value: Value)> {
    entries.lazy.map { (field: $0.field, value: $0.value) }.makeIterator()
  }

  @inlinable
  public var count: Int { entries.count }
  @inlinable
  public var isEmpty: Bool { entries.isEmpty }
}

extension FieldTable.Entry: Sendable where Value: Sendable {}
extension FieldTable.Entry: Equatable where Value: Equatable {}
extension FieldTable.Entry: Hashable where Value: Hashable {}
extension FieldTable: Sendable where Value: Sendable {}
extension FieldTable: Equatable where Value: Equatable {}
extension FieldTable: Hashable where Value: Hashable {}

/// As an object with the fields' names as its keys.
extension FieldTable: Codable where Value: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(try [PossessionField: Value](from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    try entries.reduce(into: [PossessionField: Value]()) { $0[$1.field] = $1.value }.encode(to: encoder)
  }
}
