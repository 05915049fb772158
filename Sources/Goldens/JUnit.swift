import PossessionsCore

/// `junit.xml`: one suite for each stage, one test case for each golden case; pictures as `[[ATTACHMENT|…]]` lines, which GitLab
/// and the attachments plugin of Jenkins show.
///
/// - Parameter run: the run folder as typed: attachments are named from where the program ran.
func junit(_ report: GoldenReport, run: BytePath) -> String {
  var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  let failures = report.cases.count { $0.isJUnitFailure(lock: report.requiresLock) }
  let errors = report.cases.count { $0.isJUnitError }
  text +=
    "<testsuites name=\"golden\" tests=\"\(report.cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\">\n"
  for stage in GoldenCase.Stage.allCases {
    let cases = report.cases.filter { $0.stage == stage }.sorted { $0.name < $1.name }
    if cases.isEmpty { continue }
    let failures = cases.count { $0.isJUnitFailure(lock: report.requiresLock) }
    let errors = cases.count { $0.isJUnitError }
    text +=
      "  <testsuite name=\"golden.\(stage.rawValue)\" tests=\"\(cases.count)\" failures=\"\(failures)\" "
      + "errors=\"\(errors)\" timestamp=\"\(xml(report.finishedAt))\">\n"
    for item in cases { text += testCase(item, run: run, lock: report.requiresLock) }
    text += "  </testsuite>\n"
  }
  return text + "</testsuites>\n"
}

private func testCase(_ item: CheckedCase, run: BytePath, lock: Bool) -> String {
  var text = "    <testcase classname=\"golden.\(item.stage.rawValue)\" name=\"\(xml(item.name))\">\n"
  var properties = [("status", item.status.rawValue), ("recipe", item.recipe)]
  if let metrics = item.metrics {
    for metric in GoldenMetric.allCases {
      properties.append((metric.rawValue, decimal(metric.value(in: metrics))))
    }
  }
  if let environment = item.environment { properties.append(("environment", environment)) }
  text += "      <properties>\n"
  for (name, value) in properties where !value.isEmpty {
    text += "        <property name=\"\(xml(name))\" value=\"\(xml(value))\"/>\n"
  }
  text += "      </properties>\n"
  let words = item.message + (item.hint.map { " (\($0))" } ?? "")
  if item.isJUnitError {
    text +=
      "      <error type=\"\(item.status.rawValue)\" message=\"\(xml(words))\">\(xml(item.remedy))</error>\n"
  } else if item.status.kind != nil {
    text +=
      "      <failure type=\"\(item.status.rawValue)\" message=\"\(xml(words))\">\(xml(item.remedy))</failure>\n"
  } else if lock, let environment = item.environment {
    text += "      <failure type=\"environment\" message=\"\(xml(environment))\"/>\n"
  }
  if !item.pictures.isEmpty {
    text += "      <system-out>"
    for role in ["panel", "expected", "actual", "diff"] {
      guard let path = item.pictures[role] else { continue }
      text += "[[ATTACHMENT|\(xml(run.appending(path).description))]]\n"
    }
    text += "</system-out>\n"
  }
  return text + "    </testcase>\n"
}

extension CheckedCase {
  fileprivate var isJUnitError: Bool { status == .damaged || status == .unmeasurable }

  fileprivate func isJUnitFailure(lock: Bool) -> Bool {
    !isJUnitError && (status.kind != nil || lock && environment != nil)
  }
}

/// Text for XML and HTML, in elements and attributes; what XML 1.0 forbids becomes visible escapes.
func xml(_ text: String) -> String {
  var result = ""
  for character in printable(text).unicodeScalars {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(character)
    }
  }
  return result
}
