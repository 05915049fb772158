/// A large value that many hold and few change: copies share it, and setting it gives the holder a value of its own.
@propertyWrapper
public struct Shared<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  public var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
  }

  /// Itself, to be shared with another holder.
  public var projectedValue: Shared<Value> { self }
}

extension Shared: Equatable where Value: Equatable {
  public static func == (left: Shared, right: Shared) -> Bool {
    left.box === right.box || left.wrappedValue == right.wrappedValue
  }
}

extension Shared: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { wrappedValue.hash(into: &hasher) }
}

extension Shared: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Shared: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value(from: decoder)) }
}
