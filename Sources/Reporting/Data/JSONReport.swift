import PossessionsCore

/// The report as data: all inputs, rules and the derivation of each line. `docs/report.schema.json` is its schema.
///
/// Amounts are decimals as strings, so that no reader rounds them. One line of text for each item, so that the
/// document is written without being held in memory.
struct JSONFormat: ReportFormat {
  let name = "json"
  let summary = "everything as data, with the derivation of each line"

  func write(
    _ model: ReportModel, name: String, provider: @escaping PictureProvider, to sink: any ReportSink
  ) throws -> [Finding] {
    try sink.begin("\(name).json")
    let writer = JSONReportWriter(model: model, words: ReportWords(model), sink: sink)
    try writer.write()
    try sink.end()
    return []
  }
}

private final class JSONReportWriter {
  let model: ReportModel
  let words: ReportWords
  let sink: any ReportSink
  private var buffer = ""

  init(model: ReportModel, words: ReportWords, sink: any ReportSink) {
    self.model = model
    self.words = words
    self.sink = sink
  }

  private func put(_ text: String) throws {
    buffer += text
    if buffer.utf8.count > 1 << 16 { try flush() }
  }

  private func flush() throws {
    try sink.write(Array(buffer.utf8))
    buffer = ""
  }

  func write() throws {
    let options = model.options
    try put("{\n\"format\":\"possessions-report/1\"")
    try member("kind", .string(options.kind.rawValue))
    try member("title", .string(words.title))
    try member("made_by", .string(options.toolVersion))
    try member("catalog_sha256", .string(model.catalogDigest.hex))
    try member("valuation_date", .string(options.valuationDate.description))
    if options.kind == .claim {
      try member("loss_date", .string(options.valuationDate.description))
      try member("peril", text(options.peril))
    }
    try member(
      "cover",
      .array(
        words.coverFields.map {
          .object(["label": .string($0.label), "value": .string($0.value), "given": .bool($0.isGiven)])
        }))
    try member("redacted", .array(options.redactions.map(\.rawValue).sorted().map { .string($0) }))
    try member(
      "rules",
      .object([
        "rounding": .string("each figure of a line once, half away from zero; totals add rounded lines"),
        "maximum_depreciation": fraction(options.rules.maximumDepreciation),
        "value_from_purchase": .bool(options.rules.usesPurchasePrice),
        "receipt_threshold": .number(Double(options.receiptThreshold)),
      ]))
    try list("life_table", words.usedLives) { row in
      .object([
        "category": .string(row.category), "method": .string(row.method.rawValue),
        "life_years": text(row.lifeYears),
        "remaining_percent": text(row.remainingPercent), "provenance": .string(row.provenance),
      ])
    }
    try put(",\n\"ledgers\":[")
    for (position, ledger) in model.ledgers.enumerated() {
      if position > 0 { try put(",") }
      try self.ledger(ledger)
    }
    try put("]")
    try list("exhibits", model.exhibits, exhibit)
    try list("documents", model.documents) { file in
      .object([
        "number": number(file.number), "line": number(file.lineNumber),
        "kind": .string(file.record.kind.rawValue),
        "name": .string(file.name), "image_key": .string(file.record.key.text),
        "sha256": text(file.picture?.sha256.hex),
      ])
    }
    try list("excluded", model.excluded) { excluded in
      .object([
        "item_id": .string(shownID(excluded.item)), "rule": .string(excluded.rule.rawValue),
        "reason": .string(excluded.rule.text),
      ])
    }
    try member("unattached_pictures", number(model.unattachedPictures))
    try member("items_outside_selection", number(model.outsideSelection))
    try list("method", words.method) { .object(["heading": .string($0.heading), "text": .string($0.text)]) }
    try put("\n}\n")
    try flush()
  }

  private func shownID(_ item: Possession) -> String {
    let hides = model.options.redactions.contains(.serials)
    return hides && item.text(.serialNumber) == item.itemID ? withheldText : item.itemID
  }

  private func ledger(_ ledger: Ledger) throws {
    let currency = ledger.currency
    try put("\n{\"currency\":\"\(currency.code)\",\"decimals\":\(currency.decimals)")
    try member("total", totals(ledger.total, currency))
    try member("scheduled_total", totals(ledger.scheduledTotal, currency))
    try list("rooms", ledger.rooms) { room in
      .object([
        "path": .array(room.path.map { .string($0) }), "own": totals(room.own, currency),
        "with_nested": totals(room.withNested, currency),
      ])
    }
    try list("categories", ledger.categories) { category in
      .object(["name": .string(category.name), "total": totals(category.total, currency)])
    }
    try list("limits", ledger.limits) { check in
      .object([
        "name": .string(check.limit.name), "categories": .array(check.limit.categories.map { .string($0) }),
        "business_use": .bool(check.limit.includesBusinessUse), "peril": text(check.limit.peril),
        "limit": money(Int128(check.limit.amount), currency), "group": totals(check.group, currency),
        "rcv_excess": money(check.replacementCostExcess, currency),
        "acv_excess": money(check.actualCashExcess, currency),
      ])
    }
    let perils: [String?] =
      model.options.kind == .claim ? [model.options.peril] : [nil] + ledger.perils.map { $0 }
    try list("limited_totals", ledger.limits.isEmpty ? [] : perils) { peril in
      let limited = ledger.limited(by: peril)
      return .object([
        "peril": text(peril), "rcv": money(limited.replacementCostValue, currency),
        "acv": money(limited.actualCashValue, currency),
      ])
    }
    try list("lines", ledger.allLines) { line($0, currency) }
    try put("}")
  }

  private func line(_ line: ReportLine, _ currency: Currency) -> JSONValue {
    let value = line.value
    var members: [String: JSONValue] = [
      "line": number(line.number), "item_id": .string(line.item.itemID), "name": .string(line.item.name),
      "scheduled": .bool(line.isScheduled), "room": .array(line.room.map { .string($0) }),
      "category": .string(line.category), "quantity": .string(String(value.quantity)),
      "unit_cost": money(value.unitCost, currency), "cost_source": text(value.costSource?.rawValue),
      "cost_before_tax": money(value.costBeforeTax, currency), "tax_rate": text(value.taxRate),
      "tax": money(value.tax, currency), "rcv": money(value.replacementCostValue, currency),
      "method": text(value.method?.rawValue), "life_years": text(value.lifeYears),
      "acv": money(value.actualCashValue, currency), "depreciation": money(value.depreciation, currency),
      "depreciation_share": value.depreciationShare.map(fraction) ?? .null,
      "depreciation_stopped": .bool(value.isClamped), "unit_paid": money(value.unitPaid, currency),
      "paid": money(value.paid, currency),
      "notes": .array(value.notes.map { .string($0.rawValue) }),
      "exhibits": .array(line.exhibits.map { number($0 + 1) }),
      "documents": .array(line.documents.map { number($0 + 1) }),
      "gaps": .array(
        line.gaps.map {
          .object([
            "code": .string($0.code.rawValue), "meaning": .string($0.code.meaning),
            "remedy": .string($0.remedy),
          ])
        }),
      "value_at_stake": money(line.valueAtStake, currency),
      "inputs": .object(inputs(line.item)),
    ]
    if let age = value.age {
      members["age"] = .object([
        "months": number(age.months), "approximate": .bool(age.isApproximate),
        "source": .string(age.source.rawValue),
      ])
    } else {
      members["age"] = .null
    }
    members["derivation"] =
      words.showsAmounts ? .array(words.derivation(of: line).map { .string($0) }) : .array([])
    return .object(members)
  }

  private func inputs(_ item: Possession) -> [String: JSONValue] {
    var inputs: [String: JSONValue] = [:]
    for (field, value) in item.fields {
      if field.kind == .money, !words.showsAmounts { continue }
      if case .money(let minor) = value {
        inputs[field.rawValue] = .string(
          decimalTextOf(minor: minor, decimals: item.currency?.decimals ?? 2))
        continue
      }
      inputs[field.rawValue] =
        switch value {
        case .text(let text), .decimal(let text): .string(text)
        case .money(let minor): .string(String(minor))
        case .date(let date): .string(date.description)
        case .integer(let whole): .string(String(whole))
        case .boolean(let flag): .bool(flag)
        }
    }
    return inputs
  }

  private func exhibit(_ exhibit: Exhibit) -> JSONValue {
    .object([
      "number": number(exhibit.number), "line": number(exhibit.lineNumber),
      "image_key": .string(exhibit.picture.key.text),
      "sha256": .string(exhibit.picture.sha256.hex), "bytes": .number(Double(exhibit.picture.byteSize)),
      "original_name": .string(exhibit.picture.originalName.description),
      "media_type": .string(exhibit.picture.facts.mediaType.rawValue), "primary": .bool(exhibit.isPrimary),
      "caption": text(exhibit.caption), "edited": .bool(exhibit.isEdited),
      "captured_at": text(exhibit.picture.facts.capturedAt?.description),
      "imported_at": .string(exhibit.picture.importedAt), "state": .string(exhibit.picture.state.rawValue),
    ])
  }

  private func totals(_ totals: Totals, _ currency: Currency) -> JSONValue {
    .object([
      "lines": number(totals.lines), "units": .string(String(totals.units)),
      "rcv": money(totals.replacementCostValue, currency), "rcv_lines": number(totals.valuedLines),
      "acv": money(totals.actualCashValue, currency), "acv_lines": number(totals.depreciatedLines),
      "depreciation": money(totals.depreciation, currency), "paid": money(totals.paid, currency),
      "paid_lines": number(totals.paidLines),
    ])
  }

  // MARK: Values

  private func member(_ key: String, _ value: JSONValue) throws {
    try put(",\n\"\(key)\":" + value.canonicalText)
  }

  private func list<Element>(
    _ key: String, _ elements: [Element], _ value: (Element) -> JSONValue
  ) throws {
    try put(",\n\"\(key)\":[")
    for (position, element) in elements.enumerated() {
      try put((position > 0 ? ",\n" : "\n") + value(element).canonicalText)
    }
    try put("]")
  }

  private func number(_ value: Int) -> JSONValue { .number(Double(value)) }
  private func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }

  private func money(_ minor: Int64?, _ currency: Currency) -> JSONValue {
    minor.map { money(Int128($0), currency) } ?? .null
  }

  private func money(_ minor: Int128, _ currency: Currency) -> JSONValue {
    .string(words.showsAmounts ? wideDecimalText(minor, decimals: currency.decimals) : withheldText)
  }

  private func fraction(_ value: Rational) -> JSONValue {
    .object([
      "numerator": .string(String(value.numerator)), "denominator": .string(String(value.denominator)),
      "percent": .string(value.percentText()),
    ])
  }
}
