import PossessionsCore

extension HTMLBody {
  // MARK: Missing evidence

  /// - Parameter most: how many lines are shown at most, those with the most at stake; nil shows all.
  func gaps(_ html: inout HTMLWriter, lines: [ReportLine], most: Int?) throws {
    let open = ReportWords.byStake(lines)
    try html.element("section", [.init("id", "gaps")]) { html in
      html.element("h2", [], "Missing evidence")
      guard !open.isEmpty else {
        html.element("p", [.init("class", "note")], "Nothing is missing that this report looks for.")
        return
      }
      html.element(
        "p", [.init("class", "note")],
        "What a claims handler would ask for, the most valuable first. The value at stake is the replacement "
          + "cost, else the price paid.")
      if let most, open.count > most {
        html.element(
          "p", [.init("class", "note")],
          "The first \(words.number(most)) of \(words.number(open.count)) lines; the others are on the pages of their rooms."
        )
      }
      try html.element("div", [.init("class", "sheet")]) { html in
        try table(&html, "fold", "Gaps by item.") { html in
          try head(&html, [("Item", false), ("Room", false), ("At stake", true), ("What to add", false)])
          try html.element("tbody", [.init("role", "rowgroup")]) { html in
            for line in open.prefix(most ?? open.count) { try gapRow(&html, line) }
          }
        }
      }
    }
  }

  private func gapRow(_ html: inout HTMLWriter, _ line: ReportLine) throws {
    try html.element("tr", [.init("role", "row"), .init("id", "gap-\(line.number)")]) { html in
      try html.element(
        "th", [.init("scope", "row"), .init("role", "rowheader"), .init("class", "whole what")]
      ) { html in
        try html.element("b") { html in html.element("bdi", [], singleLine(line.item.name)) }
        try html.element("span") { html in
          html.element(
            "a", [.init("href", reference(to: "line", line.number, line: line.number))], "line \(line.number)"
          )
        }
      }
      try html.element(
        "td", [.init("role", "cell"), .init("data-label", "Room: "), .init("class", "whole")]
      ) { html in
        html.element("bdi", [], line.roomText)
      }
      number(
        &html, "At stake",
        line.valueAtStake.map { words.money(Int128($0), line.ledgerCurrency) } ?? "–")
      try html.element("td", [.init("role", "cell"), .init("class", "whole")]) { html in
        for gap in line.gaps {
          try html.element("div") { html in
            html.element("span", [.init("class", "badge warn")], gap.code.rawValue)
            html.text(" \(gap.code.meaning): \(gap.remedy)")
          }
        }
      }
    }
  }

  // MARK: Contact sheets

  mutating func photos(_ html: inout HTMLWriter, exhibits: Range<Int>) throws {
    guard !exhibits.isEmpty else { return }
    var body = self
    let all = model.exhibits[exhibits]
    try html.element("section", [.init("id", "photos")]) { html in
      html.element("h2", [], "Photos")
      html.element(
        "p", [.init("class", "note")],
        "Numbered exhibits, upright and without camera metadata. Times are as recorded by the camera. Choose a photo to "
          + "enlarge it.")
      try html.element("div", [.init("class", "photos")]) { html in
        for exhibit in all {
          try body.figure(&html, exhibit, first: exhibits.lowerBound + 1, last: exhibits.upperBound)
        }
      }
    }
    self = body
  }

  private mutating func figure(
    _ html: inout HTMLWriter, _ exhibit: Exhibit, first: Int, last: Int
  ) throws {
    var body = self
    try html.element("div", [.init("id", "photo-\(exhibit.number)")]) { html in
      try html.element("figure", [.init("id", "exhibit-\(exhibit.number)")]) { html in
        if HTMLPictures.Use.sheet.rendition(of: exhibit) == nil {
          html.element("span", [.init("class", "gone")], exhibit.whyNotShown)
        } else {
          try html.element(
            "a", [.init("class", "view"), .init("href", "#exhibit-\(exhibit.number)")]
          ) { html in
            if body.report.pictures != .embedded {
              _ = try body.picture(
                &html, exhibit, .large, alternative: exhibit.alternativeText, className: "large")
            }
            let isShown = try body.picture(&html, exhibit, .sheet, alternative: exhibit.alternativeText)
            if !isShown { html.text("Picture not available") }
          }
        }
        try body.caption(&html, exhibit)
        html.element(
          "a",
          [
            .init("class", "close"), .init("href", "#photo-\(exhibit.number)"), .init("aria-label", "Close"),
          ], "×")
        if exhibit.number > first {
          html.element(
            "a",
            [
              .init("class", "turn prev"), .init("href", "#exhibit-\(exhibit.number - 1)"),
              .init("aria-label", "Previous photo"),
            ], "‹")
        }
        if exhibit.number < last {
          html.element(
            "a",
            [
              .init("class", "turn next"), .init("href", "#exhibit-\(exhibit.number + 1)"),
              .init("aria-label", "Next photo"),
            ], "›")
        }
      }
    }
    self = body
  }

  private func caption(_ html: inout HTMLWriter, _ exhibit: Exhibit) throws {
    try html.element("figcaption") { html in
      try html.element("b") { html in
        html.text("Exhibit \(exhibit.number) ")
        if exhibit.isEdited { html.element("span", [.init("class", "badge")], "edited") }
      }
      try html.element("span") { html in html.element("bdi", [], exhibit.itemName) }
      if let caption = exhibit.caption, !caption.isEmpty {
        try html.element("span") { html in html.element("bdi", [], caption) }
      }
      try html.element("span") { html in html.element("bdi", [], exhibit.room) }
      html.element("span", [], exhibit.capturedText.map { "Taken \($0)" } ?? "No camera date")
      try html.element("span") { html in
        html.text(exhibit.isEdited ? "Original SHA-256 " : "SHA-256 ")
        html.element("code", [], "\(exhibit.picture.sha256.hex.prefix(12))…")
      }
    }
  }

  // MARK: Method, attestation, manifest

  func method(_ html: inout HTMLWriter) throws {
    try html.element("section", [.init("id", "method")]) { html in
      html.element("h2", [], "Method")
      try html.element("div", [.init("class", "method")]) { html in
        for paragraph in words.method {
          try html.element("div") { html in
            html.element("h3", [], paragraph.heading)
            html.element("p", [], paragraph.text)
          }
        }
      }
      let lives = words.usedLives
      guard !lives.isEmpty else { return }
      try html.element("div", [.init("class", "sheet")]) { html in
        try table(&html, "fold", "Useful lives used in this report, and where they come from.") { html in
          try head(&html, [("Category", false), ("Useful life", true), ("Source", false)])
          try html.element("tbody", [.init("role", "rowgroup")]) { html in
            for row in lives {
              try html.element("tr", [.init("role", "row")]) { html in
                html.element(
                  "th", [.init("scope", "row"), .init("role", "rowheader"), .init("class", "whole")],
                  singleLine(row.category))
                number(&html, "Useful life", words.lifeText(row))
                html.element(
                  "td", [.init("role", "cell"), .init("class", "whole")], singleLine(row.provenance))
              }
            }
          }
        }
      }
    }
  }

  func attestation(_ html: inout HTMLWriter) throws {
    try html.element("section", [.init("id", "attestation")]) { html in
      html.element("h2", [], "Attestation")
      html.element("p", [], words.attestation)
      html.element("p", [.init("class", "note")], words.attestationNote)
      try html.element("div", [.init("class", "sign")]) { html in
        for label in ["Name", "Signature", "Date"] { html.element("p", [], label) }
      }
    }
  }

  func manifest(_ html: inout HTMLWriter, exhibits: Range<Int>) throws {
    guard !exhibits.isEmpty else { return }
    try html.element("section", [.init("id", "manifest")]) { html in
      html.element("h2", [], "Evidence manifest")
      html.element(
        "p", [.init("class", "note")],
        "The untouched originals behind the exhibits. Anyone who has an original can compute its SHA-256 and compare."
      )
      try html.element("div", [.init("class", "sheet")]) { html in
        try table(&html, "fold", "Originals. Import times are UTC.") { html in
          try head(
            &html,
            [
              ("Exhibit", true), ("Original", false), ("Taken", false), ("Imported", false), ("Bytes", true),
              ("SHA-256", false),
            ])
          try html.element("tbody", [.init("role", "rowgroup")]) { html in
            for exhibit in model.exhibits[exhibits] {
              let record = exhibit.picture
              try html.element("tr", [.init("role", "row")]) { html in
                try html.element(
                  "th", [.init("scope", "row"), .init("role", "rowheader"), .init("class", "num")]
                ) { html in
                  html.element(
                    "a", [.init("href", "#photo-\(exhibit.number)")], words.number(exhibit.number))
                }
                try html.element("td", [.init("role", "cell"), .init("class", "whole")]) { html in
                  html.element("bdi", [], singleLine(record.originalName.description))
                }
                try time(&html, "Taken: ", record.facts.capturedAt?.description ?? "not recorded")
                try time(&html, "Imported: ", record.importedAt)
                number(&html, "Bytes", words.number(record.byteSize))
                html.element("td", [.init("role", "cell"), .init("class", "whole hash")], record.sha256.hex)
              }
            }
          }
        }
      }
    }
  }

  /// A moment as it is recorded, day and time each in one piece.
  private func time(_ html: inout HTMLWriter, _ label: String, _ text: String) throws {
    let parts = singleLine(text).split(separator: "T", maxSplits: 1)
    try html.element(
      "td", [.init("role", "cell"), .init("class", "time"), .init("data-label", label)]
    ) { html in
      html.element("span", [], String(parts.first ?? ""))
      guard parts.count > 1 else { return }
      html.text(" ")
      html.element("span", [], String(parts[1]))
    }
  }

  func documents(_ html: inout HTMLWriter) throws {
    guard !model.documents.isEmpty else { return }
    try html.element("section", [.init("id", "documents")]) { html in
      html.element("h2", [], "Receipts and other documents")
      try html.element("div", [.init("class", "sheet")]) { html in
        try table(&html, "fold", "Files in the store. They are not part of this document.") { html in
          try head(
            &html, [("No.", true), ("File", false), ("Kind", false), ("Line", true), ("SHA-256", false)])
          try html.element("tbody", [.init("role", "rowgroup")]) { html in
            for file in model.documents {
              try html.element("tr", [.init("role", "row")]) { html in
                html.element(
                  "th", [.init("scope", "row"), .init("role", "rowheader"), .init("class", "num")],
                  words.number(file.number))
                try html.element("td", [.init("role", "cell"), .init("class", "whole")]) { html in
                  html.element("bdi", [], file.name)
                }
                html.element("td", [.init("role", "cell")], file.record.kind.rawValue)
                try html.element("td", [.init("role", "cell"), .init("class", "num")]) { html in
                  html.element(
                    "a", [.init("href", reference(to: "line", file.lineNumber, line: file.lineNumber))],
                    words.number(file.lineNumber))
                }
                html.element(
                  "td", [.init("role", "cell"), .init("class", "whole hash")], file.picture?.sha256.hex ?? "–"
                )
              }
            }
          }
        }
      }
    }
  }
}
