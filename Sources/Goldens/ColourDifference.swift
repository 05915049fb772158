import Glibc

/// Eight pixels in CIE L*a*b* (D65), one lane each.
struct LabLanes {
  var lightness: SIMD8<Float>
  var a: SIMD8<Float>
  var b: SIMD8<Float>
}

/// From sRGB codes to L*a*b*: IEC 61966-2-1 and CIE 15, white of D65 (95.047, 100, 108.883).
enum SRGB {
  /// Linear light of each code, 0…1.
  static let linear: [Float] = (0...255).map { code in
    let value = Double(code) / 255
    return Float(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
  }

  /// Rows of the matrix to X, Y and Z, each divided by the white's, so that white is 1, 1, 1.
  static let x: (Float, Float, Float) = (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047)
  static let y: (Float, Float, Float) = (0.2126729, 0.7151522, 0.0721750)
  static let z: (Float, Float, Float) = (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883)

  /// CIE's f: a cube root with a straight foot.
  static func f(_ t: SIMD8<Float>) -> SIMD8<Float> {
    let foot = t * Float(24389.0 / 27 / 116) + Float(16.0 / 116)
    return foot.replacing(with: cubeRoot(t), where: t .> Float(216.0 / 24389))
  }

  /// A guess from the exponent's bits, and two steps of Halley's method: exact to a float's last digits.
  static func cubeRoot(_ t: SIMD8<Float>) -> SIMD8<Float> {
    let bits = unsafeBitCast(t, to: SIMD8<UInt32>.self)
    // A third as 1/4 + 1/16 + …: shifts run in all lanes at once.
    let third = (bits &>> 2) &+ (bits &>> 4) &+ (bits &>> 6) &+ (bits &>> 8) &+ (bits &>> 10)
    var root = unsafeBitCast(third &+ 709_921_077, to: SIMD8<Float>.self)
    for _ in 0..<2 {
      let cube = root * root * root
      root *= (cube + 2 * t) / (2 * cube + t)
    }
    return root
  }

  static func lab(red: SIMD8<Float>, green: SIMD8<Float>, blue: SIMD8<Float>) -> LabLanes {
    let fx = f(red * x.0 + green * x.1 + blue * x.2)
    let fy = f(red * y.0 + green * y.1 + blue * y.2)
    let fz = f(red * z.0 + green * z.1 + blue * z.2)
    return LabLanes(lightness: 116 * fy - 16, a: 500 * (fx - fy), b: 200 * (fy - fz))
  }
}

/// CIEDE2000 after Sharma, Wu and Dalal (2005), for eight pairs at a time.
///
/// The mean hue is never computed as an angle: its sine and cosine are those of the bisector of the two hues, and
/// multiples follow by the addition theorems. Where two hues lie opposite each other the bisector is lost in rounding, and
/// a pair is computed by the book.
enum CIEDE2000 {
  static func differences(_ one: LabLanes, _ two: LabLanes) -> SIMD8<Float> { squares(one, two).squareRoot() }

  /// Their squares.
  static func squares(_ one: LabLanes, _ two: LabLanes) -> SIMD8<Float> {
    let power25 = Float(6_103_515_625.0)
    let chroma1 = (one.a * one.a + one.b * one.b).squareRoot()
    let chroma2 = (two.a * two.a + two.b * two.b).squareRoot()
    let meanChroma7 = seventh((chroma1 + chroma2) * 0.5)
    let stretch = 1.5 - 0.5 * (meanChroma7 / (meanChroma7 + power25)).squareRoot()
    let a1 = one.a * stretch
    let a2 = two.a * stretch
    let c1 = (a1 * a1 + one.b * one.b).squareRoot()
    let c2 = (a2 * a2 + two.b * two.b).squareRoot()
    let product = c1 * c2

    // The bisector: each hue as a unit vector, weighed by the other's chroma to avoid a division.
    var cosine = a1 * c2 + a2 * c1
    var sine = one.b * c2 + two.b * c1
    let one0 = c1 .== 0
    let two0 = c2 .== 0
    cosine.replace(with: a2, where: one0)
    sine.replace(with: two.b, where: one0)
    cosine.replace(with: a1, where: two0)
    sine.replace(with: one.b, where: two0)
    let length = (cosine * cosine + sine * sine).squareRoot()
    let pointless = length .== 0
    let divisor = length.replacing(with: 1, where: pointless)
    cosine = (cosine / divisor).replacing(with: 1, where: pointless)
    sine /= divisor

    // 2 sqrt(C1 C2) sin(Δh/2): for near hues from the sine of Δh, for far ones from its cosine, so that large numbers
    // are never subtracted.
    let safeProduct = product.replacing(with: 1, where: product .== 0)
    let cross = a1 * (two.b - one.b) - one.b * (a2 - a1)
    let halfDot = 0.5 * (a1 * a2 + one.b * two.b) / safeProduct
    let root = safeProduct.squareRoot()
    let isFar = halfDot .< 0
    var deltaHue = cross / (root * (0.5 + halfDot.replacing(with: 0, where: isFar)).squareRoot())
    if any(isFar) {
      var far = 2 * root * (0.5 - halfDot.replacing(with: 0, where: .!isFar)).squareRoot()
      far.replace(with: -far, where: cross .< 0)
      deltaHue.replace(with: far, where: isFar)
    }
    deltaHue.replace(with: 0, where: product .== 0)

    // cos(h - 30°), cos 2h, cos(3h + 6°), cos(4h - 63°).
    let cosine2 = cosine * cosine - sine * sine
    let sine2 = 2 * sine * cosine
    let cosine3 = cosine2 * cosine - sine2 * sine
    let sine3 = sine2 * cosine + cosine2 * sine
    let cosine4 = cosine2 * cosine2 - sine2 * sine2
    let sine4 = 2 * sine2 * cosine2
    var t = 1 - 0.17 * (cosine * 0.8660254 + sine * 0.5) + 0.24 * cosine2
    t += 0.32 * (cosine3 * 0.9945219 - sine3 * 0.10452846)
    t -= 0.20 * (cosine4 * 0.45399050 + sine4 * 0.89100652)

    let meanLightness = (one.lightness + two.lightness) * 0.5 - 50
    let meanLightness2 = meanLightness * meanLightness
    let meanChroma = (c1 + c2) * 0.5
    let weightL = 1 + 0.015 * meanLightness2 / (20 + meanLightness2).squareRoot()
    let weightC = 1 + 0.045 * meanChroma
    let weightH = 1 + 0.015 * meanChroma * t
    let lightness = (two.lightness - one.lightness) / weightL
    let chroma = (c2 - c1) / weightC
    let hue = deltaHue / weightH
    var square = lightness * lightness + chroma * chroma + hue * hue
    // The rotation term lives in the blues alone: elsewhere it is below 1e-6.
    if any(sine .< 0) {
      let power = seventh(meanChroma)
      let spread = 2 * (power / (power + power25)).squareRoot()
      square -= BlueRotation.factors(cosine: cosine, sine: sine) * spread * chroma * hue
    }
    // Rounding may leave less than nothing.
    square = square.replacing(with: 0, where: square .< 0)
    let opposite = (length .< 0.1 * product) .& (product .> 1e-4)
    if any(opposite) {
      for lane in 0..<8 where opposite[lane] {
        let book = difference(
          (Double(one.lightness[lane]), Double(one.a[lane]), Double(one.b[lane])),
          (Double(two.lightness[lane]), Double(two.a[lane]), Double(two.b[lane])))
        square[lane] = Float(book * book)
      }
    }
    return square
  }

  private static func seventh(_ value: SIMD8<Float>) -> SIMD8<Float> {
    let square = value * value
    return square * square * square * value
  }

  /// One pair by the book, in doubles.
  static func difference(
    _ one: (l: Double, a: Double, b: Double), _ two: (l: Double, a: Double, b: Double)
  ) -> Double {
    let radians = Double.pi / 180
    let mean7 = pow((hypot(one.a, one.b) + hypot(two.a, two.b)) / 2, 7)
    let stretch = 1.5 - 0.5 * (mean7 / (mean7 + 6_103_515_625)).squareRoot()
    let (a1, a2) = (one.a * stretch, two.a * stretch)
    let (c1, c2) = (hypot(a1, one.b), hypot(a2, two.b))
    func hue(_ a: Double, _ b: Double) -> Double {
      if a == 0 && b == 0 { return 0 }
      let angle = atan2(b, a) / radians
      return angle < 0 ? angle + 360 : angle
    }
    let (h1, h2) = (hue(a1, one.b), hue(a2, two.b))
    var span = h2 - h1
    var meanHue = h1 + h2
    if c1 * c2 == 0 {
      span = 0
    } else if abs(span) <= 180 {
      meanHue /= 2
    } else {
      span += span > 180 ? -360 : 360
      meanHue = (meanHue < 360 ? meanHue + 360 : meanHue - 360) / 2
    }
    let deltaHue = 2 * (c1 * c2).squareRoot() * sin(span / 2 * radians)
    let t =
      1 - 0.17 * cos((meanHue - 30) * radians) + 0.24 * cos(2 * meanHue * radians)
      + 0.32 * cos((3 * meanHue + 6) * radians) - 0.20 * cos((4 * meanHue - 63) * radians)
    let meanLightness = (one.l + two.l) / 2 - 50
    let meanChroma = (c1 + c2) / 2
    let weightL =
      1 + 0.015 * meanLightness * meanLightness / (20 + meanLightness * meanLightness).squareRoot()
    let weightC = 1 + 0.045 * meanChroma
    let weightH = 1 + 0.015 * meanChroma * t
    let chroma7 = pow(meanChroma, 7)
    let spread = 2 * (chroma7 / (chroma7 + 6_103_515_625)).squareRoot()
    let turn = sin(60 * exp(-pow((meanHue - 275) / 25, 2)) * radians)
    let (l, c, h) = ((two.l - one.l) / weightL, (c2 - c1) / weightC, deltaHue / weightH)
    return max(0, l * l + c * c + h * h - turn * spread * c * h).squareRoot()
  }
}

/// `sin(60° exp(-((h - 275°)/25°)²))` for hues of the lower half circle, by a table over `cos h / (|cos h| + |sin h|)`, which
/// runs from -1 at 180° to 1 at 360° and needs no arc tangent.
private enum BlueRotation {
  static let half: Float = 2048
  static let table: [Float] = (-2048...2049).map { step in
    let run = min(Double(step) / 2048, 1)
    let hue = 360 + atan2(abs(run) - 1, run) * 180 / .pi
    return Float(sin(60 * exp(-pow((hue - 275) / 25, 2)) * .pi / 180))
  }

  /// Zero where the hue lies in the upper half.
  static func factors(cosine: SIMD8<Float>, sine: SIMD8<Float>) -> SIMD8<Float> {
    let isLower = sine .< 0
    let size = cosine.replacing(with: -cosine, where: cosine .< 0)
    // Where the hue lies above, any place will do.
    let run = (cosine / (size - sine)).replacing(with: 0, where: .!isLower)
    let place = (run + 1) * half
    var (low, step, whole) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    table.withUnsafeBufferPointer { table in
      for lane in 0..<8 {
        let index = Int(place[lane])
        low[lane] = table[index]
        step[lane] = table[index + 1] - table[index]
        whole[lane] = Float(index)
      }
    }
    return (low + step * (place - whole)).replacing(with: 0, where: .!isLower)
  }
}

extension SIMD8<Float> {
  static var one: SIMD8<Float> { .init(repeating: 1) }
}
