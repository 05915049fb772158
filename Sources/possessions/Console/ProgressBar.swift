/// A line that says how far a step is, how fast it goes and how long it will take.
struct ProgressBar {
  let step: String
  private let total: Int
  private let started: Double
  private var lastDrawn = -1.0
  var isDrawn = false

  init(step: String, total: Int, now: Double = monotonicSeconds()) {
    self.step = step
    self.total = total
    started = now
  }

  /// The line to draw, or nil where the last one is younger than a tenth of a second.
  mutating func line(done: Int, total: Int, now: Double) -> String? {
    guard total > 0, now - lastDrawn > 0.1 || done == total else { return nil }
    lastDrawn = now
    isDrawn = true
    let width = 24
    let filled = min(width, done * width / total)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    var text = "\(padded(step, 8)) \(bar) \(done)/\(total)"
    let elapsed = now - started
    if done > 0, elapsed > 0.5 {
      let rate = Double(done) / elapsed
      text += rate < 10 ? "  \(Double(Int(rate * 10)) / 10)/s" : "  \(Int(rate))/s"
      if done < total {
        text += "  \(clockText(Int(Double(total - done) / rate + 0.5))) left"
      }
    }
    return text
  }

  private func clockText(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if seconds >= 3600 { return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))" }
    return "\(seconds / 60):\(two(seconds % 60))"
  }
}
