/// A sheet of self-adhesive labels. Sheets of these kinds stand centred on their paper and have no gap between rows, so
/// the published sizes of paper, label and gap say where every label is.
public struct LabelSheet: Sendable, Hashable {
  public enum Paper: Sendable, Hashable {
    case a4, letter

    /// Millimetres, as all lengths here.
    public var width: Double { self == .a4 ? 210 : 215.9 }
    public var height: Double { self == .a4 ? 297 : 279.4 }
  }

  /// Avery's number, as on the box.
  public var name: String
  public var paper: Paper
  public var width: Double
  public var height: Double
  public var columns: Int
  public var rows: Int
  /// Between two columns.
  public var gap: Double

  public var count: Int { columns * rows }

  /// The upper left corner of a label, counted from 0 row by row.
  public func corner(of place: Int) -> (x: Double, y: Double) {
    let left = (paper.width - Double(columns) * width - Double(columns - 1) * gap) / 2
    let top = (paper.height - Double(rows) * height) / 2
    return (left + Double(place % columns) * (width + gap), top + Double(place / columns) * height)
  }

  private init(
    _ name: String, _ paper: Paper, _ width: Double, _ height: Double, columns: Int, rows: Int, gap: Double
  ) {
    self.name = name
    self.paper = paper
    self.width = width
    self.height = height
    self.columns = columns
    self.rows = rows
    self.gap = gap
  }

  /// A4 first, then Letter, whose sizes are in inches on the box.
  public static let all = [
    LabelSheet("L7160", .a4, 63.5, 38.1, columns: 3, rows: 7, gap: 2.54),
    LabelSheet("L7159", .a4, 63.5, 33.9, columns: 3, rows: 8, gap: 2.54),
    LabelSheet("L7163", .a4, 99.1, 38.1, columns: 2, rows: 7, gap: 2.5),
    LabelSheet("L7162", .a4, 99.1, 33.9, columns: 2, rows: 8, gap: 2.5),
    LabelSheet("L7651", .a4, 38.1, 21.2, columns: 5, rows: 13, gap: 2.54),
    LabelSheet("5160", .letter, 66.675, 25.4, columns: 3, rows: 10, gap: 3.175),
    LabelSheet("5161", .letter, 101.6, 25.4, columns: 2, rows: 10, gap: 4.7625),
    LabelSheet("5162", .letter, 101.6, 33.8667, columns: 2, rows: 7, gap: 4.7625),
    LabelSheet("5163", .letter, 101.6, 50.8, columns: 2, rows: 5, gap: 4.7625),
    LabelSheet("5167", .letter, 44.45, 12.7, columns: 4, rows: 20, gap: 7.9375),
  ]

  /// By its number, in any case; nil for one that is not known.
  public static func named(_ name: String) -> LabelSheet? {
    all.first { $0.name.lowercased() == name.lowercased() }
  }
}
