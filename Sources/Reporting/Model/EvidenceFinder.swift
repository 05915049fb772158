import PossessionsCore

/// Finds what a claims handler would ask for: the codes E1 to E12 of `docs/reports.md`.
struct EvidenceFinder {
  let options: ReportOptions
  let exhibits: [Exhibit]
  private var receipts: Set<String> = []
  private var bySerial: [String: [Int]] = [:]
  private var byPicture: [ImageKey: [Int]] = [:]

  init(
    options: ReportOptions, exhibits: [Exhibit], documents: [DocumentRecord], lines: [ReportLine]
  ) {
    self.options = options
    self.exhibits = exhibits
    receipts = Set(documents.filter { $0.kind == .receipt }.map(\.itemID))
    for line in lines {
      if let serial = EvidenceFinder.serial(of: line) { bySerial[serial, default: []].append(line.number) }
    }
    for exhibit in exhibits {
      let key = exhibit.picture.key
      if byPicture[key]?.last != exhibit.lineNumber { byPicture[key, default: []].append(exhibit.lineNumber) }
    }
  }

  func gaps(of line: ReportLine) -> [EvidenceGap] {
    photoGaps(of: line) + paperGaps(of: line) + valueGaps(of: line)
  }

  private func photoGaps(of line: ReportLine) -> [EvidenceGap] {
    let pictures = exhibits[line.exhibits]
    if pictures.isEmpty { return [EvidenceGap(.noPhoto, "add a photo")] }
    var gaps: [EvidenceGap] = []
    let damaged = pictures.filter { $0.isDamaged }
    if !damaged.isEmpty {
      gaps.append(
        EvidenceGap(.photoDamaged, "import the original of exhibit \(numbers(damaged)) again"))
    }
    let undated = pictures.filter { $0.picture.facts.capturedAt == nil }
    if !undated.isEmpty {
      gaps.append(
        EvidenceGap(
          .photoWithoutDate, "exhibit \(numbers(undated)) has no camera date: keep the camera's own file"))
    }
    let purchase = line.item.date(.purchaseDate)
    let odd = pictures.filter { exhibit in
      guard let clock = exhibit.picture.facts.capturedAt?.wallClock,
        let day = PartialDate(iso: String(clock.prefix(10)))
      else { return false }
      if options.kind == .claim, isBefore(options.valuationDate, day) { return true }
      return purchase.map { isBefore(day, $0) } ?? false
    }
    if !odd.isEmpty {
      gaps.append(
        EvidenceGap(
          .photoDateOdd,
          "check the date of exhibit \(numbers(odd)), as recorded by the camera, against the "
            + (options.kind == .claim ? "purchase and loss dates" : "purchase date")))
    }
    return gaps
  }

  private func paperGaps(of line: ReportLine) -> [EvidenceGap] {
    var gaps: [EvidenceGap] = []
    let threshold =
      Int128(options.receiptThreshold) * Int128((line.value.currency ?? options.currency).minorUnits)
    if let value = line.value.replacementCostValue, Int128(value) >= threshold,
      !receipts.contains(line.item.itemID)
    {
      let claimed = line.item.boolean(.hasReceipt) == true
      gaps.append(
        EvidenceGap(
          .noReceipt, claimed ? "a receipt is said to exist: add its file" : "add a receipt or other proof"))
    }
    if line.life?.expectsSerial == true, EvidenceFinder.serial(of: line) == nil {
      gaps.append(EvidenceGap(.noSerial, "add the serial number"))
    }
    if line.isScheduled, line.item.money(.appraisalValue) == nil {
      gaps.append(
        EvidenceGap(.scheduledWithoutAppraisal, "add the appraised value, its date and the appraiser"))
    }
    if line.item.money(.appraisalValue) != nil, let day = line.item.date(.appraisalDate),
      Age(from: day, to: options.valuationDate).months > 36
        || Age(from: day, to: options.valuationDate).months == 36 && !isAnniversary(day)
    {
      gaps.append(EvidenceGap(.appraisalOld, "have it appraised again: the appraisal is of \(day)"))
    }
    return gaps
  }

  private func valueGaps(of line: ReportLine) -> [EvidenceGap] {
    var gaps: [EvidenceGap] = []
    if line.value.replacementCostValue == nil || line.value.costSource == .purchasePrice {
      gaps.append(EvidenceGap(.noReplacementCost, "add the replacement cost of one unit"))
    }
    if line.value.age == nil {
      gaps.append(EvidenceGap(.noAge, "add the purchase date or the age in years"))
    }
    var shared: [String] = []
    if let serial = EvidenceFinder.serial(of: line) {
      let others = (bySerial[serial] ?? []).filter { $0 != line.number }
      if !others.isEmpty { shared.append("the serial number also stands on line \(list(others))") }
    }
    for exhibit in exhibits[line.exhibits] {
      let others = (byPicture[exhibit.picture.key] ?? []).filter { $0 != line.number }
      if !others.isEmpty {
        shared.append("the photo of exhibit \(exhibit.number) also stands on line \(list(others))")
      }
    }
    if !shared.isEmpty {
      gaps.append(EvidenceGap(.onTwoItems, shared.joined(separator: "; ")))
    }
    if line.life == nil {
      let hasCategory = line.category != "Uncategorised"
      gaps.append(
        EvidenceGap(
          .categoryUnmapped,
          hasCategory ? "add the category \(line.category) to the life table" : "add a category"))
    }
    return gaps
  }

  /// Exactly 36 months to the day is not yet older than 36 months.
  private func isAnniversary(_ day: PartialDate) -> Bool {
    let (_, month, date) = Age.day(of: day)
    let (year, valuationMonth, valuationDay) = Age.day(of: options.valuationDate)
    return month == valuationMonth
      && min(date, PartialDate.days(inMonth: valuationMonth, of: year)) == valuationDay
  }

  /// Whether a day is before the earliest day that a date, known to whatever precision, can mean.
  private func isBefore(_ day: PartialDate, _ date: PartialDate) -> Bool {
    (day.year, day.month ?? 1, day.day ?? 1) < (date.year, date.month ?? 1, date.day ?? 1)
  }

  private func numbers(_ exhibits: [Exhibit]) -> String { list(exhibits.map(\.number)) }

  /// At most five numbers and how many more there are.
  private func list(_ numbers: [Int]) -> String {
    let shown = numbers.prefix(5).map(String.init).joined(separator: ", ")
    return numbers.count > 5 ? "\(shown) and \(numbers.count - 5) more" : shown
  }

  private static func serial(of line: ReportLine) -> String? {
    guard let text = line.item.text(.serialNumber) else { return nil }
    let serial = trimmed(text).lowercased()
    return serial.isEmpty ? nil : serial
  }
}
