import Darkroom
import PossessionsCore
import Testing

/// Starts libvips once for all suites here.
let library: Void = {
  do { try ImagingLibrary.start() } catch { Issue.record("libvips does not start: \(error)") }
}()

@Suite struct RenderingTests {
  init() { library }

  @Test func makesTheDefaultRenditionsOfAJPEG() throws {
    let pixels = [UInt8](repeating: 200, count: 400 * 300 * 3)
    let original = try Image(pixels: pixels, width: 400, height: 300, bands: 3).encoded(
      as: .jpeg, quality: 90)
    let rendering = render(
      RenderRequest(
        source: .bytes(original), mediaType: .jpeg, subject: "flat.jpg",
        definitions: RenditionDefinition.defaults))
    #expect(rendering.state == .ok)
    #expect(rendering.images.map(\.size.description) == ["64x48", "320x240", "400x300", "400x300"])
  }
}
