import Files
import Metadata
import PossessionsCore

extension Worker {
  /// Copies, hashes and publishes one file, then reads its facts from the original in the store, which cannot change.
  ///
  /// - Throws: where the store fails. What is wrong with the file is an outcome and its finding.
  func takeIn(_ job: TakeInJob) throws(Failure) -> StoredResult {
    let folder = try source(job.root)
    let head: [UInt8]
    let stamp: FileStamp
    do throws(Failure) {
      let file = try folder.open(job.path)
      stamp = try file.stamp()
      head = try file.head(MediaType.sniffLength)
    } catch {
      return refused(job, error.message, remedy: error.remedy)
    }
    let name = job.path.lowercasedExtension
    let mediaType = MediaType(sniffing: head, fileExtension: name)
    if head.isEmpty {
      return refused(
        job, "the file is empty", remedy: "copy it again from the camera or take the photo again",
        stamp: stamp)
    }
    if let ignored = ignored(job, mediaType) {
      var result = ignored
      result.stamp = stamp
      return result
    }
    var result = StoredResult(id: job.id, outcome: .examined)
    if job.store {
      let catalog = try catalog(job.catalog)
      switch try stage(job, from: folder, into: catalog) {
      case .refused(let refusal):
        return refusal
      case .staged(let staged):
        result.stamp = staged.stamp
        result.sha256 = staged.sha256
        result.key = staged.key
        result.byteSize = staged.byteSize
        let published = try staged.publish(fileExtension: mediaType.fileExtension)
        result.original = published.original
        result.outcome = published.outcome
        result.facts = facts(of: catalog.path(published.original), mediaType, careful: job.careful)
      }
    } else {
      do throws(Failure) {
        guard let read = try examine(opening: { () throws(Failure) in try folder.open(job.path) }) else {
          return unstable(job)
        }
        result.stamp = read.stamp
        result.sha256 = read.sha256
        result.key = read.key
        result.byteSize = read.byteSize
      } catch {
        return refused(job, error.message, remedy: error.remedy)
      }
      result.facts = facts(of: job.root.appending(job.path), mediaType, careful: job.careful)
    }
    return result
  }

  private enum StagingAnswer: ~Copyable {
    case staged(StagedOriginal)
    case refused(StoredResult)
  }

  private func stage(
    _ job: TakeInJob, from folder: SourceFolder, into catalog: CatalogFolder
  ) throws(Failure) -> StagingAnswer {
    var sourceFailure: Failure?
    do throws(Failure) {
      let staging = try catalog.stage(run: job.run) { () throws(Failure) in
        do throws(Failure) {
          return try folder.open(job.path)
        } catch {
          sourceFailure = error
          throw error
        }
      }
      switch consume staging {
      case .staged(let staged): return .staged(staged)
      case .unstable: return .refused(unstable(job))
      case .empty:
        return .refused(refused(job, "the file is empty", remedy: "copy it again from the camera"))
      case .unreadable(let failure):
        return .refused(refused(job, failure.message, remedy: failure.remedy))
      }
    } catch {
      // The source that cannot be opened costs itself; anything else is the store's and ends the run.
      guard let sourceFailure else { throw error }
      return .refused(refused(job, sourceFailure.message, remedy: sourceFailure.remedy))
    }
  }

  private func facts(of path: BytePath, _ mediaType: MediaType, careful: Bool) -> PhotoFacts {
    readFacts(path, mediaType: mediaType, careful: careful)
  }

  private func refused(
    _ job: TakeInJob, _ message: String, remedy: String, stamp: FileStamp? = nil
  ) -> StoredResult {
    var result = StoredResult(
      id: job.id, outcome: .refused,
      findings: [
        Finding(.photoRefused, subject: job.path.description, message: message, remedy: remedy)
      ])
    result.stamp = stamp
    return result
  }

  private func unstable(_ job: TakeInJob) -> StoredResult {
    refused(
      job, "the file changed each of three times while it was read",
      remedy: "let whatever writes it finish, then run again")
  }

  /// What is no picture and no document, by its content; nil for what is taken in.
  private func ignored(_ job: TakeInJob, _ mediaType: MediaType) -> StoredResult? {
    let finding: Finding
    switch mediaType {
    case .movie:
      finding = Finding(
        .mediaNotAPicture, subject: job.path.description, message: "this is a movie, not a picture",
        remedy: "nothing to do; keep movies elsewhere, they are not taken in")
    case .unknown, .svg:
      // Something that is called a photo is kept even if nothing can show it: it may be damaged evidence.
      guard !isCalledPhoto(job.path) else { return nil }
      finding = Finding(
        .fileIgnored, subject: job.path.description, message: "this is neither a picture nor a PDF",
        remedy: "nothing to do; move it out of the photo folder to be rid of this note")
    default:
      return nil
    }
    return StoredResult(id: job.id, outcome: .ignored, findings: [finding])
  }
}
