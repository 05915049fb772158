import CVips
import PossessionsCore

/// Colour spaces, depth and alpha.
extension Image {
  /// 8-bit channels: of 16 bits the nearest level, so that 0 stays 0 and 65535 becomes 255; of others the whole part.
  public func in8Bits() throws(ImagingError) -> Image {
    let format = vips_image_get_format(pointer)
    guard format != VIPS_FORMAT_UCHAR else { return self }
    guard format == VIPS_FORMAT_USHORT else {
      return try making("reduce depth") { cvips_cast($0, &$1, VIPS_FORMAT_UCHAR, 0) }
    }
    let isGray = bands - (hasAlpha ? 1 : 0) == 1
    let levels = try making("reduce depth") { input, output in
      withUnsafePointer(to: 1.0 / 257) { factor in
        withUnsafePointer(to: 0.5) { cvips_linear(input, &output, factor, $0, 1, 1) }
      }
    }
    return try levels.making("reduce depth") {
      cvips_copy_as($0, &$1, isGray ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB, 1)
    }
  }

  /// On a background, without alpha; the picture itself where it has none (vips_flatten).
  ///
  /// - Parameter background: one number for each colour channel, or one for all; nil for white.
  public func flattened(onto background: [Double]? = nil) throws(ImagingError) -> Image {
    guard hasAlpha else { return self }
    let full = maximumAlpha
    let colour = background ?? [full]
    return try making("flatten") { input, output in
      colour.withUnsafeBufferPointer {
        cvips_flatten(input, &output, $0.baseAddress, Int32($0.count), full)
      }
    }
  }

  /// What full opacity is in this picture's numbers.
  var maximumAlpha: Double {
    vips_image_get_format(pointer) == VIPS_FORMAT_USHORT ? 65535 : 255
  }

  /// Whether its numbers are light of red, green and blue, or gray: white is then the largest of them.
  var isRGBOrGray: Bool {
    switch vips_image_guess_interpretation(pointer) {
    case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_RGB16,
      VIPS_INTERPRETATION_B_W,
      VIPS_INTERPRETATION_GREY16:
      let format = vips_image_get_format(pointer)
      return format == VIPS_FORMAT_UCHAR || format == VIPS_FORMAT_USHORT
    default: return false
    }
  }

  /// 8-bit sRGB or one gray channel, alpha kept: by the embedded profile where it fits the channels, else by what the
  /// file says of itself. A profile that does not fit, or that cannot be used, is dropped.
  public func inSRGB() throws(ImagingError) -> Image {
    let space = vips_image_guess_interpretation(pointer)
    let colourBands = bands - (hasAlpha ? 1 : 0)
    if needsProfile, let converted = try? convertedByProfile() { return converted }
    let plain = try withoutProfile()
    if colourBands == 4 || space == VIPS_INTERPRETATION_CMYK {
      return try plain.making("convert colour") {
        cvips_icc_transform_from($0, &$1, "cmyk", "srgb", VIPS_INTENT_PERCEPTUAL, 0)
      }.in8Bits()
    }
    if plain.isRGBOrGray { return try plain.in8Bits() }
    let target = colourBands == 1 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
    return try plain.making("convert colour") { cvips_colourspace($0, &$1, target) }.in8Bits()
  }

  /// Whether `inSRGB` goes through the embedded profile: what comes out then differs by a code or two between versions of
  /// the colour library.
  public var needsProfile: Bool {
    let space = vips_image_guess_interpretation(pointer)
    guard space != VIPS_INTERPRETATION_LAB, space != VIPS_INTERPRETATION_LABS, let use = profileUse else {
      return false
    }
    return use.channels == bands - (hasAlpha ? 1 : 0) && !use.isSRGB
  }

  /// From the embedded profile, in 8 bits (vips_icc_transform). Alpha goes beside: with it, a CMYK picture crashes old
  /// libvips, and of 16 bits new libvips makes full opacity whatever the alpha.
  private func convertedByProfile() throws(ImagingError) -> Image {
    let colourBands = Int32(bands - (hasAlpha ? 1 : 0))
    let colour =
      try hasAlpha ? making("split") { cvips_extract_band($0, &$1, 0, colourBands) } : self
    let converted = try colour.making("convert colour") {
      cvips_icc_transform($0, &$1, "srgb", VIPS_INTENT_PERCEPTUAL, 0)
    }.in8Bits()
    guard hasAlpha else { return converted }
    let alpha = try making("split") { cvips_extract_band($0, &$1, colourBands, 1) }.in8Bits()
    return try converted.making("join") { cvips_bandjoin2($0, alpha.pointer, &$1) }
  }

  private var profileUse: (channels: Int, isSRGB: Bool)? {
    var count = 0
    guard let start = cvips_blob(pointer, "icc-profile-data", &count) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    guard let channels = ICCProfile.channels(of: bytes) else { return nil }
    return (channels, ICCProfile.isSRGB(bytes))
  }

  /// A copy that carries a profile; the pixels stay (vips_image_set_blob_copy).
  func tagged(with profile: ICCProfile) throws(ImagingError) -> Image {
    let copy = try making("copy") { cvips_copy($0, &$1) }
    profile.bytes.withUnsafeBytes {
      vips_image_set_blob_copy(copy.pointer, "icc-profile-data", $0.baseAddress, $0.count)
    }
    return copy
  }

  private func withoutProfile() throws(ImagingError) -> Image {
    guard vips_image_get_typeof(pointer, "icc-profile-data") != 0 else { return self }
    let copy = try making("copy") { cvips_copy($0, &$1) }
    vips_image_remove(copy.pointer, "icc-profile-data")
    return copy
  }
}
