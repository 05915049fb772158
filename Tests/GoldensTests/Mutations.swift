import Darkroom
import Foundation
import PossessionsCore

@testable import Goldens

/// An output of an edit, as the gate sees it.
struct Output {
  var pixels: RGBAPixels
  var bands: Int

  init(_ pixels: RGBAPixels, bands: Int) {
    self.pixels = pixels
    self.bands = bands
  }

  init(_ image: Image) throws {
    let made = try MadePicture(image)
    self.init(made.pixels, bands: made.bands)
  }

  func image() throws -> Image {
    let kept = bands == 4 ? 0..<4 : 0..<3
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count * bands)
    for start in stride(from: 0, to: pixels.bytes.count, by: 4) {
      for channel in kept { bytes.append(pixels.bytes[start + channel]) }
    }
    return try Image(pixels: bytes, width: pixels.width, height: pixels.height, bands: bands)
  }

  func edited(_ recipe: String) throws -> Output {
    if recipe.isEmpty { return self }
    return try Output(image().applying(EditRecipe(parsing: recipe), subject: "mutation").image)
  }

  /// Each pixel changed in place: its place, and its four bytes.
  func altered(_ change: (_ x: Int, _ y: Int, _ pixel: UnsafeMutablePointer<UInt8>) -> Void) -> Output {
    var copy = self
    let (width, height) = (pixels.width, pixels.height)
    copy.pixels.bytes.withUnsafeMutableBufferPointer { buffer in
      guard var pixel = buffer.baseAddress else { return }
      for y in 0..<height {
        for x in 0..<width {
          change(x, y, pixel)
          pixel += 4
        }
      }
    }
    return copy
  }

  /// Each pixel taken from another place; beyond the edge the edge goes on.
  func moved(_ width: Int, _ height: Int, _ place: (_ x: Int, _ y: Int) -> (Int, Int)) -> Output {
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let (fromX, fromY) = place(x, y)
        let from =
          (min(max(fromY, 0), pixels.height - 1) * pixels.width + min(max(fromX, 0), pixels.width - 1)) * 4
        let to = (y * width + x) * 4
        for channel in 0..<4 { bytes[to + channel] = pixels.bytes[from + channel] }
      }
    }
    return Output(RGBAPixels(width: width, height: height, bytes: bytes), bands: bands)
  }

  func moved(_ place: (_ x: Int, _ y: Int) -> (Int, Int)) -> Output {
    moved(pixels.width, pixels.height, place)
  }

  /// Colour channels through a curve on 0…255, alpha as it is.
  func curved(red: Bool = true, green: Bool = true, blue: Bool = true, _ curve: (Double) -> Double) -> Output
  {
    let table = (0...255).map { UInt8(min(max(curve(Double($0)), 0), 255)) }
    return altered { _, _, pixel in
      if red { pixel[0] = table[Int(pixel[0])] }
      if green { pixel[1] = table[Int(pixel[1])] }
      if blue { pixel[2] = table[Int(pixel[2])] }
    }
  }

  /// Half as large: each channel the mean of four, through a curve and back.
  func halved(_ there: (Double) -> Double = { $0 }, _ back: (Double) -> Double = { $0 }) -> Output {
    let (width, height) = (pixels.width / 2, pixels.height / 2)
    let curve = (0...255).map { there(Double($0)) }
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<4 {
          let at = (y * 2 * pixels.width + x * 2) * 4 + channel
          let row = pixels.width * 4
          let sum =
            curve[Int(pixels.bytes[at])] + curve[Int(pixels.bytes[at + 4])]
            + curve[Int(pixels.bytes[at + row])] + curve[Int(pixels.bytes[at + row + 4])]
          bytes[(y * width + x) * 4 + channel] = UInt8(min(max(back(sum / 4) + 0.5, 0), 255))
        }
      }
    }
    return Output(RGBAPixels(width: width, height: height, bytes: bytes), bands: bands)
  }
}

/// A picture to spoil, at its size and at twice its size.
struct Subject {
  var name: String
  var large: Output
  var picture: Output

  init(_ name: String, _ large: Output) throws {
    self.name = name
    self.large = large
    let size = PixelSize(width: large.pixels.width / 2, height: large.pixels.height / 2)
    picture = try Output(large.image().resized(to: size))
  }
}

/// A fault that a program could have: what was approved, and what it makes.
struct Mutation: Sendable {
  var name: String
  var approved: @Sendable (Subject) throws -> Output
  var made: @Sendable (Subject) throws -> Output

  init(
    _ name: String, of approved: @escaping @Sendable (Subject) throws -> Output = { $0.picture },
    _ made: @escaping @Sendable (Subject) throws -> Output
  ) {
    self.name = name
    self.approved = approved
    self.made = made
  }

  /// Another recipe than the one that was approved.
  init(_ name: String, recipe: String, becomes: String) {
    self.init(name, of: { try $0.picture.edited(recipe) }) { try $0.picture.edited(becomes) }
  }

  static let all: [Mutation] = geometry + scaling + tones + colours + neighbourhoods + places + alphas

  static let geometry: [Mutation] = [
    Mutation("1 px left") { $0.picture.moved { ($0 + 1, $1) } },
    Mutation("1 px right") { $0.picture.moved { ($0 - 1, $1) } },
    Mutation("1 px up") { $0.picture.moved { ($0, $1 + 1) } },
    Mutation("1 px down") { $0.picture.moved { ($0, $1 - 1) } },
    Mutation("half a pixel left") { $0.picture.between { ($0 + 1, $1) } },
    Mutation("1 px wider") { subject in
      let size = subject.picture.pixels
      return subject.picture.moved(size.width + 1, size.height) { ($0, $1) }
    },
    Mutation("mirrored left to right") { try $0.picture.edited("flip=horizontal") },
    Mutation("mirrored top to bottom") { try $0.picture.edited("flip=vertical") },
    Mutation("turned by 180 degrees") { try $0.picture.edited("rotate=180") },
    Mutation("turned by 90 degrees") { try $0.picture.edited("rotate=90") },
    Mutation("crop 1 px beside", recipe: "crop=10,10,90,70", becomes: "crop=11,10,90,70"),
    Mutation("crop 1 px less", recipe: "crop=10,10,90,70", becomes: "crop=10,10,90,69"),
    Mutation("gravity lost", recipe: "crop=1:1@northwest", becomes: "crop=1:1"),
    Mutation("straightened by 0.1 degrees more", recipe: "straighten=3", becomes: "straighten=3.1"),
    Mutation("straightened the other way", recipe: "straighten=3", becomes: "straighten=-3"),
    Mutation(
      "crop before turning", recipe: "rotate=180;crop=0,0,50,50", becomes: "crop=0,0,50,50;rotate=180"),
  ]

  static let scaling: [Mutation] = [
    Mutation("means of four pixels instead of lanczos3") { $0.large.halved() },
    Mutation("every second pixel instead of lanczos3") { subject in
      let size = subject.picture.pixels
      return subject.large.moved(size.width, size.height) { ($0 * 2, $1 * 2) }
    },
    Mutation("scaled in linear light", of: { $0.large.halved() }) {
      $0.large.halved({ pow($0 / 255, 2.2) }, { pow($0, 1 / 2.2) * 255 })
    },
    Mutation("scaled twice") { subject in
      let size = subject.picture.pixels
      let small = PixelSize(width: size.width * 3 / 4, height: size.height * 3 / 4)
      return try Output(
        subject.picture.image().resized(to: small).resized(
          to: PixelSize(width: size.width, height: size.height)))
    },
  ]

  static let tones: [Mutation] = [
    Mutation("exposure x 1.02") { $0.picture.curved { $0 * 1.02 + 0.5 } },
    Mutation("exposure x 0.98") { $0.picture.curved { $0 * 0.98 + 0.5 } },
    Mutation("exposure x 1.01") { $0.picture.curved { $0 * 1.01 + 0.5 } },
    Mutation("exposure x 1.005") { $0.picture.curved { $0 * 1.005 + 0.5 } },
    Mutation("gamma 1.05") { $0.picture.curved { pow($0 / 255, 1 / 1.05) * 255 + 0.5 } },
    Mutation("gamma 0.97") { $0.picture.curved { pow($0 / 255, 1 / 0.97) * 255 + 0.5 } },
    Mutation("contrast 1.03") { $0.picture.curved { ($0 - 127.5) * 1.03 + 128 } },
    Mutation("one code up") { $0.picture.curved { $0 + 1 } },
    Mutation("one code down") { $0.picture.curved { $0 - 1 } },
    Mutation("cut off instead of rounded", of: { $0.picture.curved { $0 * 1.1 + 0.5 } }) {
      $0.picture.curved { $0 * 1.1 }
    },
    Mutation("full range taken for 16…235") { $0.picture.curved { $0 * 219 / 255 + 16.5 } },
    Mutation("rounded to 6 bits") { $0.picture.curved { ($0 / 4).rounded(.down) * 4 } },
    Mutation("levels left as they were", recipe: "contrast=0.6;autolevels", becomes: "contrast=0.6"),
    Mutation(
      "brightness after contrast", recipe: "brightness=1.2;contrast=1.3",
      becomes: "contrast=1.3;brightness=1.2"),
  ]

  static let colours: [Mutation] = [
    Mutation("P3 read as sRGB", of: { $0.picture.fromP3() }) { $0.picture },
    Mutation("saturation 1.05") { try $0.picture.edited("saturation=1.05") },
    Mutation("saturation 0.95") { try $0.picture.edited("saturation=0.95") },
    Mutation("saturation 1.02") { try $0.picture.edited("saturation=1.02") },
    Mutation("red and blue swapped") {
      $0.picture.altered { _, _, pixel in (pixel[0], pixel[2]) = (pixel[2], pixel[0]) }
    },
    Mutation("blue up by 2") { $0.picture.curved(red: false, green: false) { $0 + 2 } },
    Mutation("colour left in gray", recipe: "grayscale", becomes: ""),
    Mutation("gray by the weights of BT.601", recipe: "grayscale") {
      $0.picture.altered { _, _, pixel in
        let gray = 0.299 * Double(pixel[0]) + 0.587 * Double(pixel[1]) + 0.114 * Double(pixel[2]) + 0.5
        for channel in 0..<3 { pixel[channel] = UInt8(gray) }
      }
    },
  ]

  static let neighbourhoods: [Mutation] = [
    Mutation("a light blur") { try $0.picture.edited("blur=0,0,100%,100%,0.5") },
    Mutation("sharpened on top") { try $0.picture.edited("sharpen") },
    Mutation("sharpening lost", recipe: "sharpen", becomes: ""),
    Mutation("sharpened twice", recipe: "sharpen", becomes: "sharpen;sharpen"),
    Mutation("blur 10 % wider", recipe: "blur=10,10,80,60,4", becomes: "blur=10,10,80,60,4.4"),
    Mutation("blur 1 px beside", recipe: "blur=10,10,80,60,4", becomes: "blur=11,10,80,60,4"),
    Mutation("through a JPEG of quality 95") { subject in
      let bytes = try subject.picture.image().flattened().encoded(as: .jpeg, quality: 95)
      var output = try Output(Image.open(.bytes(bytes), as: .jpeg))
      output.bands = subject.picture.bands
      return output
    },
    Mutation("grain of 3 codes in one pixel of a hundred") {
      $0.picture.altered { x, y, pixel in
        if (x * 7919 + y * 104_729) % 101 == 0 {
          for channel in 0..<3 {
            pixel[channel] = pixel[channel] > 127 ? pixel[channel] - 3 : pixel[channel] + 3
          }
        }
      }
    },
  ]

  static let places: [Mutation] = [
    Mutation("one hot pixel") {
      $0.picture.altered { x, y, pixel in
        if x == 60 && y == 40 { for channel in 0..<3 { pixel[channel] = pixel[channel] > 200 ? 0 : 255 } }
      }
    },
    Mutation("a spot of 2x2 px, 6 codes") {
      $0.picture.altered { x, y, pixel in
        if x / 2 == 20 && y / 2 == 20 {
          for channel in 0..<3 {
            pixel[channel] = pixel[channel] > 127 ? pixel[channel] - 6 : pixel[channel] + 6
          }
        }
      }
    },
    Mutation("a spot of 8x8 px, 3 codes") {
      $0.picture.altered { x, y, pixel in
        if x / 8 == 8 && y / 8 == 5 {
          for channel in 0..<3 {
            pixel[channel] = pixel[channel] > 127 ? pixel[channel] - 3 : pixel[channel] + 3
          }
        }
      }
    },
    Mutation("a black row") {
      $0.picture.altered { _, y, pixel in if y == 50 { for channel in 0..<3 { pixel[channel] = 0 } } }
    },
    Mutation("the last column twice") { subject in
      let width = subject.picture.pixels.width
      return subject.picture.moved { ($0 == width - 1 ? $0 - 1 : $0, $1) }
    },
    Mutation("a row missing") { $0.picture.moved { ($0, $1 > 30 ? $1 + 1 : $1) } },
    Mutation("a tile of 16 px from its neighbour") {
      $0.picture.moved { (x, y) in (x / 16 == 3 && y / 16 == 2 ? x + 16 : x, y) }
    },
    Mutation("redaction lost", recipe: "redact=30,20,40,10", becomes: ""),
    Mutation("redaction 1 px smaller", recipe: "redact=30,20,40,10", becomes: "redact=30,20,39,10"),
    Mutation("redaction 1 px beside", recipe: "redact=30,20,40,10", becomes: "redact=31,20,40,10"),
    Mutation("redaction only darkened", of: { try $0.picture.edited("redact=30,20,40,10") }) {
      $0.picture.altered { x, y, pixel in
        if (30..<70).contains(x) && (20..<30).contains(y) { for channel in 0..<3 { pixel[channel] /= 16 } }
      }
    },
  ]

  static let alphas: [Mutation] = [
    Mutation("alpha alone, 3 codes") {
      $0.picture.withAlpha.altered { _, _, pixel in pixel[3] = pixel[3] - min(pixel[3], 3) }
    },
    Mutation("alpha lost") {
      Output($0.picture.withAlpha.altered { _, _, pixel in pixel[3] = 255 }.pixels, bands: 3)
    },
    Mutation("alpha upside down") {
      $0.picture.withAlpha.altered { _, _, pixel in pixel[3] = 255 - pixel[3] }
    },
    Mutation("colours still multiplied by alpha") {
      $0.picture.altered { _, _, pixel in
        for channel in 0..<3 { pixel[channel] = UInt8(Int(pixel[channel]) * Int(pixel[3]) / 255) }
      }
    },
    Mutation("black behind transparency instead of white", of: { try Output($0.picture.image().flattened()) })
    {
      try Output($0.picture.image().flattened(onto: [0]))
    },
  ]
}

extension Mutation {
  /// What another recipe gave is approved; what is made is drawn by hand.
  fileprivate init(
    _ name: String, recipe: String, by made: @escaping @Sendable (Subject) throws -> Output
  ) {
    self.init(name, of: { try $0.picture.edited(recipe) }, made)
  }
}

extension Output {
  fileprivate var withAlpha: Output { Output(pixels, bands: 4) }

  /// Halfway between two pixels.
  fileprivate func between(_ other: (_ x: Int, _ y: Int) -> (Int, Int)) -> Output {
    let second = moved(other).pixels.bytes
    var copy = self
    for index in copy.pixels.bytes.indices {
      copy.pixels.bytes[index] = UInt8((Int(copy.pixels.bytes[index]) + Int(second[index]) + 1) / 2)
    }
    return copy
  }

  /// Values of Display P3 turned into sRGB: the two share curve and white.
  fileprivate func fromP3() -> Output {
    let linear = SRGB.linear.map(Double.init)
    func code(_ light: Double) -> UInt8 {
      let light = min(max(light, 0), 1)
      return UInt8((light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055) * 255 + 0.5)
    }
    return altered { _, _, pixel in
      let (red, green, blue) = (linear[Int(pixel[0])], linear[Int(pixel[1])], linear[Int(pixel[2])])
      pixel[0] = code(1.2249 * red - 0.2247 * green)
      pixel[1] = code(-0.0420 * red + 1.0419 * green)
      pixel[2] = code(-0.0197 * red - 0.0786 * green + 1.0979 * blue)
    }
  }
}
