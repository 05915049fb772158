import Barcodes
import Testing

@Suite struct CodeScannerTests {
  @Test(arguments: [
    "A12", "237", "2372_a", "Büro-3", "https://home.example/i?id=A12", "0042", "日本 12", "\u{1}x", "K-17/5 #é",
    String(repeating: "long text ", count: 40),
  ])
  func qrCodesComeBack(text: String) throws {
    let code = try #require(QRCode(text))
    let (pixels, side) = code.pixels(scale: 4)
    #expect(readCodes(gray: pixels, width: side, height: side) == [text])
  }

  @Test func whatNoCodeCanHold() {
    #expect(QRCode("") == nil)
    #expect(QRCode("a\u{0}b") == nil)
    #expect(QRCode(String(repeating: "x", count: 3000)) == nil)
    #expect(QRCode(String(repeating: "x", count: 2953), correction: .low) != nil)
  }

  @Test func sizesAreThoseOfTheStandard() throws {
    #expect(try #require(QRCode("A12")).size == 25)
    let code = try #require(QRCode("A12"))
    // The three corners have their squares of seven modules.
    for (row, column) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
      for step in 0..<7 {
        #expect(code[row, column + step] && code[row + 6, column + step])
        #expect(code[row + step, column] && code[row + step, column + 6])
      }
      #expect(!code[row + 1, column + 1] && code[row + 3, column + 3])
    }
  }

  @Test func severalCodesInOnePicture() throws {
    let left = try #require(QRCode("A12")).pixels(scale: 4)
    let right = try #require(QRCode("B13")).pixels(scale: 4)
    var pixels: [UInt8] = []
    for row in 0..<left.side {
      pixels += left.pixels[row * left.side..<(row + 1) * left.side]
      pixels += right.pixels[row * right.side..<(row + 1) * right.side]
    }
    #expect(readCodes(gray: pixels, width: left.side * 2, height: left.side) == ["A12", "B13"])
  }

  /// A bar code made by hand: EAN-13 of 4006381333931.
  @Test func productNumber() {
    let code = "4006381333931"
    let digits = code.compactMap(\.wholeNumberValue)
    let left = [
      "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111",
      "0001011",
    ]
    let parity = [
      "LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL",
    ]
    func inverted(_ bits: String) -> String { String(bits.map { $0 == "1" ? "0" : "1" }) }
    var bits = "00000000000101"
    for (index, kind) in parity[digits[0]].enumerated() {
      let plain = left[digits[index + 1]]
      bits += kind == "L" ? plain : String(inverted(plain).reversed())
    }
    bits += "01010"
    for digit in digits[7...] { bits += inverted(left[digit]) }
    bits += "10100000000000"
    let row = bits.flatMap { [UInt8](repeating: $0 == "1" ? 0 : 255, count: 3) }
    let pixels = Array(repeatElement(row, count: 60).joined())
    #expect(readCodes(gray: pixels, width: row.count, height: 60) == [code])
  }

  @Test func picturesWithoutCodes() {
    var state: UInt64 = 1
    func noise() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    #expect(readCodes(gray: [], width: 0, height: 0) == [])
    #expect(readCodes(gray: [0], width: 1, height: 1) == [])
    #expect(readCodes(gray: (0..<40_000).map { _ in noise() }, width: 200, height: 200) == [])
    // Stripes of all widths are no bar code.
    let stripes = (0..<60_000).map { UInt8($0 % 300 / (1 + $0 % 300 / 40) % 2 == 0 ? 0 : 255) }
    #expect(readCodes(gray: stripes, width: 300, height: 200) == [])
  }

  /// One scanner for many pictures gives what a new one for each does.
  @Test func theScannerForgets() throws {
    let scanner = try #require(CodeScanner())
    let one = try #require(QRCode("A12")).pixels(scale: 4)
    for _ in 0..<20 {
      #expect(scanner.codes(inGray: one.pixels, width: one.side, height: one.side).map(\.text) == ["A12"])
      #expect(scanner.codes(inGray: [UInt8](repeating: 255, count: 10_000), width: 100, height: 100) == [])
    }
  }
}
