import FoundationEssentials
import Testing

@testable import PossessionsCore

struct FieldTableTests {
  @Test("in whatever order it is filled, it is one table, in the fields' order")
  func order() {
    let fields = PossessionField.allCases
    #expect(fields.map(\.place) == (0..<UInt8(fields.count)).map { $0 })
    var forward = FieldTable<Int>()
    var backward = FieldTable<Int>()
    for (number, field) in fields.enumerated() { forward[field] = number }
    for (number, field) in fields.enumerated().reversed() { backward[field] = number }
    #expect(forward == backward)
    #expect(Array(forward.names) == fields)
    #expect(Array(forward.values) == Array(fields.indices))
  }

  @Test("it says what a dictionary says")
  func likeDictionary() {
    var generator = SystemRandomNumberGenerator()
    var table = FieldTable<Int>()
    var dictionary: [PossessionField: Int] = [:]
    for step in 0..<5000 {
      let field = PossessionField.allCases.randomElement(using: &generator) ?? .name
      let value = Int.random(in: 0..<4, using: &generator) == 0 ? nil : step
      table[field] = value
      dictionary[field] = value
      #expect(table.count == dictionary.count)
      #expect(table[field] == dictionary[field])
    }
    for field in PossessionField.allCases { #expect(table[field] == dictionary[field]) }
    #expect(table == FieldTable(dictionary))
  }

  @Test("as JSON it is an object of names")
  func json() throws {
    let table: FieldTable<String> = [.serialNumber: "7", .name: "Lamp"]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let bytes = try encoder.encode(table)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"name":"Lamp","serial_number":"7"}"#)
    #expect(try JSONDecoder().decode(FieldTable<String>.self, from: bytes) == table)
  }
}
