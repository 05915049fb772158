/// Facts from a header, and what later steps read back from them.
extension PhotoFacts {
  /// What the header alone says. Nil for the header: nothing but the type is known.
  public init(mediaType: MediaType, header: PictureHeader?) {
    self.init(mediaType: mediaType)
    guard let header else { return }
    width = header.shown.width
    height = header.shown.height
    orientation = header.orientation
    pageCount = header.pageCount
    other["memory"] = String(header.estimatedMemory(isEdited: false))
    other["bits"] = String(header.bitsPerChannel)
    if header.isProgressive { other["progressive"] = "yes" }
    if header.isHDR { other["hdr"] = header.codedColour?.transfer == 18 ? "hlg" : "pq" }
    if header.hasGainMap { other["gain-map"] = "yes" }
    if header.hasOrientationConflict { other["orientation-conflict"] = "yes" }
  }

  /// Bytes that rendering the picture takes at its peak, above what an idle worker has; for admission.
  public func estimatedMemory(isEdited: Bool) -> Int {
    let pixels = (width ?? 0).multipliedReportingOverflow(by: height ?? 0)
    let whole = pixels.overflow || pixels.partialValue > 1 << 40 ? 1 << 40 : pixels.partialValue
    // A header may claim anything: numbers end at 2^60.
    let plain = min(other["memory"].flatMap { Int($0) } ?? 64_000_000 + whole * 6, 1 << 60)
    return isEdited ? plain + whole * 7 : plain
  }
}
