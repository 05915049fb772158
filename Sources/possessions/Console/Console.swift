import Foundation
import PossessionsCore
import Running

/// Standard output, standard error and the event stream: the only places where the program speaks.
///
/// Results go to standard output, everything else to standard error. Text that came from files passes `printable`
/// where it is put into a message, so nothing can forge a line or a colour.
final class Console {
  let isQuiet: Bool
  let isJSON: Bool
  private let showsProgress: Bool
  private let outputColor: Bool
  private let errorColor: Bool
  private var events: FileHandle?
  private var bar: ProgressBar?

  init(
    _ arguments: Arguments, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(Failure) {
    isQuiet = arguments.has("quiet")
    isJSON = arguments.has("json")
    let errorIsTerminal = isatty(2) == 1
    showsProgress =
      switch try arguments.text("progress") ?? "auto" {
      case "always": true
      case "never": false
      default: errorIsTerminal && !arguments.has("quiet")
      }
    let plain = arguments.has("no-color") || environment["NO_COLOR"].map { !$0.isEmpty } == true
    outputColor = !plain && isatty(1) == 1
    errorColor = !plain && errorIsTerminal
    if let file = arguments.path("events") {
      if file.bytes == [0x2D] {
        guard !isJSON else {
          throw Failure(
            .usage, subject: "--events -", message: "standard output is taken by --json",
            remedy: "write the events to a file")
        }
        events = FileHandle.standardOutput
      } else {
        let descriptor = file.bytes.withUnsafeBufferPointer { bytes in
          open(String(decoding: bytes, as: UTF8.self), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
        }
        guard descriptor >= 0 else {
          throw Failure(
            .cannotCreate, subject: "--events \(file)", message: String(cString: strerror(errno)),
            remedy: "name a file that can be written")
        }
        events = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      }
    }
  }

  /// Before arguments are understood: plain, no events.
  init() {
    isQuiet = false
    isJSON = false
    showsProgress = false
    outputColor = false
    errorColor = isatty(2) == 1 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }

  // MARK: Results

  /// Writes to standard output. A reader that has gone (EPIPE) ends the program without a word.
  func write(_ text: String) {
    write(Array(text.utf8), to: 1)
  }

  func write(bytes: [UInt8]) {
    write(bytes, to: 1)
  }

  /// Lines for people: not with `--json`, not with `--quiet`.
  func say(_ line: String = "") {
    guard !isQuiet, !isJSON else { return }
    clearBar()
    write(line + "\n")
  }

  func writeJSON(_ value: some Encodable) throws(Failure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      write(Array(try encoder.encode(value)) + [0x0A], to: 1)
    } catch {
      throw Failure(.internalError, message: "the result cannot be written as JSON: \(error)")
    }
  }

  // MARK: Everything else

  func warn(_ line: String) {
    clearBar()
    write(Array((line + "\n").utf8), to: 2)
  }

  func report(_ failure: Failure) {
    clearBar()
    for finding in failure.findings { warn(line(for: finding, color: errorColor)) }
    let head = paint("possessions:", .red, errorColor)
    warn("\(head) \(printable(failure.description))")
  }

  func observe(_ event: Event) {
    if let events {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      if let line = try? encoder.encode(event) {
        write(Array(line) + [0x0A], to: events.fileDescriptor)
      }
    }
    guard showsProgress else { return }
    switch event {
    case .stepStarted(let step, let total):
      clearBar()
      bar = ProgressBar(step: step, total: total)
    case .stepProgress(let step, let done, let total):
      if bar?.step != step { bar = ProgressBar(step: step, total: total) }
      if let line = bar?.line(done: done, total: total, now: monotonicSeconds()) {
        write(Array(("\r" + line + "\u{1B}[K").utf8), to: 2)
      }
    case .runFinished:
      clearBar()
    default:
      break
    }
  }

  private func clearBar() {
    guard showsProgress, bar?.isDrawn == true else { return }
    write(Array("\r\u{1B}[K".utf8), to: 2)
    bar?.isDrawn = false
  }

  // MARK: Colours

  enum Color: String {
    case red = "31"
    case yellow = "33"
    case green = "32"
    case dim = "2"
    case bold = "1"
  }

  func paint(_ text: String, _ color: Color) -> String { paint(text, color, outputColor) }

  private func paint(_ text: String, _ color: Color, _ isOn: Bool) -> String {
    isOn ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  func paint(_ severity: Finding.Severity) -> String {
    switch severity {
    case .error: paint("error", .red)
    case .warning: paint("warning", .yellow)
    case .note: paint("note", .dim)
    }
  }

  /// One finding on one line: severity, code, subject, message, remedy, place.
  func line(for finding: Finding, color: Bool? = nil) -> String {
    let color = color ?? outputColor
    let word =
      switch finding.severity {
      case .error: paint("error", .red, color)
      case .warning: paint("warning", .yellow, color)
      case .note: paint("note", .dim, color)
      }
    var text = word + String(repeating: " ", count: 8 - finding.severity.rawValue.utf8.count)
    text += printable(finding.code.rawValue) + "  " + printable(finding.subject) + ": "
    text += printable(finding.message)
    if !finding.remedy.isEmpty { text += "; " + printable(finding.remedy) }
    return text
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent)
      }
      if count < 0 {
        if errno == EINTR { continue }
        // Whoever reads has gone: there is nobody to tell. Standard output full is another thing.
        if errno == EPIPE || descriptor != 1 { return }
        let text = "possessions: standard output: \(String(cString: strerror(errno)))\n"
        _ = Array(text.utf8).withUnsafeBytes { Foundation.write(2, $0.baseAddress, $0.count) }
        exit(Failure.Kind.inputOutput.rawValue)
      }
      sent += count
    }
  }
}

func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
