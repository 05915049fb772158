import CVips
public import PossessionsCore
import Synchronization

/// libvips as this process runs it: started once, without a cache, trusting only loaders that are fuzzed.
public enum ImagingLibrary {
  /// Starts libvips. Call it once, before anything else here, from the only thread there is.
  ///
  /// - Parameter concurrency: threads for one picture. 1 is right in a worker: several pictures at once come from
  ///   several workers.
  public static func start(concurrency: Int = 1) throws(Failure) {
    let isFirst = started.withLock { started in
      defer { started = true }
      return !started
    }
    guard isFirst else { return }
    cvips_tune_allocator(2, 32 << 20, 64 << 20)
    guard vips_init("possessions") == 0 else {
      throw Failure(
        .internalError, message: "libvips does not start: \(takeErrorText())",
        remedy: "reinstall libvips (Debian: apt-get install --reinstall libvips42)")
    }
    // SVG, PDF, ImageMagick, OpenSlide, JPEG XL and others were never fuzzed; none of them reads a byte here.
    vips_block_untrusted_set(1)
    vips_concurrency_set(Int32(concurrency))
    // Each picture is opened once: a cache of operations only holds memory.
    vips_cache_set_max(0)
    catchWarnings()
  }

  /// Versions of the libraries that make pixels, by name.
  public static var versions: [String: String] {
    ["libvips": "\(vips_version(0)).\(vips_version(1)).\(vips_version(2))"]
  }

  private static let started = Mutex(false)

  // MARK: Warnings

  /// What libvips and the libraries under it warned of since the last call; at most 20 of them, each on one line.
  static func takeWarnings() -> [String] {
    warnings.withLock { warnings in
      defer { warnings = [] }
      return warnings
    }
  }

  private static let warnings = Mutex<[String]>([])

  /// GLib prints warnings to standard error by itself; a library has no business there.
  private static func catchWarnings() {
    for domain: String? in ["VIPS", "GLib", "GLib-GObject", nil] {
      _ = g_log_set_handler(
        domain, GLogLevelFlags(rawValue: G_LOG_LEVEL_MASK.rawValue | G_LOG_FLAG_RECURSION.rawValue),
        { _, _, message, _ in
          guard let message else { return }
          let line = oneLine(String(cString: message))
          ImagingLibrary.warnings.withLock { if $0.count < 20 { $0.append(line) } }
        }, nil)
    }
  }
}
