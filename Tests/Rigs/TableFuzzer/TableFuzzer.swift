// Reads byte strings that nobody wrote as items tables and as tables of edits: `table-fuzzer SEED COUNT [TABLE.csv…]`.
// Prints how many were read whole, were refused, and the rows of those read. Built with the address sanitizer by
// `make torture`; a crash or a table that takes 20 s ends it with a signal.
import Glibc
import PossessionsCore

/// SplitMix64: the same strings for the same seed.
struct Chance {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { limit <= 1 ? 0 : Int(next() % UInt64(limit)) }
  mutating func pick<Element>(_ from: [Element]) -> Element { from[below(from.count)] }
}

/// Tables of several makes, short, so that most bytes of them decide something.
let tables = [
  "item_id,name,room,quantity,purchase_price,currency,purchase_date,photos,edit\nA-1,\"Lamp, \"\"brass\"\"\",Hall,1,49.90,EUR,2021-07-14,lamp.jpg;x.jpg,rotate=90\nA-2,Chair,,4,\"1,250.00\",EUR,2020,,\n",
  "item_id;name;purchase_price\r\nA-1;Stuhl;1.250,50\r\nA-2;Tisch;75,-\r\n",
  "item_id\tname\tnotes\nA-1\tVase\t\"two\nlines\"\nA-2\tRug\t\n",
  "sep=;\nitem_id;name\nA;B\n",
  "HB.import_ref,HB.location,HB.name,HB.quantity,HB.purchase_price,HB.purchase_time\n,Shed / Top,Saw,1,0,0001-01-01\n",
  "Asset Tag,Name,Purchase Date,Purchase Cost,Warranty\nT-1,Laptop,2024-01-15,1480.00,24\n",
  "serial,possessionName,valueInDollars,dateCreated\n123,Desk,20,2023-01-01\n",
  "item_id,name,quantity,value\nA,B,2,10\n", "photo,item_id,edit\nlamp.jpg,A-1,\"crop=1,2,3,4;rotate=90\"\n",
].map { Array($0.utf8) }

/// What readers of tables stumble over.
let words: [[UInt8]] =
  [
    "\"", "\"\"", ",", ";", "\t", "\r", "\n", "\r\n", "\0", "\u{FEFF}", "\u{301}", ",\u{301}", "<clear>",
    "=1+1", "'=1",
    "1e309", "-0", "9223372036854775808", "99999999999999999999999.99", "1.234.567,89", "1'000", "€ 75", "$",
    "31/02/2024",
    "03/04/21", "0000-00-00", "yes", "photo1", "extra:", "currency", "\u{1B}[31m", "\u{202E}",
    "crop=1e9,0,1,1", "../..",
  ].map { Array($0.utf8) } + [
    [0xFF, 0xFE], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x00, 0x41],
  ]

func mutated(_ seeds: [[UInt8]], _ chance: inout Chance) -> [UInt8] {
  var bytes = chance.pick(seeds)
  for _ in 0...chance.below(6) {
    let start = chance.below(bytes.count)
    let end = min(bytes.count, start + 1 + chance.below(chance.pick([2, 8, 64])))
    switch chance.below(8) {
    case 0 where !bytes.isEmpty: bytes[start] ^= 1 << UInt8(chance.below(8))
    case 1: bytes.removeSubrange(start..<end)
    case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 3: bytes.removeSubrange(start...)
    case 4:
      let other = chance.pick(seeds)
      let cut = chance.below(other.count)
      bytes.insert(contentsOf: other[cut..<min(other.count, cut + 1 + chance.below(64))], at: start)
    case 5:
      bytes.replaceSubrange(
        start..<end, with: (start..<end).map { _ in UInt8(truncatingIfNeeded: chance.next()) })
    default: bytes.insert(contentsOf: chance.pick(words), at: start)
    }
  }
  return bytes
}

@main
enum TableFuzzer {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3, let seed = UInt64(arguments[1]), let count = Int(arguments[2]) else {
      exit(64)
    }
    let seeds = tables + arguments.dropFirst(3).compactMap { head(of: $0) }
    var chance = Chance(state: seed)
    var (read, refused, rows) = (0, 0, 0)
    for _ in 0..<count {
      let bytes = mutated(seeds, &chance)
      var options = IntakeOptions()
      if chance.below(4) == 0 { options.currency = Currency("EUR") }
      if chance.below(8) == 0 { options.isStrict = true }
      alarm(20)
      do {
        if chance.below(8) == 0 {
          rows += try readEdits(bytes, file: "edits.csv", options: options).entries.count
        } else {
          rows += try readItems(bytes, file: "items.csv", options: options).rows.count
        }
        read += 1
      } catch {
        refused += 1
      }
      alarm(0)
    }
    print("\(count) \(read) \(refused) \(rows)")
  }

  /// The first bytes of a table.
  static func head(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1500)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return bytes.isEmpty ? nil : bytes
  }
}
