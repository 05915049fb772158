import Foundation
import PossessionsCore
import Testing

@Suite("Recipes against a picture's size")
struct EditResolvingTests {
  @Test(
    "rectangles in pixels",
    arguments: [
      // size, recipe, rectangle, findings
      (100, 80, "crop=10,20,30,40", PixelRectangle(x: 10, y: 20, width: 30, height: 40), 0),
      (100, 80, "crop=10%,25%,50%,50%", PixelRectangle(x: 10, y: 20, width: 50, height: 40), 0),
      // Edges are rounded: two halves of an odd width meet.
      (101, 80, "crop=0,0,50%,100%", PixelRectangle(x: 0, y: 0, width: 51, height: 80), 0),
      (101, 80, "crop=50%,0,50%,100%", PixelRectangle(x: 51, y: 0, width: 50, height: 80), 0),
      (100, 80, "crop=-10,-20,30,40", PixelRectangle(x: 0, y: 0, width: 20, height: 20), 1),
      (100, 80, "crop=90,70,30,40", PixelRectangle(x: 90, y: 70, width: 10, height: 10), 1),
      (100, 80, "crop=0,0,101,80", PixelRectangle(x: 0, y: 0, width: 100, height: 80), 1),
      (100, 80, "crop=-50%,0,300%,80", PixelRectangle(x: 0, y: 0, width: 100, height: 80), 1),
      // Less than a pixel is one pixel.
      (100, 80, "crop=99.9%,0,0.01%,1", PixelRectangle(x: 99, y: 0, width: 1, height: 1), 0),
      (1, 1, "crop=25%,25%,50%,50%", PixelRectangle(x: 0, y: 0, width: 1, height: 1), 0),
      (3, 2, "crop=4:3", PixelRectangle(x: 0, y: 0, width: 3, height: 2), 0),
      (100, 80, "crop=1:1", PixelRectangle(x: 10, y: 0, width: 80, height: 80), 0),
      (101, 80, "crop=1:1", PixelRectangle(x: 10, y: 0, width: 80, height: 80), 0),
      (100, 80, "crop=1:1@east", PixelRectangle(x: 20, y: 0, width: 80, height: 80), 0),
      (80, 100, "crop=1:1@northwest", PixelRectangle(x: 0, y: 0, width: 80, height: 80), 0),
      (80, 100, "crop=1:1@south", PixelRectangle(x: 0, y: 20, width: 80, height: 80), 0),
      (4000, 3000, "crop=16:9", PixelRectangle(x: 0, y: 375, width: 4000, height: 2250), 0),
      (16000, 10, "crop=1:1000", PixelRectangle(x: 7999, y: 0, width: 1, height: 10), 0),
    ])
  func rectangles(
    width: Int, height: Int, recipe: String, rectangle: PixelRectangle, findings: Int
  ) throws {
    let edits = try EditRecipe(parsing: recipe).resolved(width: width, height: height, subject: "a.jpg")
    let whole = PixelRectangle(x: 0, y: 0, width: width, height: height)
    #expect(edits.operations == [.crop(rectangle)] || edits.operations.isEmpty && rectangle == whole)
    #expect(edits.width == rectangle.width && edits.height == rectangle.height)
    #expect(edits.findings.map(\.code) == Array(repeating: .cropClipped, count: findings))
  }

  @Test(
    "sizes go from one operation to the next",
    arguments: [
      ("rotate=90", 80, 100), ("rotate=180", 100, 80), ("rotate=90;crop=0,0,100%,50%", 80, 50),
      ("crop=0,0,50%,100%;crop=0,0,50%,100%", 25, 80), ("straighten=90", 80, 100),
      ("straighten=-180", 100, 80),
      ("crop=1:1@attention;rotate=90", 80, 80), ("straighten=30", 127, 120), ("straighten=-30", 127, 120),
      ("straighten=120", 120, 127), ("brightness=2;autolevels;sharpen;blur=0,0,10,10", 100, 80),
    ])
  func sizes(recipe: String, width: Int, height: Int) throws {
    let edits = try EditRecipe(parsing: recipe).resolved(width: 100, height: 80)
    #expect(edits.width == width && edits.height == height)
  }

  @Test("a square turned by 45 degrees needs its diagonal, however the last digit falls")
  func diagonal() throws {
    // 3-4-5: the diagonal of 300 by 400 is 500; turned by atan(3/4) it stands upright.
    let edits = try EditRecipe(parsing: "straighten=36.869898").resolved(width: 400, height: 300)
    #expect(edits.width == 500 && edits.height == 480)
  }

  @Test(
    "wholly outside is refused",
    arguments: [
      "crop=100,0,10,10", "crop=0,80,10,10", "crop=-10,0,10,10", "crop=100%,0,10%,10%",
      "rotate=90;crop=90,0,5,5", "redact=200,200,5,5", "blur=0,-5,5,5",
    ])
  func outside(recipe: String) throws {
    let recipe = try EditRecipe(parsing: recipe)
    let refusal = #expect(throws: EditRefusal.self) {
      try recipe.resolved(width: 100, height: 80, subject: "IMG_1.jpg")
    }
    #expect(refusal?.finding.code == .editRefused)
    #expect(refusal?.finding.subject == "IMG_1.jpg")
    #expect(refusal?.finding.message.contains("wholly outside") == true)
  }

  @Test("every rectangle that is not refused lies inside the picture", arguments: 0..<200)
  func inside(seed: Int) throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    let (width, height) = (1 + next(40), 1 + next(40))
    func length(_ low: Int, _ high: Int) -> EditLength {
      let value = low + next(high - low)
      return next(2) == 0 ? .pixels(value) : .percent(Double(value) * 1.37)
    }
    let rectangle = EditRectangle(
      x: length(-50, 100), y: length(-50, 100), width: length(1, 100), height: length(1, 100))
    guard let edits = try? EditRecipe([.crop(rectangle)]).resolved(width: width, height: height),
      case .crop(let pixels)? = edits.operations.first
    else { return }
    #expect(pixels.x >= 0 && pixels.y >= 0 && pixels.width > 0 && pixels.height > 0)
    #expect(pixels.x + pixels.width <= width && pixels.y + pixels.height <= height)
  }

  @Test("the series is the sine and the cosine", arguments: -100...100)
  func series(step: Int) {
    let degrees = Double(step) * 7.3
    let (sine, cosine) = EditAngle.sineAndCosine(degrees: degrees)
    #expect(abs(sine - sin(degrees * .pi / 180)) < 1e-14)
    #expect(abs(cosine - cos(degrees * .pi / 180)) < 1e-14)
  }
}
