import Foundation
import PossessionsCore
import TestSupport
import Testing

@testable import Darkroom

/// A small picture in memory, for edits and for looking at single pixels.
struct Sample {
  var width: Int
  var height: Int
  var bands: Int
  /// 0…255, or 0…65535 where `deep`.
  var values: [UInt16]
  var deep = false

  init(width: Int, height: Int, bands: Int, deep: Bool = false, _ value: (Int, Int, Int) -> Double) {
    self.width = width
    self.height = height
    self.bands = bands
    self.deep = deep
    values = []
    for y in 0..<height {
      for x in 0..<width {
        for band in 0..<bands { values.append(UInt16(value(x, y, band) * (deep ? 257 : 1) + 0.5)) }
      }
    }
  }

  subscript(x: Int, y: Int, band: Int = 0) -> Int { Int(values[(y * width + x) * bands + band]) }

  func edited(_ recipe: String) throws -> Sample {
    let image =
      deep
      ? try Image(samples: values, width: width, height: height, bands: bands)
      : try Image(pixels: values.map { UInt8($0) }, width: width, height: height, bands: bands)
    let edited = try image.applying(try EditRecipe(parsing: recipe), subject: "sample")
    #expect(!edited.isRefused)
    let bytes = try edited.image.pixels()
    var sample = self
    sample.width = edited.image.width
    sample.height = edited.image.height
    #expect(edited.image.bands == bands)
    sample.values =
      deep ? bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) } : bytes.map { UInt16($0) }
    #expect(sample.values.count == sample.width * sample.height * bands)
    return sample
  }
}

/// Colours that differ at every pixel, with a soft alpha in the last band where there is one.
func gradient(_ x: Int, _ y: Int, _ band: Int) -> Double {
  switch band {
  case 0: Double((x * 9 + y * 3) % 256)
  case 1: Double((x * 2 + y * 11 + 40) % 256)
  case 2: Double((255 + x * 251 + y * 255) % 256)
  default: Double(40 + (x * 7 + y * 5) % 216)
  }
}

@Suite("Edits on pixels")
struct EditTests {
  init() { library }

  @Test(
    "turns, mirrors and crops move pixels and change none",
    arguments: [
      "rotate=90", "rotate=180", "rotate=270", "flip=h", "flip=v", "crop=2,1,4,3", "straighten=90",
    ],
    [1, 2, 3, 4])
  func geometry(recipe: String, bands: Int) throws {
    let sample = Sample(width: 7, height: 5, bands: bands, gradient)
    let result = try sample.edited(recipe)
    for y in 0..<result.height {
      for x in 0..<result.width {
        let (fromX, fromY) =
          switch recipe {
          case "rotate=90", "straighten=90": (y, sample.height - 1 - x)
          case "rotate=180": (sample.width - 1 - x, sample.height - 1 - y)
          case "rotate=270": (sample.width - 1 - y, x)
          case "flip=h": (sample.width - 1 - x, y)
          case "flip=v": (x, sample.height - 1 - y)
          default: (x + 2, y + 1)
          }
        for band in 0..<bands { #expect(result[x, y, band] == sample[fromX, fromY, band]) }
      }
    }
  }

  struct Tone: Sendable {
    var recipe: String
    var formula: @Sendable (Double) -> Double

    init(_ recipe: String, _ formula: @escaping @Sendable (Double) -> Double) {
      self.recipe = recipe
      self.formula = formula
    }
  }

  static let toneCases = [
    Tone("brightness=1.2") { $0 * 1.2 }, Tone("contrast=0.8") { ($0 - 0.5) * 0.8 + 0.5 },
    Tone("gamma=2.2") { pow($0, 1 / 2.2) }, Tone("gamma=0.45") { pow($0, 1 / 0.45) },
    Tone("brightness=0") { _ in 0 },
    // Values are cut between steps, and rounded once.
    Tone("brightness=2;brightness=0.5") { min(1, $0 * 2) * 0.5 },
    Tone("brightness=0.3;brightness=2.5") { $0 * 0.3 * 2.5 },
  ]

  @Test(
    "tone curves are their formulas, rounded once, and leave alpha alone", arguments: toneCases,
    [false, true])
  func tones(edit: Tone, deep: Bool) throws {
    let sample = Sample(width: 256, height: 1, bands: 4, deep: deep) { x, _, band in
      Double(band == 3 ? 255 - x : band == 0 ? x : (x * 3 + band * 50) % 256)
    }
    let result = try sample.edited(edit.recipe)
    let scale = deep ? 65535.0 : 255
    for x in 0..<256 {
      #expect(result[x, 0, 3] == sample[x, 0, 3])
      for band in 0..<3 {
        let exact = min(max(edit.formula(Double(sample[x, 0, band]) / scale), 0), 1) * scale
        // A half may fall either way by the last digit of a double.
        #expect(abs(Double(result[x, 0, band]) - exact) <= 0.5 + 1e-7)
      }
    }
  }

  @Test("the power series is the power function", arguments: [0.1, 0.45, 1 / 2.2, 1, 2.2, 10])
  func power(exponent: Double) {
    let table = ToneCurve.table(of: [.gamma(1 / exponent)], scale: 65535)
    for (value, curve) in table.enumerated() {
      let base = Double(value) / 65535
      #expect(abs(Double(curve) - pow(base, exponent) * 65535) <= 0.5 + 1e-6)
    }
  }

  @Test("saturation and grayscale are the CSS matrices, on gray they do nothing")
  func colour() throws {
    let sample = Sample(width: 40, height: 8, bands: 4, gradient)
    let gray = try sample.edited("grayscale")
    let half = try sample.edited("saturation=0.4")
    let vivid = try sample.edited("saturation=2.5")
    for y in 0..<8 {
      for x in 0..<40 {
        let rgb = (0..<3).map { Double(sample[x, y, $0]) }
        let luma = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
        let mixed = 0.213 * rgb[0] + 0.715 * rgb[1] + 0.072 * rgb[2]
        for band in 0..<3 {
          #expect(abs(Double(gray[x, y, band]) - luma) <= 0.5001)
          #expect(abs(Double(half[x, y, band]) - (mixed + (rgb[band] - mixed) * 0.4)) <= 0.5001)
          let exact = min(max(mixed + (rgb[band] - mixed) * 2.5, 0), 255)
          #expect(abs(Double(vivid[x, y, band]) - exact) <= 0.5001)
        }
        #expect(gray[x, y, 3] == sample[x, y, 3] && vivid[x, y, 3] == sample[x, y, 3])
      }
    }
    let flat = Sample(width: 5, height: 5, bands: 2, gradient)
    #expect(try flat.edited("saturation=3;grayscale").values == flat.values)
  }

  @Test("autolevels stretches all channels by one pair of ends and ignores half a percent")
  func autolevels() throws {
    let sample = Sample(width: 100, height: 10, bands: 3) { x, y, band in
      if x == 0 && y < 5 { return 0 }  // 15 of 3000 values: exactly half a percent
      return 50 + Double((x + band * 20) % 100)
    }
    let result = try sample.edited("autolevels")
    let low = 50.0
    let high = Double(sample.values.sorted()[sample.values.count - 16])
    for index in sample.values.indices {
      let exact = min(max((Double(sample.values[index]) - low) / (high - low), 0), 1) * 255
      #expect(abs(Double(result.values[index]) - exact) <= 0.5001)
    }
    let flat = Sample(width: 10, height: 10, bands: 3) { x, _, _ in Double(100 + x) }
    #expect(try flat.edited("autolevels").values == flat.values)
    // What cannot be seen does not count.
    let clear = Sample(width: 10, height: 10, bands: 2) { x, y, band in
      if band == 1 { return y < 5 ? 0 : 255 }
      return y < 5 ? Double(y * 50) : Double(60 + x * 10)
    }
    let stretched = try clear.edited("autolevels")
    #expect(stretched[0, 9] == 0 && stretched[9, 9] == 255)
  }

  @Test(
    "straighten is a turn about the centre: a smooth picture lands where geometry says",
    arguments: [-30.0, 3.5, 45, 100, 179])
  func straighten(degrees: Double) throws {
    func surface(_ u: Double, _ v: Double) -> Double { 128 + 60 * sin(u / 9) * cos(v / 11) }
    let (width, height) = (61, 40)
    let sample = Sample(width: width, height: height, bands: 3) { x, y, band in
      surface(Double(x) - 30, Double(y) - 19.5) + Double(band)
    }
    let result = try sample.edited("straighten=\(degrees)")
    let angle = degrees * .pi / 180
    var compared = 0
    for y in 0..<result.height {
      for x in 0..<result.width {
        let (dx, dy) = (Double(x) - Double(result.width - 1) / 2, Double(y) - Double(result.height - 1) / 2)
        let (u, v) = (dx * cos(angle) + dy * sin(angle), -dx * sin(angle) + dy * cos(angle))
        let (outX, outY) = (abs(u) - 30, abs(v) - 19.5)
        if max(outX, outY) > 1 { #expect((0..<3).allSatisfy { result[x, y, $0] == 255 }) }
        guard outX < -2, outY < -2 else { continue }
        compared += 1
        for band in 0..<3 { #expect(abs(Double(result[x, y, band]) - surface(u, v) - Double(band)) <= 1.2) }
      }
    }
    #expect(compared > 1500)
  }

  @Test("straighten keeps a flat picture flat up to its edge, and its corners are opaque white")
  func straightenFlat() throws {
    let sample = Sample(width: 30, height: 20, bands: 4) { _, _, band in band == 3 ? 128 : 90 }
    let result = try sample.edited("straighten=20")
    #expect((0..<4).allSatisfy { result[0, 0, $0] == 255 })
    var flat = 0
    for y in 0..<result.height {
      for x in 0..<result.width where result[x, y, 3] == 128 {
        flat += 1
        #expect((0..<3).allSatisfy { result[x, y, $0] == 90 })
      }
    }
    #expect(flat > 450)
    // No value outside the mix of picture and white.
    let opaque = try Sample(width: 30, height: 20, bands: 1) { _, _, _ in 90 }.edited("straighten=20")
    #expect(opaque.values.allSatisfy { (90...255).contains($0) })
  }

  @Test(
    "redact is black and opaque, with nothing of what was there", arguments: [1, 2, 3, 4], [false, true])
  func redact(bands: Int, deep: Bool) throws {
    let sample = Sample(width: 20, height: 10, bands: bands, deep: deep, gradient)
    let other = Sample(width: 20, height: 10, bands: bands, deep: deep) { x, y, band in
      (3..<9).contains(x) && (2..<7).contains(y) ? 77 : gradient(x, y, band)
    }
    let result = try sample.edited("redact=3,2,6,5")
    #expect(result.values == (try other.edited("redact=3,2,6,5").values))
    for y in 0..<10 {
      for x in 0..<20 {
        for band in 0..<bands {
          let isAlpha = bands.isMultiple(of: 2) && band == bands - 1
          let inside = (3..<9).contains(x) && (2..<7).contains(y)
          #expect(result[x, y, band] == (inside ? isAlpha ? (deep ? 65535 : 255) : 0 : sample[x, y, band]))
        }
      }
    }
  }

  @Test("blur is a Gaussian of that deviation, and nothing flows into or out of its rectangle")
  func blur() throws {
    let sample = Sample(width: 120, height: 30, bands: 3) { x, y, _ in
      y < 3 ? 255 : x < 60 ? 40 : 200
    }
    let result = try sample.edited("blur=10,5,100,20,4")
    for x in 0..<120 {
      #expect(result[x, 4] == sample[x, 4] && result[x, 25] == sample[x, 25])
      let inside = (10..<110).contains(x)
      let exact = 40 + 160 * 0.5 * (1 + erf((Double(x) + 0.5 - 60) / (4 * 2.0.squareRoot())))
      #expect(abs(Double(result[x, 15]) - (inside ? exact : Double(sample[x, 15]))) <= 1.6)
    }
    // A wide one is made smaller and larger again: still that Gaussian.
    let wide = try Sample(width: 400, height: 20, bands: 1) { x, _, _ in x < 200 ? 40 : 200 }
      .edited("blur=0,0,100%,100%,30")
    for x in stride(from: 0, to: 400, by: 7) {
      let exact = 40 + 160 * 0.5 * (1 + erf((Double(x) + 0.5 - 200) / (30 * 2.0.squareRoot())))
      #expect(abs(Double(wide[x, 10]) - exact) <= 3)
    }
  }

  @Test("mixing counts by alpha: no halo of hidden colours", arguments: ["blur=0,0,30,10,3", "sharpen"])
  func alpha(recipe: String) throws {
    // A flat object on a clear ground whose hidden colour is glaring.
    let sample = Sample(width: 30, height: 10, bands: 4) { x, _, band in
      band == 3 ? (x < 15 ? 255 : 0) : x < 15 ? 100 : 255
    }
    let result = try sample.edited(recipe)
    for x in 0..<30 where result[x, 5, 3] > 8 { #expect(abs(result[x, 5, 0] - 100) <= 1) }
  }

  @Test("sharpen adds four fifths of what a Gaussian takes away, and keeps flat areas")
  func sharpen() throws {
    let sample = Sample(width: 40, height: 12, bands: 3) { x, _, band in
      (x < 20 ? 80 : 160) + Double(band * 10)
    }
    let result = try sample.edited("sharpen")
    for x in 0..<40 {
      let step = x < 20 ? 80.0 : 160
      let soft = 80 + 80 * 0.5 * (1 + erf((Double(x) + 0.5 - 20) / 2.0.squareRoot()))
      for band in 0..<3 {
        #expect(abs(Double(result[x, 6, band]) - (step + 0.8 * (step - soft) + Double(band * 10))) <= 1.2)
      }
    }
    #expect(result[0, 0] == 80 && result[39, 11] == 160)
  }

  static let all = [
    "rotate=90", "flip=h", "straighten=7", "crop=10%,10%,80%,80%", "crop=1:1@attention", "crop=3:1@entropy",
    "brightness=1.1", "contrast=1.3", "saturation=0.5", "gamma=1.5", "autolevels", "grayscale", "sharpen",
    "redact=10%,10%,30%,30%", "blur=20%,20%,50%,50%", "blur=0,0,100%,100%,40",
    "straighten=-3;crop=4:3;autolevels;sharpen;redact=0,0,20%,20%",
  ]

  @Test("16 bits give what 8 bits give", arguments: all, [1, 2, 3, 4])
  func depths(recipe: String, bands: Int) throws {
    let shallow = Sample(width: 33, height: 22, bands: bands) { 60 + (gradient($0, $1, $2) / 2).rounded() }
    let deep = Sample(width: 33, height: 22, bands: bands, deep: true) {
      60 + (gradient($0, $1, $2) / 2).rounded()
    }
    let (one, two) = (try shallow.edited(recipe), try deep.edited(recipe))
    #expect(one.width == two.width && one.height == two.height)
    // Levels are found in finer steps with 16 bits.
    let tolerance = recipe.contains("autolevels") ? 5.0 : 1
    let worst = zip(one.values, two.values).map { abs(Double($0) - Double($1) / 257) }.max() ?? 0
    #expect(worst <= tolerance)
  }

  @Test(
    "tiny and thin pictures come through every operation", arguments: all,
    [(1, 1), (2, 1), (1, 9), (300, 2), (3, 3)])
  func tiny(recipe: String, size: (Int, Int)) throws {
    for bands in 1...4 {
      let sample = Sample(width: size.0, height: size.1, bands: bands, gradient)
      let result = try sample.edited(recipe)
      let edits = try EditRecipe(parsing: recipe).resolved(width: size.0, height: size.1)
      #expect(result.width == edits.width && result.height == edits.height)
    }
  }

  @Test(
    "a smart crop keeps what there is to see", arguments: ["attention", "entropy"], [1, 2, 3, 4])
  func smartCrop(gravity: String, bands: Int) throws {
    for deep in [false, true] {
      let sample = Sample(width: 200, height: 60, bands: bands, deep: deep) { x, y, band in
        if bands.isMultiple(of: 2) && band == bands - 1 { return 255 }
        return (120..<150).contains(x) && (10..<50).contains(y)
          ? Double((x * 53 + y * 91 + band * 60) % 256) : 200
      }
      let result = try sample.edited("crop=1:1@\(gravity)")
      #expect(result.width == 60 && result.height == 60)
      let left = (0...140).first { left in (0..<60).allSatisfy { result[$0, 30] == sample[left + $0, 30] } }
      #expect(left.map { $0 <= 120 && $0 + 60 >= 150 } == true, "cut at \(left ?? -1)")
    }
  }

  @Test(
    "a recipe that cannot be applied changes nothing and says so; what was to be hidden stays hidden",
    arguments: [("brightness=2;crop=5,5,1,1", [1, 2, 3]), ("brightness=2;redact=5,5,1,1", [0, 0, 0])])
  func refused(recipe: String, pixels: [UInt8]) throws {
    let image = try Image(pixels: [1, 2, 3], width: 1, height: 1, bands: 3)
    let edited = try image.applying(try EditRecipe(parsing: recipe), subject: "IMG_1.jpg")
    #expect(edited.isRefused && edited.findings.map(\.code) == [.editRefused])
    #expect(try edited.image.pixels() == pixels)
  }

  /// The page draws a ramp through CSS filters on a canvas and writes the values into its title.
  @Test(
    "brightness, contrast, saturation and grayscale are those of a browser",
    .enabled(if: isOracleAvailable("chromium")))
  func browser() throws {
    let edits = [
      ("brightness=1.3", "brightness(1.3)"), ("contrast=0.7", "contrast(0.7)"),
      ("contrast=1.6", "contrast(1.6)"),
      ("saturation=0.3", "saturate(0.3)"), ("saturation=1.8", "saturate(1.8)"), ("grayscale", "grayscale(1)"),
    ]
    let sample = Sample(width: 64, height: 4, bands: 3) { x, y, band in gradient(x, y, band) }
    let filters = edits.map { "'\($0.1)'" }.joined(separator: ",")
    let page = """
      <canvas id=a width=64 height=4></canvas><pre id=out></pre><script>
      const values=[\(sample.values.map(String.init).joined(separator: ","))],c=document.getElementById('a'),
        d=c.getContext('2d'),m=d.createImageData(64,4);
      for(let i=0;i<256;i++){for(let b=0;b<3;b++)m.data[i*4+b]=values[i*3+b];m.data[i*4+3]=255}
      d.putImageData(m,0,0);
      document.getElementById('out').textContent=[\(filters)].map(f=>{
        const e=new OffscreenCanvas(64,4).getContext('2d');e.filter=f;e.drawImage(c,0,0);
        return Array.from(e.getImageData(0,0,64,4).data).filter((v,i)=>i%4<3).join(' ')}).join(';');
      </script>
      """
    let folder = try TemporaryFolder()
    let path = try folder.write(page, to: "page.html")
    let result = try runCommand(
      "chromium",
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--user-data-dir=\(folder.path)/user",
        "file://\(path)",
      ])
    let output = result?.output ?? ""
    let start = try #require(output.range(of: "<pre id=\"out\">"))
    let end = try #require(output.range(of: "</pre>"))
    let lists = output[start.upperBound..<end.lowerBound].split(separator: ";")
    #expect(lists.count == edits.count)
    for (edit, list) in zip(edits, lists) {
      let theirs = list.split(separator: " ").compactMap { Int($0) }
      let ours = try sample.edited(edit.0).values.map(Int.init)
      #expect(theirs.count == ours.count)
      #expect((zip(theirs, ours).map { abs($0 - $1) }.max() ?? 255) <= 1, "\(edit.0)")
    }
  }
}
