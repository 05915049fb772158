import Foundation
import PossessionsCore
import Testing

@Suite("Paths are bytes")
struct BytePathTests {
  @Test("NFC and NFD twins stay two")
  func twins() {
    #expect(BytePath("caf\u{E9}.jpg") != BytePath("cafe\u{301}.jpg"))
  }

  @Test(
    "a name survives JSON byte for byte",
    arguments: [
      Array("plain.jpg".utf8), Array("cafe\u{301}.jpg".utf8), [0x61, 0xFF, 0xFE, 0x2E, 0x6A],
      [0x0A, 0x22, 0x5C],
    ])
  func coding(bytes: [UInt8]) throws {
    let data = try JSONEncoder().encode([BytePath(bytes)])
    #expect(try JSONDecoder().decode([BytePath].self, from: data) == [BytePath(bytes)])
  }
}
