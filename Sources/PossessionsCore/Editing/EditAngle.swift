/// Sine and cosine of an angle in degrees by their own series, so that a size worked out on one machine is the same
/// on every other, whatever its C library does in the last digit.
public enum EditAngle {
  /// - Parameter degrees: any angle of a recipe; multiples of 90 give exact values.
  public static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    var rest = degrees.truncatingRemainder(dividingBy: 360)
    if rest < 0 { rest += 360 }
    let quarter = (rest / 90).rounded(.toNearestOrEven)
    let radians = (rest - quarter * 90) * .pi / 180
    // |radians| is at most a quarter of pi: the twelfth term is below 1e-26.
    let square = radians * radians
    var sine = radians
    var cosine = 1.0
    var sineTerm = radians
    var cosineTerm = 1.0
    for step in 1...12 {
      let n = Double(2 * step)
      cosineTerm *= -square / ((n - 1) * n)
      sineTerm *= -square / (n * (n + 1))
      cosine += cosineTerm
      sine += sineTerm
    }
    switch Int(quarter) % 4 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }
}
