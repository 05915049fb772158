// Photos as inputs of golden cases. They are decoded by a process of their own: a decoder that dies of a photo costs that
// photo alone.
import Darkroom
import Files
import FoundationEssentials
import Goldens
import Metadata
package import PossessionsCore

struct GoldenInputs: Sendable {
  var program: BytePath
  var largestSide: Int

  /// A photo as a PNG, upright and in sRGB.
  ///
  /// - Throws: faults of starting the process.
  func picture(
    _ path: BytePath, subject: String
  ) throws(Failure) -> Result<GoldenInit.Picture, GoldenInit.Refusal> {
    let question: Data
    do {
      question = try JSONEncoder().encode(InputQuestion(path: path, largestSide: largestSide))
    } catch {
      throw Failure(.internalError, message: "a question cannot be written: \(error)")
    }
    let child = try ChildProcess(
      program: program, arguments: ["golden-input"],
      environment: [
        "VIPS_CONCURRENCY=1", "VIPS_BLOCK_UNTRUSTED=1", "MALLOC_ARENA_MAX=2", "LC_ALL=C.UTF-8", "TZ=UTC",
      ])
    var line: [UInt8] = []
    var waited = 0
    if child.send(line: Array(question)) {
      reading: while line.last != 0x0A, waited < 120 {
        if waitForInput([child.output], milliseconds: 1000).isEmpty {
          waited += 1
          continue
        }
        switch child.receive() {
        case .bytes(let bytes): line += bytes
        case .nothingYet: continue
        case .ended: break reading
        }
      }
    }
    child.kill()
    guard line.last == 0x0A,
      let answer = try? JSONDecoder().decode(InputAnswer.self, from: Data(line.dropLast()))
    else {
      return .failure(
        GoldenInit.Refusal(
          Finding(
            .photoUndecodable, subject: subject, message: "the decoder died of it or took too long",
            remedy: "save it as PNG or JPEG")))
    }
    switch answer {
    case .refused(var finding):
      finding.subject = subject
      return .failure(GoldenInit.Refusal(finding))
    case .picture(let png, let width, let height):
      return .success(GoldenInit.Picture(png: Array(png), photoWidth: width, photoHeight: height))
    }
  }
}

/// The line that goes to the process, and the one that comes back.
private struct InputQuestion: Codable {
  var path: BytePath
  var largestSide: Int
}

private enum InputAnswer: Codable {
  case picture(Data, width: Int, height: Int)
  case refused(Finding)
}

/// The process's side: one question from standard input, one answer to standard output.
///
/// - Returns: the answer's line, or nil where the question is none.
package func answerGoldenInput(_ line: String) throws(Failure) -> [UInt8]? {
  guard let question = try? JSONDecoder().decode(InputQuestion.self, from: Data(line.utf8)) else {
    return nil
  }
  try ImagingLibrary.start()
  ImagingLibrary.usesVectorCode = false
  let answer = try input(question)
  do {
    return Array(try JSONEncoder().encode(answer)) + [0x0A]
  } catch {
    throw Failure(.internalError, message: "an answer cannot be written: \(error)")
  }
}

private func input(_ question: InputQuestion) throws(Failure) -> InputAnswer {
  let file = try FileDescriptor.reading(question.path)
  let mediaType = MediaType(
    sniffing: try file.head(MediaType.sniffLength), fileExtension: question.path.lowercasedExtension)
  let side = question.largestSide > 0 ? min(question.largestSide, 16_384) : 16_384
  // A PNG that is small enough goes in as it is: its own channels and depth are a part of the case.
  if mediaType == .png, let image = try? Image.open(.file(question.path), as: .png),
    max(image.width, image.height) <= side
  {
    let isTurned = image.orientation >= 5
    return .picture(
      Data(try file.readToEnd(limit: 1 << 28)), width: isTurned ? image.height : image.width,
      height: isTurned ? image.width : image.height)
  }
  let definition = RenditionDefinition(
    name: "input", width: side, height: side, mode: .aspectFit, format: .png)
  let rendering = Darkroom.render(
    RenderRequest(
      source: .file(question.path), mediaType: mediaType, subject: question.path.name.description,
      definitions: [definition])
  ) {
    embeddedPreview(question.path)
  }
  guard rendering.state == .ok, let image = rendering.images.first, let size = rendering.size else {
    return .refused(
      rendering.findings.first
        ?? Finding(
          .photoUndecodable, subject: "", message: "cannot be decoded whole", remedy: "save it as PNG or JPEG"
        ))
  }
  return .picture(Data(image.bytes), width: size.width, height: size.height)
}
