import Files
import FoundationEssentials
package import PossessionsCore

/// Some worker processes, fed one job each at a time, so that uneven pictures balance themselves.
///
/// A worker that dies, hangs or eats its memory costs its one job and is replaced. A job whose worker died is given out
/// once more: the system may have ended the worker for reasons of its own. Results come out in the order of the jobs,
/// whatever the order of completion, so that two runs over the same input record the same.
package final class WorkerPool {
  package struct Settings: Sendable {
    /// The executable that is started as `work --pipe`.
    package var program: BytePath = "/proc/self/exe"
    package var workers: Int
    /// Bytes for all workers together; jobs are admitted by their estimates.
    package var memory: Int64 = 1 << 30
    /// A worker is replaced after this many jobs or above this many bytes, so that slow leaks do not add up.
    package var jobsPerWorker = 500
    package var residentLimit: Int64 = 600 << 20
    /// What a worker takes before it decodes anything, in bytes.
    package var baseline: Int64 = 60 << 20
    package var environment: [String] = []

    package init(workers: Int) { self.workers = workers }
  }

  /// A job and what it may cost.
  package struct QueuedJob: Sendable {
    package var job: Job
    /// Bytes above the baseline while it runs.
    package var memory: Int64
    /// Processor time, after which the worker is ended; ten times as long by the clock.
    package var seconds: Double

    package init(_ job: Job, memory: Int64 = 0, seconds: Double = 30) {
      self.job = job
      self.memory = memory
      self.seconds = seconds
    }
  }

  /// What became of a job: the worker's own answer, or how it failed to give one.
  package enum Answer: Sendable {
    case result(JobResult)
    /// Twice.
    case died
    case tookTooLong(seconds: Double)
  }

  /// One process and what it is doing.
  private final class Slot {
    let process: ChildProcess
    var buffer: [UInt8] = []
    var jobsDone = 0
    var current: (index: Int, start: ContinuousClock.Instant, processorSeconds: Double)?

    init(_ process: consuming ChildProcess) { self.process = process }
  }

  private let settings: Settings
  private var slots: [Slot] = []
  private let clock = ContinuousClock()

  package init(_ settings: Settings) {
    self.settings = settings
  }

  /// Runs jobs that are there already: see below.
  package func run(
    _ jobs: [QueuedJob], finished: (Int) -> Void,
    collect: ([(job: Job, answer: Answer)]) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    try run(jobs.count, job: { jobs[$0] }, finished: finished, collect: collect)
  }

  /// Runs all jobs and hands over the answers in the order of the jobs.
  ///
  /// - Parameters:
  ///   - count: how many jobs there are.
  ///   - job: makes a job, by its number from 0; called once for each, shortly before it is given out, so that a hundred
  ///     thousand jobs are never in memory together.
  ///   - finished: called after each completion, with the number of jobs done; for progress only.
  ///   - collect: gets the next answers in order, as soon as there are any; at most `batch` at a time.
  ///     Called between polls, so what it does is not seen by the workers, which go on.
  /// - Returns: false where a stop was asked for; jobs already handed to a worker have been finished and collected.
  package func run(
    _ count: Int, job: (Int) -> QueuedJob, batch: Int = 64, finished: (Int) -> Void,
    collect: ([(job: Job, answer: Answer)]) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    // Jobs that wait, are being done, or whose answers are not collected yet.
    var jobs: [Int: QueuedJob] = [:]
    // The next few jobs: what the admission may choose among. Short, so that results stay nearly in order.
    var waiting: [Int] = []
    var upcoming = 0
    var answers: [Int: Answer] = [:]
    var collected = 0
    var done = 0
    var lastCollect = clock.now
    var stopping = false
    var retried: Set<Int> = []
    // The store failed, and the run ends with what `collect` makes of it: nothing more is tried on it.
    var isFailing = false

    func answer(_ index: Int, _ answer: Answer) {
      if case .result(.failed) = answer { isFailing = true }
      if case .died = answer, retried.insert(index).inserted {
        waiting.insert(index, at: 0)
        return
      }
      answers[index] = answer
      done += 1
      finished(done)
    }

    while true {
      stopping = stopping || isFailing || StopSignals.isStopRequested
      while waiting.count < 16, upcoming < count {
        jobs[upcoming] = job(upcoming)
        waiting.append(upcoming)
        upcoming += 1
      }
      // Hand out what fits.
      while !stopping, let index = nextAdmissible(in: waiting, of: jobs), let queued = jobs[index] {
        guard let slot = try freeSlot() else { break }
        waiting.removeAll { $0 == index }
        let line: [UInt8]
        do {
          line = Array(try JSONEncoder().encode(queued.job))
        } catch {
          throw Failure(.internalError, message: "a job cannot be written as JSON: \(error)")
        }
        slot.current = (index, clock.now, slot.process.processorSeconds)
        if !slot.process.send(line: line) {
          retire(slot)
          answer(index, .died)
        }
      }
      let busy = slots.filter { $0.current != nil }
      // Collect what is next in order: a full batch, or anything once nothing more is coming soon.
      var next: [(job: Job, answer: Answer)] = []
      let idle = busy.isEmpty || clock.now - lastCollect > .milliseconds(200)
      var ready = 0
      while answers[collected + ready] != nil { ready += 1 }
      if ready >= batch || (ready > 0 && idle) {
        while next.count < batch, let answer = answers.removeValue(forKey: collected),
          let queued = jobs.removeValue(forKey: collected)
        {
          next.append((queued.job, answer))
          collected += 1
        }
        try collect(next)
        lastCollect = clock.now
        continue
      }
      if busy.isEmpty {
        if stopping {
          // What is out of order behind a job that never ran is finished work: hand it over too.
          let rest = answers.keys.sorted().compactMap { index in
            jobs[index].map { (job: $0.job, answer: answers[index] ?? .died) }
          }
          if !rest.isEmpty { try collect(rest) }
          return false
        }
        if waiting.isEmpty, upcoming >= count { return true }
        continue
      }
      for descriptor in waitForInput(busy.map { $0.process.output }, milliseconds: 100) {
        guard let slot = busy.first(where: { $0.process.output == descriptor }) else { continue }
        try read(slot, answer: answer)
      }
      for slot in slots {
        guard let index = slot.current?.index, let limit = jobs[index]?.seconds, isOverdue(slot, limit: limit)
        else { continue }
        retire(slot)
        answer(index, .tookTooLong(seconds: limit))
      }
    }
  }

  /// Ends all workers. Their own clean-up is the end of their input.
  package func close() {
    slots.removeAll()
  }

  /// Waiting for a processor on a busy machine or for a slow disk is no fault of a picture: the limit is of work done.
  /// What hangs without working is ended by the clock.
  private func isOverdue(_ slot: Slot, limit: Double) -> Bool {
    guard let current = slot.current else { return false }
    let elapsed = clock.now - current.start
    guard elapsed > .seconds(limit) else { return false }
    return elapsed > .seconds(10 * limit)
      || slot.process.processorSeconds - current.processorSeconds > limit
  }

  private func read(_ slot: Slot, answer: (Int, Answer) -> Void) throws(Failure) {
    while true {
      switch slot.process.receive() {
      case .nothingYet:
        return
      case .ended:
        let index = slot.current?.index
        retire(slot)
        if let index { answer(index, .died) }
        return
      case .bytes(let bytes):
        slot.buffer += bytes
        guard let end = slot.buffer.firstIndex(of: 0x0A) else { continue }
        let line = Array(slot.buffer[..<end])
        slot.buffer.removeSubrange(...end)
        guard let index = slot.current?.index else { continue }
        let result: JobResult
        do {
          result = try JSONDecoder().decode(JobResult.self, from: Data(line))
        } catch {
          // A library wrote into the result line, or memory is damaged: do not trust this process further.
          retire(slot)
          answer(index, .died)
          return
        }
        slot.current = nil
        slot.jobsDone += 1
        answer(index, .result(result))
        if slot.jobsDone >= settings.jobsPerWorker || slot.process.residentBytes > settings.residentLimit {
          retire(slot)
        }
        return
      }
    }
  }

  /// The first waiting job that the budget admits. A job larger than the whole budget runs alone.
  private func nextAdmissible(in waiting: [Int], of jobs: [Int: QueuedJob]) -> Int? {
    let running = slots.compactMap { $0.current.flatMap { jobs[$0.index]?.memory } }
    guard running.count < settings.workers else { return nil }
    guard let first = waiting.first else { return nil }
    if running.isEmpty { return first }
    let free = settings.memory - running.reduce(0, +) - Int64(settings.workers) * settings.baseline
    // Looking ahead, so that one large picture does not leave the other core idle.
    return waiting.first { (jobs[$0]?.memory ?? 0) <= free }
  }

  private func freeSlot() throws(Failure) -> Slot? {
    if let slot = slots.first(where: { $0.current == nil }) { return slot }
    guard slots.count < settings.workers else { return nil }
    let slot = Slot(
      try ChildProcess(
        program: settings.program, arguments: ["work", "--pipe"], environment: settings.environment))
    slots.append(slot)
    return slot
  }

  private func retire(_ slot: Slot) {
    slot.process.kill()
    slots.removeAll { $0 === slot }
  }
}
