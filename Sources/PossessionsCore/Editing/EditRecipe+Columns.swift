/// The columns `crop`, `rotate` and `edit` of an items table, each cell as typed.

extension EditRecipe {
  /// One recipe of the three cells of a row. The order is fixed: turned first, then cropped in the picture as turned,
  /// then what `edit` says. Nil and blank cells say nothing.
  ///
  /// - Parameters:
  ///   - crop: `X,Y,WIDTH,HEIGHT` or `4:3@center`, also with semicolons or spaces between the numbers.
  ///   - rotate: `90`, clockwise; `0` is no turn.
  ///   - edit: operations as in `init(parsing:)`.
  /// - Throws: a failure of kind `badData` whose subject is the operation as typed.
  public init(crop: String?, rotate: String?, edit: String?) throws(Failure) {
    var operations: [EditOperation] = []
    if let typed = rotate?.trimmed, !typed.isEmpty {
      let value = typed.lowercased().hasPrefix("rotate=") ? typed : "rotate=" + typed
      if let operation = try EditOperation(parsing: value) { operations.append(operation) }
    }
    if let typed = crop?.trimmed, !typed.isEmpty {
      let numbers = String(typed.map { $0 == ";" ? "," : $0 })
      let value = numbers.lowercased().hasPrefix("crop=") ? numbers : "crop=" + numbers
      if let operation = try EditOperation(parsing: value) { operations.append(operation) }
    }
    if let edit { operations += try EditRecipe(parsing: edit).operations }
    self.init(operations)
  }
}
