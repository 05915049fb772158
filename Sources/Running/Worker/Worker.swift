// The worker: job lines in, result lines out. The same for the local run (over a pipe) and for a cluster (files).
import Barcodes
import Darkroom
import Files
import FoundationEssentials
package import PossessionsCore

/// Does jobs, one at a time. A fault of a picture is part of its result; only a fault of the store is `failed`.
///
/// Folders stay open from one job to the next: a worker serves one catalog and few photo folders.
package final class Worker {
  private var catalogs: [BytePath: CatalogFolder] = [:]
  private var sources: [BytePath: SourceFolder] = [:]
  /// Made when the first picture is looked at for codes.
  lazy var scanner = CodeScanner()

  package init() {}

  package func perform(_ job: Job) -> JobResult {
    do throws(Failure) {
      switch job {
      case .takeIn(let job): return .stored(try takeIn(job))
      case .look(let job): return .looked(look(job))
      case .render(let job): return .rendered(try render(job))
      case .preview(let job): return .previewed(preview(job))
      }
    } catch {
      return .failed(FailedResult(id: job.id, failure: error))
    }
  }

  func catalog(_ path: BytePath) throws(Failure) -> CatalogFolder {
    if let folder = catalogs[path] { return folder }
    let folder = try CatalogFolder.open(path, for: .publishing)
    catalogs[path] = folder
    return folder
  }

  func source(_ root: BytePath) throws(Failure) -> SourceFolder {
    if let folder = sources[root] { return folder }
    let folder = try SourceFolder(root)
    sources[root] = folder
    return folder
  }
}

/// Serves a parent process: reads job lines from standard input, writes result lines to standard output.
///
/// Libraries that print must not spoil a result line: the pipe is moved to a descriptor of its own and standard
/// output is closed to them. The process dies with its parent.
package func servePipe() throws(Failure) {
  let pipe = try WorkerPipe.takeOver()
  try WorkerLimits.apply()
  try ImagingLibrary.start()
  let worker = Worker()
  while let line = pipe.readLine() {
    let job: Job
    do {
      job = try JSONDecoder().decode(Job.self, from: Data(line))
    } catch {
      throw Failure(.internalError, message: "a job line cannot be read: \(error)")
    }
    let result = worker.perform(job)
    do {
      guard pipe.writeLine(Array(try JSONEncoder().encode(result))) else { return }
    } catch {
      throw Failure(.internalError, message: "a result cannot be written as JSON: \(error)")
    }
  }
}
