import CVips
import Glibc
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

  /// How often libvips, or a library under it, warned on this thread since the last call. Their text decides nothing.
  static func takeWarningCount() -> Int {
    let count = Int(bitPattern: pthread_getspecific(warningCount))
    pthread_setspecific(warningCount, nil)
    return count
  }

  /// The count itself stands in the thread's pointer.
  private static let warningCount: pthread_key_t = {
    var key = pthread_key_t()
    precondition(pthread_key_create(&key, nil) == 0, "a process has more than one thread key")
    return key
  }()

  /// GLib prints warnings to standard error by itself; a library has no business there.
  private static func catchWarnings() {
    _ = warningCount
    for domain: String? in ["VIPS", "GLib", "GLib-GObject", nil] {
      _ = g_log_set_handler(
        domain, GLogLevelFlags(rawValue: G_LOG_LEVEL_MASK.rawValue | G_LOG_FLAG_RECURSION.rawValue),
        { _, _, _, _ in
          let key = ImagingLibrary.warningCount
          let count = Int(bitPattern: pthread_getspecific(key))
          pthread_setspecific(key, UnsafeRawPointer(bitPattern: count + 1))
        }, nil)
    }
  }
}
