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

/// `photo-on-two-items` for each picture that several possessions hold, in the order of names.
///
/// - Parameters:
///   - pictures: keys of holding attachments after the plan, by item id.
///   - name: of a picture, for people.
public func findingsForPicturesOnTwoItems(
  _ pictures: [String: Set<ImageKey>], name: (ImageKey) -> String
) -> [Finding] {
  itemsOfPictures(pictures).filter { $0.value.count > 1 }.map { key, items in
    Finding(
      .photoOnTwoItems, subject: name(key),
      message: "the same picture belongs to \(listed(items.count, of: items.prefix(5).map(printable)))",
      remedy: "leave it so if it shows all of them, else correct the names or cells that say so")
  }
  .sorted { ($0.subject, $0.message) < ($1.subject, $1.message) }
}

/// `photo-near-duplicate` for each group of pictures that look alike, and for each picture that is left out.
///
/// - Parameters:
///   - groups: of `nearDuplicates`.
///   - leftOut: pictures that are not attached because another stands for them.
///   - pictures: keys of holding attachments after the plan, by item id.
///   - name: of a picture, for people.
public func findingsForNearDuplicates(
  _ groups: [[ComparablePicture]], leftOut: [ImageKey: ImageKey], pictures: [String: Set<ImageKey>],
  name: (ImageKey) -> String
) -> [Finding] {
  let items = itemsOfPictures(pictures)
  var findings = leftOut.map { key, other in
    Finding(
      .photoNearDuplicate, subject: name(key), message: "it looks like \(name(other)) and is not attached",
      remedy: "nothing to do; to attach it all the same, name it in the photos column or in a manifest")
  }
  for group in groups {
    let keys = group.map(\.key).filter { leftOut[$0] == nil }
    guard keys.count > 1 else { continue }
    let others = keys.dropFirst()
    var message = listed(others.count, of: others.prefix(5).map(name))
    message += others.count == 1 ? " looks like it" : " look like it"
    let owners = keys.compactMap { items[$0] }
    if let first = owners.first, !owners.allSatisfy({ $0 == first }) {
      let all = owners.reduce(into: [String]()) { all, more in all += more.filter { !all.contains($0) } }
      message += "; they belong to \(listed(all.count, of: all.prefix(5).map(printable)))"
    }
    findings.append(
      Finding(
        .photoNearDuplicate, subject: name(keys[0]), message: message,
        remedy: "look whether one will do; import --dedupe attaches only the best to a possession"))
  }
  return findings.sorted { ($0.subject, $0.message) < ($1.subject, $1.message) }
}

private func itemsOfPictures(_ pictures: [String: Set<ImageKey>]) -> [ImageKey: [String]] {
  var items: [ImageKey: [String]] = [:]
  for (item, keys) in pictures.sorted(by: { $0.key < $1.key }) {
    for key in keys { items[key, default: []].append(item) }
  }
  return items
}
