package import PossessionsCore

/// What a run takes from the world, passed in so that a test can say what day it is.
package struct RunEnvironment {
  /// The present moment: UTC, RFC 3339 to the second.
  package var now: @Sendable () -> String
  /// The id of a new run: `20260315T020000Z-1f3a`, sorts by time, unique on the machine.
  package var runID: @Sendable () -> String
  /// The executable that workers are started from.
  package var program: BytePath
  /// `NAME=value` lines that workers get, beside the fixed ones.
  package var workerEnvironment: [String]
  /// The program's own version.
  package var version: String
  /// Where events go.
  package var observe: (Event) -> Void

  package init(
    now: @escaping @Sendable () -> String, runID: @escaping @Sendable () -> String,
    program: BytePath = "/proc/self/exe", workerEnvironment: [String] = [], version: String,
    observe: @escaping (Event) -> Void = { _ in }
  ) {
    self.now = now
    self.runID = runID
    self.program = program
    self.workerEnvironment = workerEnvironment
    self.version = version
    self.observe = observe
  }
}
