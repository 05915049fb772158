/// Reads edits of photos: a table (`photo[,item_id],edit`) or JSON, told apart by the first character.
///
/// JSON is a list of objects: `[{"photo": "IMG_1.jpg", "item_id": "A1", "edit": "crop=4:3"}]`; `edit` may be a text or a
/// recipe's own JSON.
///
/// - Parameters:
///   - file: its name as typed, for messages.
///   - options: as for `readManifest`; JSON needs none.
/// - Throws: `Failure(.badData)` with all faults where the file as a whole cannot be trusted.
public func readEdits(
  _ bytes: [UInt8], file: String, options: IntakeOptions = IntakeOptions()
) throws -> ManifestIntake {
  let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
  let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  guard bytes[start...].first(where: { !space.contains($0) }) == UInt8(ascii: "[") else {
    return try readManifest(bytes, file: file, options: options)
  }
  return try editsOfJSON(bytes, file: file)
}

private func editsOfJSON(_ bytes: [UInt8], file: String) throws(Failure) -> ManifestIntake {
  let items: [JSONValue]
  do throws(Failure) {
    guard case .array(let list) = try JSONValue(parsing: bytes) else {
      preconditionFailure("a text that begins with [ is a list")
    }
    items = list
  } catch {
    var failure = error
    failure.subject = file
    throw failure
  }
  var intake = ManifestIntake(entries: [], findings: [], rows: items.count, rejected: 0)
  for (index, item) in items.enumerated() {
    let place = Finding.Place(file: file, cell: "entry \(index + 1)")
    func reject(_ message: String, _ remedy: String) {
      intake.rejected += 1
      intake.findings.append(
        Finding(
          .rowRejected, subject: "\(file), entry \(index + 1)", message: message, remedy: remedy, place: place
        ))
    }
    guard case .object(var members) = item, case .string(let photo)? = members.removeValue(forKey: "photo"),
      !photo.isEmpty, let edit = members.removeValue(forKey: "edit")
    else {
      reject("it names no photo or no edit", "write {\"photo\": \"IMG_1.jpg\", \"edit\": \"crop=4:3\"}")
      continue
    }
    var itemID: String?
    if let value = members.removeValue(forKey: "item_id"), value != .null {
      guard case .string(let text) = value else {
        reject("its item_id is no text", "put it in quotes")
        continue
      }
      itemID = text
    }
    if let unknown = members.keys.min() {
      reject("\(printable(unknown)) is not known here", "an entry has photo, item_id and edit")
      continue
    }
    do throws(Failure) {
      intake.entries.append(
        ManifestEntry(photo: photo, itemID: itemID, recipe: try EditRecipe(json: edit), place: place))
    } catch {
      reject("\(error.subject): \(error.message)", error.remedy)
    }
  }
  return intake
}
