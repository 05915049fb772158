/// Pictures for people: the difference as a heat map, and three pictures side by side.
enum DifferencePictures {
  /// Colours from "just there" to "plain", readable with every kind of colour vision (after matplotlib's plasma, reversed).
  static let ramp: [(value: Float, red: Float, green: Float, blue: Float)] = [
    (0, 240, 249, 33), (1, 253, 180, 47), (2.3, 237, 121, 83), (5, 177, 42, 144), (10, 13, 8, 135),
  ]
  /// The legend's marks; every picture has the same scale.
  static let legend = "0 … 1 … 2.3 … 5 … 10 and more"

  static func colour(_ value: Float) -> (UInt8, UInt8, UInt8) {
    let value = min(max(value, 0), 10)
    guard let upper = ramp.firstIndex(where: { $0.value >= value }), upper > 0 else { return (240, 249, 33) }
    let (low, high) = (ramp[upper - 1], ramp[upper])
    let share = (value - low.value) / (high.value - low.value)
    func mix(_ a: Float, _ b: Float) -> UInt8 { UInt8(a + (b - a) * share + 0.5) }
    return (mix(low.red, high.red), mix(low.green, high.green), mix(low.blue, high.blue))
  }

  /// The expected picture in pale gray, and over it the colour of each pixel that differs; masks are hatched.
  static func heatMap(_ expected: RGBAPixels, _ difference: Difference, masks: [Mask]) -> RGBAPixels {
    var result = expected
    let counted = Mask.counted(masks, width: expected.width, height: expected.height)
    for place in 0..<expected.count {
      let at = place * 4
      let value = difference.map[place]
      if value > 0 {
        (result.bytes[at], result.bytes[at + 1], result.bytes[at + 2]) = colour(value)
      } else {
        let sum =
          54 * Int(expected.bytes[at]) + 183 * Int(expected.bytes[at + 1]) + 19 * Int(expected.bytes[at + 2])
        let luma = sum * Int(expected.bytes[at + 3]) / 65_280 + 255 - Int(expected.bytes[at + 3])
        var pale = UInt8(190 + luma / 4)
        if let counted, !counted[place], (place % expected.width + place / expected.width) % 6 < 2 {
          pale = 120
        }
        (result.bytes[at], result.bytes[at + 1], result.bytes[at + 2]) = (pale, pale, pale)
      }
      result.bytes[at + 3] = 255
    }
    return result
  }

  /// On a canvas of that size, in the upper left corner; what is outside is gray, what is transparent shows squares.
  static func onCanvas(_ picture: RGBAPixels, width: Int, height: Int) -> RGBAPixels {
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let to = (y * width + x) * 4
        bytes[to + 3] = 255
        guard x < picture.width, y < picture.height else {
          (bytes[to], bytes[to + 1], bytes[to + 2]) = (128, 128, 128)
          continue
        }
        let from = (y * picture.width + x) * 4
        let alpha = Int(picture.bytes[from + 3])
        let square = (x / 8 + y / 8) % 2 == 0 ? 255 : 215
        for channel in 0..<3 {
          let mixed = Int(picture.bytes[from + channel]) * alpha + square * (255 - alpha)
          bytes[to + channel] = UInt8((mixed + 127) / 255)
        }
      }
    }
    return RGBAPixels(width: width, height: height, bytes: bytes)
  }

  /// Expected, actual and difference side by side on one canvas size, with the legend of colours below.
  static func panel(_ pictures: [RGBAPixels]) -> RGBAPixels {
    let width = pictures.map(\.width).max() ?? 1
    let height = pictures.map(\.height).max() ?? 1
    let gap = 8
    let legendHeight = 12
    let whole = pictures.count * width + (pictures.count - 1) * gap
    let tall = height + gap + legendHeight
    var bytes = [UInt8](repeating: 255, count: whole * tall * 4)
    for (index, picture) in pictures.enumerated() {
      let canvas = onCanvas(picture, width: width, height: height)
      for y in 0..<height {
        let to = (y * whole + index * (width + gap)) * 4
        bytes.replaceSubrange(
          to..<(to + width * 4), with: canvas.bytes[(y * width * 4)..<((y + 1) * width * 4)])
      }
    }
    // The scale from 0 to 10 from the left edge to the right one of the last picture.
    let start = (pictures.count - 1) * (width + gap)
    for y in (height + gap)..<tall {
      for x in 0..<width {
        let to = (y * whole + start + x) * 4
        (bytes[to], bytes[to + 1], bytes[to + 2]) = colour(Float(x) * 10 / Float(max(1, width - 1)))
      }
    }
    return RGBAPixels(width: whole, height: tall, bytes: bytes)
  }
}
