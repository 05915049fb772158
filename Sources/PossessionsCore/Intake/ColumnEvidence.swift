/// What all cells of one column show about how it is written. Gathered in a first reading, decided before any
/// cell becomes a value.
struct ColumnEvidence {
  /// A cell that proves something.
  struct Witness {
    var line: Int
    var cell: String
  }

  var filled = 0
  var blank = 0
  var bad = 0
  var examples: [Witness] = []

  // Amounts.
  var pointDecimal: Witness?
  var commaDecimal: Witness?
  /// Ambiguous, and its currency has decimals.
  var ambiguousAmount: Witness?
  /// A bare amount in a row with a quantity above 1.
  var lineOrUnit: Witness?

  // Days.
  var dayFirst: Witness?
  var monthFirst: Witness?
  var undecidedDay: Witness?
  var twoDigitYear: Witness?
  var readableDays = 0

  // Words.
  var severalTags: Witness?
  var notAMethod: Witness?

  mutating func takeAmount(_ shape: MoneyShape, line: Int, cell: Span<UInt8>, hasDecimals: () -> Bool) {
    switch shape.reading {
    case .shown(let sign) where shape.fraction <= 3:
      if sign == .point {
        if pointDecimal == nil { pointDecimal = Witness(line: line, cell: CellReading.string(cell)) }
      } else if commaDecimal == nil {
        commaDecimal = Witness(line: line, cell: CellReading.string(cell))
      }
    case .ambiguous:
      if ambiguousAmount == nil, hasDecimals() {
        ambiguousAmount = Witness(line: line, cell: CellReading.string(cell))
      }
    default: break
    }
  }

  mutating func takeDay(_ shape: DateShape, line: Int, cell: Span<UInt8>) {
    switch shape {
    case .blank, .bad: break
    case .fixed: readableDays += 1
    case .twoNumbers(_, _, _, let short):
      if short {
        if twoDigitYear == nil { twoDigitYear = Witness(line: line, cell: CellReading.string(cell)) }
      } else {
        readableDays += 1
      }
      switch shape.evidence {
      case .dayFirst:
        if dayFirst == nil { dayFirst = Witness(line: line, cell: CellReading.string(cell)) }
      case .monthFirst:
        if monthFirst == nil { monthFirst = Witness(line: line, cell: CellReading.string(cell)) }
      case nil:
        if shape.needsOrder, !short, undecidedDay == nil {
          undecidedDay = Witness(line: line, cell: CellReading.string(cell))
        }
      }
    }
  }
}

extension ColumnEvidence {
  /// What a column of amounts was decided to be, or why it cannot be.
  func amountStyle(
    header: String, file: String, locale: String?, sign: DecimalSign?
  ) -> (style: DecimalSign?, reading: String, fault: Finding?) {
    if let pointDecimal, let commaDecimal {
      return (
        nil, "both notations",
        Finding(
          .columnUndecided, subject: header,
          message:
            "\(file), column \"\(printable(header))\": line \(pointDecimal.line) \"\(printable(pointDecimal.cell))\" "
            + "has a decimal point and line \(commaDecimal.line) \"\(printable(commaDecimal.cell))\" a decimal comma",
          remedy: "write the whole column one way",
          place: Finding.Place(
            file: file, line: max(pointDecimal.line, commaDecimal.line), column: header,
            cell: pointDecimal.line > commaDecimal.line ? pointDecimal.cell : commaDecimal.cell))
      )
    }
    if let pointDecimal {
      return (
        .point, "decimal point, shown by line \(pointDecimal.line) \"\(printable(pointDecimal.cell))\"", nil
      )
    }
    if let commaDecimal {
      return (
        .comma, "decimal comma, shown by line \(commaDecimal.line) \"\(printable(commaDecimal.cell))\"", nil
      )
    }
    guard let ambiguousAmount else { return (nil, "whole amounts", nil) }
    if let sign, let locale {
      return (sign, "decimal \(sign == .point ? "point" : "comma"), by \(printable(locale))", nil)
    }
    return (
      nil, "undecided",
      Finding(
        .columnUndecided, subject: header,
        message: "\(file) line \(ambiguousAmount.line), column \"\(printable(header))\": "
          + "\"\(printable(ambiguousAmount.cell))\" may be thousands or a decimal sign, and no other cell tells",
        remedy: "give --locale, such as --locale en_US for a decimal point or --locale de_DE for a comma",
        place: Finding.Place(
          file: file, line: ambiguousAmount.line, column: header, cell: ambiguousAmount.cell))
    )
  }

  /// What a column of days was decided to be, or why it cannot be.
  func dayOrder(
    header: String, file: String, format: DateFormat?
  ) -> (order: DayOrder?, reading: String, fault: Finding?) {
    func refused(_ message: String, _ remedy: String, _ witness: Witness) -> (DayOrder?, String, Finding?) {
      (
        nil, "undecided",
        Finding(
          .columnUndecided, subject: header,
          message: "\(file), column \"\(printable(header))\": \(message)", remedy: remedy,
          place: Finding.Place(file: file, line: witness.line, column: header, cell: witness.cell))
      )
    }
    if let dayFirst, let monthFirst {
      return refused(
        "line \(dayFirst.line) \"\(printable(dayFirst.cell))\" has the day first and line \(monthFirst.line) "
          + "\"\(printable(monthFirst.cell))\" the month",
        "write the whole column one way, best as YYYY-MM-DD", monthFirst)
    }
    if let twoDigitYear, readableDays == 0, format?.allowsTwoDigitYears != true {
      return refused(
        "line \(twoDigitYear.line) \"\(printable(twoDigitYear.cell))\" has a year of two digits",
        "give --date-format, such as --date-format dd/mm/yy, or write years in full", twoDigitYear)
    }
    if let witness = dayFirst ?? monthFirst {
      let order: DayOrder = dayFirst != nil ? .dayFirst : .monthFirst
      if let asked = format?.order, asked != order {
        return refused(
          "line \(witness.line) \"\(printable(witness.cell))\" has the \(order == .dayFirst ? "day" : "month") "
            + "first, and --date-format says the other",
          "correct --date-format or the cell", witness)
      }
      return (order, "\(order.rawValue), shown by line \(witness.line) \"\(printable(witness.cell))\"", nil)
    }
    if let order = format?.order { return (order, "\(order.rawValue), by --date-format", nil) }
    if let undecidedDay {
      return refused(
        "line \(undecidedDay.line) \"\(printable(undecidedDay.cell))\" may have the day or the month first, "
          + "and no other cell tells",
        "give --date-format, such as --date-format dmy or --date-format mdy", undecidedDay)
    }
    return (nil, "days, year first", nil)
  }
}
