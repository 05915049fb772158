/// Findings that follow from how the catalog will stand after a plan, whatever the run did: a possession without a
/// photo is one every night until somebody takes the photo.

/// `item-without-photo` for each possession that holds no picture.
///
/// - Parameters:
///   - items: possessions that will hold, in order.
///   - pictures: keys of holding attachments after the plan, by item id.
public func findingsForItemsWithoutPhoto(
  _ items: [Possession], pictures: [String: Set<ImageKey>]
) -> [Finding] {
  items.filter { pictures[$0.itemID, default: []].isEmpty }.map { possession in
    Finding(
      .itemWithoutPhoto, subject: possession.itemID, message: "\(possession.name) has no photo",
      remedy: "photograph it and put the file in a folder named after it, or name the file after its id")
  }
}
