/// Rule 7, where it is asked for: a picture of an item's label opens a group, and the shots after it, in the capture
/// order of the same camera, belong to that item until the next label.
///
/// What could be a guess ends or breaks a group: a label of nobody known or of two items, a shot in which nobody looked
/// for codes, a long pause, a jump in the camera's own numbers (two phones of one model in one folder), two shots of one
/// second in different folders.
struct LabelLeaderMatcher: PhotoMatcher {
  static let rule = "label-leader"

  private var answers: [Int: RuleAnswer] = [:]

  init(_ context: MatchContext) {
    guard context.options.readsLeaders else { return }
    let codes = CodeReader(index: context.itemIndex)
    var cameras: [String: [Shot]] = [:]
    var seen: Set<Int> = []
    for (index, photo) in context.photos.enumerated() {
      // A picture with several names is one shot.
      guard seen.insert(context.pictureOf[index]).inserted else { continue }
      guard let time = photo.facts.capturedAt, let seconds = seconds(of: time.wallClock) else { continue }
      let camera = [photo.facts.cameraMake, photo.facts.cameraModel, photo.facts.cameraSerial]
        .map { $0 ?? "" }.joined(separator: "\u{0}")
      cameras[camera, default: []].append(
        Shot(photo: index, seconds: seconds, zone: time.zoneMinutes, path: photo.path))
    }
    for (_, shots) in cameras {
      group(shots, codes: codes, context: context)
    }
  }

  func answer(for photo: Int) -> RuleAnswer { answers[photo] ?? .silent }

  private struct Shot {
    var photo: Int
    var seconds: Double
    var zone: Int?
    var path: BytePath
  }

  private mutating func group(_ shots: [Shot], codes: CodeReader, context: MatchContext) {
    // Zones count only where every shot has one: a camera's clock without zone runs on by itself.
    let isZoned = shots.allSatisfy { $0.zone != nil }
    func moment(_ shot: Shot) -> Double {
      isZoned ? shot.seconds - Double((shot.zone ?? 0) * 60) : shot.seconds
    }
    let ordered = shots.sorted {
      let times = (moment($0), moment($1))
      return times.0 != times.1 ? times.0 < times.1 : naturallyPrecedes($0.path, $1.path)
    }
    var leader: (item: Int, label: BytePath)?
    var previous: Shot?
    for (position, shot) in ordered.enumerated() {
      defer { previous = shot }
      guard let texts = context.photos[shot.photo].facts.codes else {
        // Nobody looked: it may be a label itself.
        leader = nil
        continue
      }
      let reading = codes.read(texts)
      if !reading.items.isEmpty || reading.hasStranger {
        // The label itself is found by its code.
        leader = reading.items.count == 1 ? (reading.items[0], shot.path) : nil
        continue
      }
      guard let opened = leader, let before = previous else { continue }
      if moment(shot) - moment(before) > Double(context.options.leaderPause) {
        leader = nil
        continue
      }
      let isTied =
        (moment(shot) == moment(before) && shot.path.folder != before.path.folder)
        || (position + 1 < ordered.count && moment(ordered[position + 1]) == moment(shot)
          && ordered[position + 1].path.folder != shot.path.folder)
      if isTied || jumps(from: before.path, to: shot.path) {
        answers[shot.photo] = .ambiguous(
          items: [opened.item], detail: "after \(nameText(opened.label)), but not surely of the same series")
        continue
      }
      answers[shot.photo] = .items([Claim(item: opened.item, detail: "after " + nameText(opened.label))])
    }
  }

  /// Whether the numbers of two camera names do not follow each other: `IMG_1001`, `IMG_5002`.
  private func jumps(from left: BytePath, to right: BytePath) -> Bool {
    guard let a = counter(left), let b = counter(right), a.prefix == b.prefix else { return false }
    let step = b.number - a.number
    // The counter of most cameras begins again after 9999.
    return !(0...99).contains(step) && !(0...99).contains(step + 9999) && !(0...99).contains(step + 10000)
  }

  private func counter(_ path: BytePath) -> (prefix: String, number: Int)? {
    let stem = nameStem(nameText(path.name))
    let digits = stem.reversed().prefix { $0.isASCII && $0.isNumber }
    guard (4...5).contains(digits.count), let number = Int(String(digits.reversed())) else { return nil }
    return (folded(String(stem.dropLast(digits.count))), number)
  }

  /// Seconds of a wall clock, on a count of its own.
  private func seconds(of wallClock: String) -> Double? {
    let text = Array(wallClock.utf8)
    guard text.count >= 19 else { return nil }
    func number(_ range: Range<Int>) -> Int? { Int(String(decoding: text[range], as: UTF8.self)) }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      (1...12).contains(month)
    else { return nil }
    // Days of the civil calendar: H. Hinnant, "chrono-compatible low-level date algorithms".
    let y = month <= 2 ? year - 1 : year
    let era = y / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra
    let whole = Double(days * 86400 + hour * 3600 + minute * 60 + second)
    let fraction = text.count > 20 ? Double("0." + String(decoding: text[20...], as: UTF8.self)) ?? 0 : 0
    return whole + fraction
  }
}
