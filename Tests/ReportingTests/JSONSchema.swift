import Foundation
import PossessionsCore

/// The part of JSON Schema (2020-12) that our schemas use. A keyword that it does not know is a fault of the schema.
struct JSONSchema {
  private let root: [String: JSONValue]

  init(parsing bytes: [UInt8]) throws {
    guard case .object(let members) = try JSONValue(parsing: bytes) else {
      throw Failure(.badData, message: "a schema is an object")
    }
    root = members
  }

  func faults(of value: JSONValue) -> [String] { faults(of: value, .object(root), at: "$") }

  private func faults(of value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    guard case .object(let rules) = schema else { return ["\(place): no schema"] }
    return rules.keys.sorted().flatMap { key in
      check(key, rules[key] ?? .null, rules, value, place)
    }
  }

  private func check(
    _ key: String, _ rule: JSONValue, _ rules: [String: JSONValue], _ value: JSONValue, _ place: String
  ) -> [String] {
    func expect(_ isGood: Bool) -> [String] { isGood ? [] : ["\(place): \(key) \(rule.canonicalText)"] }
    switch (key, rule, value) {
    case ("$schema", _, _), ("title", _, _), ("description", _, _), ("$defs", _, _): return []
    case ("$ref", .string(let name), _):
      guard case .object(let definitions)? = root["$defs"],
        let target = definitions[String(name.dropFirst("#/$defs/".count))]
      else { return ["\(place): no definition \(name)"] }
      return faults(of: value, target, at: place)
    case ("type", .string(let name), _): return expect(JSONSchema.isOf(name, value))
    case ("type", .array(let names), _):
      return expect(
        names.contains { if case .string(let name) = $0 { JSONSchema.isOf(name, value) } else { false } })
    case ("const", _, _): return expect(rule == value)
    case ("enum", .array(let values), _): return expect(values.contains(value))
    case ("anyOf", .array(let schemas), _):
      return expect(schemas.contains { faults(of: value, $0, at: place).isEmpty })
    case ("pattern", .string(let pattern), .string(let text)):
      return expect(text.range(of: pattern, options: .regularExpression) != nil)
    case ("minLength", .number(let least), .string(let text)): return expect(Double(text.count) >= least)
    case ("minItems", .number(let least), .array(let items)): return expect(Double(items.count) >= least)
    case ("minimum", .number(let least), .number(let number)): return expect(number >= least)
    case ("required", .array(let names), .object(let members)):
      return expect(
        names.allSatisfy { if case .string(let name) = $0 { members[name] != nil } else { false } })
    case ("dependentRequired", .object(let needs), .object(let members)):
      return expect(
        needs.allSatisfy { key, names in
          members[key] == nil || check("required", names, rules, value, place).isEmpty
        })
    case ("items", _, .array(let items)):
      return items.enumerated().flatMap { faults(of: $1, rule, at: "\(place)[\($0)]") }
    case ("properties", .object(let schemas), .object(let members)):
      return members.keys.sorted().flatMap { name in
        schemas[name].map { faults(of: members[name] ?? .null, $0, at: "\(place).\(name)") } ?? []
      }
    case ("additionalProperties", _, .object(let members)):
      var own: Set<String> = []
      if case .object(let schemas)? = rules["properties"] { own = Set(schemas.keys) }
      return members.keys.sorted().filter { !own.contains($0) }.flatMap { name in
        rule == .bool(false)
          ? ["\(place): unknown \(name)"] : faults(of: members[name] ?? .null, rule, at: "\(place).\(name)")
      }
    case ("pattern", _, _), ("minLength", _, _), ("minItems", _, _), ("minimum", _, _), ("required", _, _),
      ("dependentRequired", _, _), ("items", _, _), ("properties", _, _), ("additionalProperties", _, _):
      // Of another type of value.
      return []
    default: return ["\(place): the keyword \(key) is not known here"]
    }
  }

  private static func isOf(_ name: String, _ value: JSONValue) -> Bool {
    switch (name, value) {
    case ("null", .null), ("boolean", .bool), ("string", .string), ("number", .number), ("array", .array),
      ("object", .object):
      true
    case ("integer", .number(let number)): number.rounded() == number
    default: false
    }
  }
}
