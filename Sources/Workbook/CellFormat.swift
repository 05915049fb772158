/// How a cell looks.
public struct CellFormat: Sendable, Hashable {
  public enum Alignment: Sendable, Hashable { case left, center, right }

  public var isBold = false
  public var isItalic = false
  /// Points.
  public var size = 10.0
  /// 0xRRGGBB.
  public var ink: UInt32 = 0x1E1C19
  /// 0xRRGGBB; nil leaves the cell as it is.
  public var background: UInt32?
  /// A spreadsheet's own notation: `#,##0.00`, `yyyy-mm-dd`; nil is general.
  public var numberFormat: String?
  public var alignment: Alignment?
  public var wraps = false
  public var indent: UInt8 = 0
  public var hasLineBelow = false
  public var hasLineAbove = false

  public init() {}

  public func with(_ change: (inout CellFormat) -> Void) -> CellFormat {
    var copy = self
    change(&copy)
    return copy
  }
}

/// Why a workbook cannot be made.
public struct WorkbookFailure: Error, CustomStringConvertible {
  public var description: String
}
