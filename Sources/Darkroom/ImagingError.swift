import CVips

/// That libvips refused an operation. The return code decided so; the text is a hint for people and nothing else.
public struct ImagingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, in our words: `decode`, `resize`, `encode jpeg`.
  public var operation: String
  /// What libvips had to say, on one line, at most 160 characters; may be empty or about something else.
  public var hint: String

  public init(_ operation: String, hint: String = "") {
    self.operation = operation
    self.hint = hint
  }

  /// Takes and clears the process-wide error text (vips_error_buffer_copy).
  init(taking operation: String) {
    self.init(operation, hint: takeErrorText())
  }

  public var description: String {
    hint.isEmpty ? "\(operation) failed" : "\(operation) failed (\(hint))"
  }
}

/// Copies and empties libvips' error buffer under its lock. Seeks that went astray on the way are no reason; what stands
/// last is nearest to it.
func takeErrorText() -> String {
  guard let copy = vips_error_buffer_copy() else { return "" }
  defer { g_free(copy) }
  let lines = String(cString: copy).split(whereSeparator: \.isNewline).filter {
    !$0.contains(": bad seek to ")
  }
  return oneLine(lines.suffix(2).joined(separator: "\n"))
}

/// A library's text as one short line.
func oneLine(_ text: String) -> String {
  let line = text.split(whereSeparator: \.isNewline).map { $0.trimmingSpaces() }.joined(separator: "; ")
  return String(line.prefix(160))
}

extension Substring {
  fileprivate func trimmingSpaces() -> Substring {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
