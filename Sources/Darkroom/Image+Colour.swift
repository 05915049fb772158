import CVips

/// Colour spaces, depth and alpha.
extension Image {
  /// 8-bit channels; wider integers lose their low bits (vips_cast).
  public func in8Bits() throws(ImagingError) -> Image {
    guard vips_image_get_format(pointer) != VIPS_FORMAT_UCHAR else { return self }
    return try making("reduce depth") { cvips_cast($0, &$1, VIPS_FORMAT_UCHAR, 0) }
  }

  /// On a background, without alpha; the picture itself where it has none (vips_flatten).
  public func flattened(onto background: [Double] = [255]) throws(ImagingError) -> Image {
    guard hasAlpha else { return self }
    let full = maximumAlpha
    return try making("flatten") { input, output in
      background.withUnsafeBufferPointer {
        cvips_flatten(input, &output, $0.baseAddress, Int32($0.count), full)
      }
    }
  }

  /// What full opacity is in this picture's numbers.
  var maximumAlpha: Double {
    vips_image_get_format(pointer) == VIPS_FORMAT_USHORT ? 65535 : 255
  }

  /// 8-bit sRGB or one gray channel, alpha kept: by the embedded profile where it fits the channels, else by what the
  /// file says of itself.
  public func inSRGB() throws(ImagingError) -> Image {
    let space = vips_image_guess_interpretation(pointer)
    let colourBands = bands - (hasAlpha ? 1 : 0)
    if hasFittingProfile(colourBands: colourBands), space != VIPS_INTERPRETATION_LAB,
      space != VIPS_INTERPRETATION_LABS
    {
      if let converted = try? making(
        "convert colour", { cvips_icc_transform($0, &$1, "srgb", VIPS_INTENT_PERCEPTUAL, 0) })
      {
        return try converted.in8Bits()
      }
    }
    let gray = colourBands == 1
    let plain = try withoutProfile()
    let target = gray ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
    if space == target { return try plain.in8Bits() }
    return try plain.making("convert colour") { cvips_colourspace($0, &$1, target) }.in8Bits()
  }

  /// Whether the embedded ICC profile is one, and of a space with that many channels (its header, bytes 16 to 19).
  private func hasFittingProfile(colourBands: Int) -> Bool {
    var count = 0
    guard let start = cvips_blob(pointer, "icc-profile-data", &count), count >= 132 else { return false }
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    guard bytes[36..<40].elementsEqual("acsp".utf8) else { return false }
    if bytes[16..<20].elementsEqual("RGB ".utf8) { return colourBands == 3 }
    if bytes[16..<20].elementsEqual("GRAY".utf8) { return colourBands == 1 }
    if bytes[16..<20].elementsEqual("CMYK".utf8) { return colourBands == 4 }
    return false
  }

  private func withoutProfile() throws(ImagingError) -> Image {
    guard vips_image_get_typeof(pointer, "icc-profile-data") != 0 else { return self }
    let copy = try making("copy") { cvips_copy($0, &$1) }
    vips_image_remove(copy.pointer, "icc-profile-data")
    return copy
  }
}
