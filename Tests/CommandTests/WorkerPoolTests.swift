import Files
import PossessionsCore
import Running
import TestSupport
import Testing

/// What becomes of a job whose worker dies or whose store fails. The worker is the built program behind a shell script.
@Suite("the pool of workers")
struct WorkerPoolTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b", "c"] { try folder.write(tinyJPEG(name), to: "photos/\(name).jpg") }
  }

  // The script reads its job before it dies: a pipe without a reader would end the test's process (SIGPIPE).

  /// Answers of three jobs that store nothing, by one worker that is started by `script`.
  private func answers(
    _ script: String, catalog: BytePath = "/nowhere", store: Bool = false, seconds: Double = 30
  ) throws -> [String] {
    // Put in its place by another process: a file that this one wrote may be open still in a child of another test.
    let program = folder.file("worker.sh")
    let text = try folder.write("#!/bin/sh\n\(script)\nexec \(builtProgram()) \"$@\"\n", to: "text")
    #expect(try runCommand("install", ["-m", "755", text, program])?.status == 0)
    var settings = WorkerPool.Settings(workers: 1)
    settings.program = BytePath(program)
    let pool = WorkerPool(settings)
    defer { pool.close() }
    let jobs = ["a.jpg", "b.jpg", "c.jpg"].enumerated().map { index, name in
      WorkerPool.QueuedJob(
        .takeIn(
          TakeInJob(
            id: index, root: BytePath(folder.file("photos")), path: BytePath(name), catalog: catalog,
            run: "run",
            store: store)), seconds: seconds)
    }
    var answers: [String] = []
    _ = try pool.run(jobs) { _ in
    } collect: { (collected) throws(Failure) in
      for (_, answer) in collected {
        switch answer {
        case .result(.stored(let result)): answers.append("\(result.outcome)")
        case .result(.failed): answers.append("failed")
        case .result(.rendered): answers.append("rendered")
        case .result(.looked): answers.append("looked")
        case .result(.previewed): answers.append("previewed")
        case .died: answers.append("died")
        case .tookTooLong: answers.append("took too long")
        }
      }
    }
    return answers
  }

  @Test("a job whose worker was killed is done by the next one")
  func killedOnce() throws {
    let marker = folder.file("marker")
    let answers = try answers("if [ ! -e \(marker) ]; then read line; : > \(marker); kill -9 $$; fi")
    #expect(answers == ["examined", "examined", "examined"])
  }

  @Test("a job whose workers die twice is given up, and each costs itself alone")
  func alwaysKilled() throws {
    #expect(try answers("read line; kill -9 $$") == ["died", "died", "died"])
  }

  @Test("after a failure of the store no further job is given out")
  func failingStore() throws {
    #expect(try answers("", catalog: BytePath(folder.file("no catalog")), store: true) == ["failed"])
  }

  @Test(
    "what works without end or hangs is ended",
    arguments: ["while :; do :; done", "exec /bin/sleep 600"])
  func neverEnding(script: String) throws {
    #expect(
      try answers("read line; " + script, seconds: 0.1) == [
        "took too long", "took too long", "took too long",
      ])
  }

  /// On a busy machine a picture waits for a processor, which is not its fault.
  @Test("waiting is no work") func waiting() throws {
    #expect(try answers("/bin/sleep 2.5", seconds: 2) == ["examined", "examined", "examined"])
  }
}
