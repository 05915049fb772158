import Files
import PossessionsCore
import TestSupport
import Testing

@Suite("Image keys")
struct HashingTests {
  @Test(
    "the contract's check values",
    arguments: [
      ("", "d36058c0-fdd6-5d1d-b1c5-6e1ba3dff96a"), ("abc", "8c6f9616-0095-518d-a48d-2db0ffee0b53"),
    ])
  func checkValues(bytes: String, key: String) {
    #expect(imageKey(of: sha256(of: Array(bytes.utf8))).text == key)
  }

  @Test("the name space")
  func namespace() {
    #expect(hexadecimal(ImageKey.namespace) == "b116ff0b2ecd50e094f231ffbc622611")
  }

  @Test("SHA-256 in pieces is SHA-256 of the whole")
  func pieces() {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var hasher = SHA256Hasher()
    for start in stride(from: 0, to: bytes.count, by: 977) {
      hasher.update(bytes[start..<min(start + 977, bytes.count)])
    }
    #expect(hasher.finish() == sha256(of: bytes))
  }

  @Test("Python agrees", .enabled(if: isOracleAvailable("python3")))
  func python() throws {
    let script = """
      import hashlib, uuid
      space = uuid.UUID('b116ff0b-2ecd-50e0-94f2-31ffbc622611')
      for n in range(50):
        digest = hashlib.sha256(b'x' * n).hexdigest()
        print(digest, uuid.uuid5(space, digest))
      """
    let answer = try #require(try runCommand("python3", ["-c", script]))
    let expected = answer.output.split(separator: "\n").map(String.init)
    let ours = (0..<50).map { count in
      let digest = sha256(of: [UInt8](repeating: 0x78, count: count))
      return "\(digest.hex) \(imageKey(of: digest))"
    }
    #expect(ours == expected)
  }
}
