import Files
import PossessionsCore
import TestSupport
import Testing

@testable import Recording

@Suite("The catalog's digest")
struct CatalogDigestTests {
  @Test("does not depend on the order of recording, on runs, or on times")
  func order() throws {
    let first = try Bench(run: "run-1")
    // The same photos under the same paths: the digest names them.
    let photos = [("a.jpg", "one"), ("b.jpg", "two"), ("c.jpg", "one")]
    let keys = try first.record(photos)
    try first.recorder.record(Bench.plan(item: "A1", key: keys[0]), now: now)
    try first.finish()

    let catalog = try CatalogFolder.open(
      BytePath(first.folder.file("other")), for: .writing, creation: .whereAbsent)
    let second = try Recorder(catalog, lock: try catalog.lock())
    try second.begin(RunRecord(id: "run-9", command: "merge", startedAt: "2030-01-01T00:00:00Z"))
    for index in [2, 1, 0] {
      _ = try second.record([try first.takeIn(photos[index].0, photos[index].1)], now: "2030-01-01T00:00:00Z")
    }
    try second.begin(RunRecord(id: "run-10", command: "import", startedAt: "2031-01-01T00:00:00Z"))
    try second.record(Bench.plan(item: "A1", key: keys[0]), now: "2031-01-01T00:00:00Z")
    #expect(try lines(second.reader) == lines(first.reader))
    #expect(try second.reader.digest() == first.reader.digest())
    #expect(try first.reader.runs().last?.catalogDigest == first.reader.digest().hex)
  }

  func lines(_ reader: CatalogReader) throws -> [String] {
    var lines: [String] = []
    try reader.dump { (line) throws(Failure) in lines.append(String(decoding: line.dropLast(), as: UTF8.self))
    }
    return lines
  }

  @Test("is the SHA-256 of its lines, each of them JSON", .enabled(if: isOracleAvailable("python3")))
  func oracle() throws {
    let bench = try Bench()
    let keys = try bench.record([("quote\"\n.jpg", "one"), ("c\u{301}.jpg", "two")])
    try bench.recorder.record(
      Bench.plan(item: "A\"\\\t\u{7}1", key: keys[0], recipe: EditRecipe([.grayscale])), now: now)
    let dump = try lines(bench.reader).map { $0 + "\n" }.joined()
    let path = try bench.folder.write(dump, to: "dump.jsonl")
    let script = """
      import sys, json, hashlib
      data = open(sys.argv[1], 'rb').read()
      for line in data.decode().splitlines(): json.loads(line)
      print(hashlib.sha256(data).hexdigest())
      """
    let answer = try #require(try runCommand("python3", ["-c", script, path]))
    #expect(answer.errors == "")
    #expect(try answer.output == bench.reader.digest().hex + "\n")
  }

  @Test("changes with what the catalog says")
  func changes() throws {
    let bench = try Bench()
    var seen: Set<SHA256Digest> = [try bench.reader.digest()]
    func isNew() throws -> Bool { seen.insert(try bench.reader.digest()).inserted }
    let keys = try bench.record([("a.jpg", "one")])
    #expect(try isNew())
    try bench.recorder.record(Bench.plan(item: "A1", key: keys[0]), now: now)
    #expect(try isNew())
    try bench.recorder.record(Bench.plan(item: "A1", key: keys[0], name: "Vase"), now: now)
    #expect(try isNew())
    try bench.recorder.record(
      Bench.plan(item: "A1", key: keys[0], name: "Vase", recipe: EditRecipe([.grayscale])), now: now)
    #expect(try isNew())
    try bench.record([("b.jpg", "one")])
    #expect(try isNew())
    try bench.finish()
    #expect(try !isNew())
  }
}
