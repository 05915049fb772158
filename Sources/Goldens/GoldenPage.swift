import Files
import PossessionsCore

/// `index.html`: the run for people, in one file. Failures come first, each with its pictures, a slider where scripts run, and the
/// limits with where they come from.
struct GoldenPage {
  let report: GoldenReport
  let run: BytePath
  /// Bytes of pictures that go into the page; what is beyond is linked in the folder.
  static let embeddingLimit = 24 << 20

  func html() throws(Failure) -> String {
    var budget = Self.embeddingLimit
    let failing = report.cases.filter { !$0.passes }
    let passing = report.cases.filter(\.passes)
    var body = ""
    for item in failing { body += try section(item, budget: &budget) }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(failing.isEmpty ? "All golden cases pass" : "\(failing.count) golden cases fail")</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <header>
      <h1>\(headline(failing.count))</h1>
      <ul class="counts">\(counts())</ul>
      <p class="made">\(xml(madeWith()))</p>
      </header>
      <main>
      \(body)\(passed(passing))</main>
      <script>
      \(Self.script)
      </script>
      </body>
      </html>

      """
  }

  private func headline(_ failing: Int) -> String {
    let all = report.cases.count
    if failing == 0 { return all == 1 ? "The golden case passes" : "All \(all) golden cases pass" }
    return "\(failing) of \(all) golden cases \(failing == 1 ? "fails" : "fail")"
  }

  private func counts() -> String {
    var text = ""
    for (status, count) in report.counts where count > 0 {
      text += "<li class=\"\(status.rawValue)\"><b>\(count)</b> \(status.rawValue)</li>"
    }
    if report.environmentChanges > 0 {
      text += "<li class=\"environment\"><b>\(report.environmentChanges)</b> from another environment</li>"
    }
    return text
  }

  private func madeWith() -> String {
    let versions = report.producer.versions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    var words = versions.joined(separator: ", ")
    words += report.producer.vector ? ", vector code on" : ", vector code off"
    words += ", \(report.producer.architecture), \(report.finishedAt)"
    if report.isFiltered { words += "; only some cases were selected" }
    return words
  }

  private func section(_ item: CheckedCase, budget: inout Int) throws(Failure) -> String {
    var text =
      "<section id=\"\(xml(item.name))\">\n<h2>\(xml(item.name)) <span class=\"status \(item.status.rawValue)\">"
    text += "\(item.status.rawValue)</span></h2>\n"
    text += "<p>\(xml(sentence(item))).</p>\n"
    if let hint = item.hint { text += "<p class=\"hint\">It \(xml(hint)).</p>\n" }
    if !item.remedy.isEmpty { text += "<p class=\"remedy\">To do: \(xml(item.remedy)).</p>\n" }
    text += try pictures(item, budget: &budget)
    text += limits(item)
    text += "<dl>"
    if !item.recipe.isEmpty { text += "<dt>recipe</dt><dd><code>\(xml(item.recipe))</code></dd>" }
    if let shape = item.expected { text += "<dt>approved</dt><dd>\(shape.description)</dd>" }
    if let shape = item.actual { text += "<dt>now</dt><dd>\(shape.description)</dd>" }
    if let environment = item.environment { text += "<dt>approved with</dt><dd>\(xml(environment))</dd>" }
    return text + "</dl>\n</section>\n"
  }

  /// What failed, in one sentence: of limits only how many, since the table has them.
  private func sentence(_ item: CheckedCase) -> String {
    if item.status == .changed {
      let broken = item.verdicts.count { !$0.holds }
      return broken == 1 ? "One limit does not hold" : "\(broken) limits do not hold"
    }
    return item.message.prefix(1).uppercased() + item.message.dropFirst()
  }

  private func pictures(_ item: CheckedCase, budget: inout Int) throws(Failure) -> String {
    if item.pictures.isEmpty { return "" }
    var sources: [String: String] = [:]
    for role in ["expected", "actual", "diff"] {
      guard let path = item.pictures[role] else { continue }
      sources[role] = try source(path, budget: &budget)
    }
    // Pictures of different sizes stand on one canvas: each takes its share of the larger width.
    let widest = max(item.expected?.width ?? 0, item.actual?.width ?? 0)
    let tallest = max(item.expected?.height ?? 0, item.actual?.height ?? 0)
    func image(_ role: String, _ words: String) -> String {
      guard let source = sources[role] else { return "" }
      let shape = role == "actual" ? item.actual : item.expected ?? item.actual
      let (width, height) = (shape?.width ?? widest, shape?.height ?? tallest)
      let share = widest > 0 ? decimal(Double(width) * 100 / Double(widest)) : "100"
      // Of small pictures every pixel is to be seen.
      let look = widest <= 320 ? ";image-rendering:pixelated" : ""
      return
        "<img data-role=\"\(role)\" src=\"\(source)\" width=\"\(width)\" height=\"\(height)\" "
        + "style=\"width:\(share)%\(look)\" alt=\"\(words)\">"
    }
    var text = ""
    if sources["expected"] != nil {
      // The script puts the two pictures of the row into the layers: each is in the page once.
      text += """
        <div class="slider" style="max-width:\(max(widest, 280))px" hidden>\
        <div class="canvas" style="aspect-ratio:\(widest)/\(tallest)"><div class="layer" data-role="expected"></div>\
        <div class="layer over" data-role="actual"></div></div>\
        <label>approved <input type="range" min="0" max="100" value="50"> now</label> \
        <button type="button">blink</button></div>

        """
    }
    text += "<div class=\"row\">\n"
    for (role, words) in [("expected", "approved"), ("actual", "now"), ("diff", "difference")] {
      guard sources[role] != nil else { continue }
      text += "<figure>\(image(role, words))<figcaption>\(words)"
      if role == "diff" { text += Self.legendMarks }
      text += "</figcaption></figure>\n"
    }
    return text + "</div>\n"
  }

  private func source(_ path: BytePath, budget: inout Int) throws(Failure) -> String {
    let file = try FileDescriptor.reading(run.appending(path))
    let bytes = try file.readToEnd(limit: 1 << 29)
    guard bytes.count <= budget else { return xml(path.description) }
    budget -= bytes.count
    return "data:image/png;base64," + base64(bytes)
  }

  private func limits(_ item: CheckedCase) -> String {
    guard item.metrics != nil else { return "" }
    var text =
      "<div class=\"scroll\"><table><thead><tr><th>metric</th><th>value</th><th>limit</th><th>from</th></tr></thead>\n"
    for verdict in item.verdicts {
      let limit =
        verdict.limit.map { (verdict.metric.isLowerBound ? "≥ " : "≤ ") + decimal($0) } ?? "–"
      text += "<tr\(verdict.holds ? "" : " class=\"broken\"")><td>\(verdict.metric.title)</td>"
      text += "<td class=\"number\">\(decimal(verdict.value))\(verdict.holds ? "" : " ✗")</td>"
      text += "<td class=\"number\">\(limit)</td><td>\(xml(verdict.origin))</td></tr>\n"
    }
    if let window = item.metrics?.densestWindow, window.meanDifference > 0 {
      text +=
        "<tr><td>where it is densest</td><td colspan=\"3\">\(window.size)x\(window.size) px at \(window.x),\(window.y)</td></tr>\n"
    }
    return text + "</table></div>\n"
  }

  private func passed(_ cases: [CheckedCase]) -> String {
    if cases.isEmpty { return "" }
    var text = "<details><summary>\(cases.count) pass</summary>\n<div class=\"scroll\"><table>"
    text +=
      "<thead><tr><th>case</th><th>result</th><th>ΔE00 mean</th><th>ΔE00 max</th><th>code</th></tr></thead>\n"
    for item in cases {
      text += "<tr><td>\(xml(item.name))</td><td>\(item.status.rawValue)</td>"
      if let metrics = item.metrics {
        text += "<td class=\"number\">\(decimal(metrics.meanDifference))</td>"
        text += "<td class=\"number\">\(decimal(metrics.maximumDifference))</td>"
        text += "<td class=\"number\">\(metrics.maximumCode)</td></tr>\n"
      } else {
        text += "<td></td><td></td><td></td></tr>\n"
      }
    }
    return text + "</table></div></details>\n"
  }

  /// The colours of the difference and their scale of ΔE00.
  private static let legendMarks: String = {
    let stops = DifferencePictures.ramp.map { stop in
      "rgb(\(Int(stop.red)) \(Int(stop.green)) \(Int(stop.blue))) \(decimal(Double(stop.value) * 10))%"
    }
    let marks = DifferencePictures.ramp.map { stop in
      "<span style=\"left:\(decimal(Double(stop.value) * 10))%\">\(decimal(Double(stop.value)))\(stop.value == 10 ? "+" : "")</span>"
    }
    return " in ΔE00<span class=\"legend\"><span class=\"bar\" style=\"background:linear-gradient(90deg,"
      + stops.joined(separator: ",") + ")\"></span>" + marks.joined() + "</span>"
  }()

  private static let style = """
    :root{color-scheme:light dark;--ground:#fff;--text:#1c1c1e;--soft:#62626a;--line:#d8d8de;--bad:#a3161f;--good:#1b6b3a;--card:#f6f6f8}
    @media(prefers-color-scheme:dark){:root{--ground:#161618;--text:#ececf0;--soft:#a4a4ad;--line:#3a3a40;--bad:#ff8a8a;--good:#7fd6a0;--card:#202024}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:1180px;padding:1rem;background:var(--ground);color:var(--text);font:16px/1.45 system-ui,sans-serif}
    h1{font-size:1.5rem;margin:.2rem 0}
    h2{font-size:1.15rem;margin:0 0 .3rem;overflow-wrap:anywhere}
    p{margin:.3rem 0;overflow-wrap:anywhere}
    .counts{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1rem;padding:0;margin:.4rem 0}
    .made,.remedy,figcaption,dt{color:var(--soft);font-size:.9rem}
    section{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:clamp(.7rem,3vw,1rem);margin:1rem 0}
    .status{font-size:.8rem;font-weight:600;color:var(--bad);border:1px solid currentColor;border-radius:1rem;padding:.05rem .5rem;vertical-align:.15em}
    .hint{font-weight:600}
    .row{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,max(240px,(100% - 1.6rem)/3)),1fr));gap:.8rem;margin:.8rem 0;align-items:start}
    figure{margin:0;min-width:0}
    img{display:block;height:auto;max-width:100%;background:repeating-conic-gradient(#d7d7d7 0 25%,#fff 0 50%) 0 0/16px 16px}
    figure img{border:1px solid var(--line)}
    .canvas{position:relative;overflow:hidden;border:1px solid var(--line)}
    .layer{position:absolute;inset:0}
    .layer img{max-width:none}
    .over{clip-path:inset(0 0 0 var(--cut,50%))}
    .slider label{display:flex;gap:.5rem;align-items:center;margin:.4rem 0;font-size:.9rem}
    .slider input{flex:1;min-width:0}
    .slider button{font:inherit;font-size:.9rem;padding:.15rem .7rem}
    .legend{display:block;position:relative;height:2rem;margin:.2rem 1rem 0 .2rem}
    .legend .bar{position:absolute;inset:0 0 auto;height:.6rem}
    .legend span span,.legend>span:not(.bar){position:absolute;top:.7rem;transform:translateX(-50%);font-size:.8rem}
    .scroll{overflow-x:auto}
    table{border-collapse:collapse;font-size:.9rem;min-width:100%}
    th,td{text-align:left;padding:.25rem clamp(.4rem,1.6vw,.8rem) .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
    .number{font-variant-numeric:tabular-nums;white-space:nowrap}
    .broken td{color:var(--bad);font-weight:600}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem .8rem;margin:.8rem 0 0}
    dd{margin:0;min-width:0;overflow-wrap:anywhere}
    code{font-size:.9rem}
    summary{cursor:pointer;margin:1rem 0 .4rem}
    """

  /// Shows the slider where scripts run; without them the three pictures side by side are all there is.
  private static let script = """
    for (const slider of document.querySelectorAll('.slider')) {
      const over = slider.querySelector('.over'), range = slider.querySelector('input');
      const set = value => over.style.setProperty('--cut', value + '%');
      for (const layer of slider.querySelectorAll('.layer')) {
        const image = slider.parentElement.querySelector('.row img[data-role=' + layer.dataset.role + ']');
        if (image) layer.append(image.cloneNode());
      }
      slider.hidden = false;
      range.addEventListener('input', () => set(100 - range.value));
      let timer = 0;
      slider.querySelector('button').addEventListener('click', () => {
        if (timer) { clearInterval(timer); timer = 0; set(100 - range.value); return; }
        let shown = true;
        timer = setInterval(() => { shown = !shown; set(shown ? 0 : 100); }, 500);
      });
    }
    """
}

/// Base64 (RFC 4648) in one line.
func base64(_ bytes: [UInt8]) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { target in
    var to = 0
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let left = bytes.count - start
      let group =
        UInt32(bytes[start]) << 16 | (left > 1 ? UInt32(bytes[start + 1]) << 8 : 0)
        | (left > 2 ? UInt32(bytes[start + 2]) : 0)
      target[to] = digits[Int(group >> 18)]
      target[to + 1] = digits[Int(group >> 12 & 63)]
      target[to + 2] = left > 1 ? digits[Int(group >> 6 & 63)] : 0x3D
      target[to + 3] = left > 2 ? digits[Int(group & 63)] : 0x3D
      to += 4
    }
    return to
  }
}
