import CLinux

/// SIGTERM, SIGINT and SIGHUP: the first asks to stop at the next picture boundary, a second ends at once with 75.
public enum StopSignals {
  /// Also ignores SIGPIPE, so that a closed pipe is an error to handle and not a death.
  public static func `catch`() {
    clinux_catch_stop_signals()
  }

  public static var isStopRequested: Bool {
    clinux_stop_requested() != 0
  }
}
