import Foundation
import PossessionsCore
import Testing

@Suite("Recipes as text and JSON")
struct EditRecipeTests {
  @Test(
    "what people type, the one spelling of it, and its canonical JSON",
    arguments: [
      ("", "", ""),
      (" ; ;", "", ""),
      ("crop=10,20,300,200", "crop=10,20,300,200", #"{"height":200,"op":"crop","width":300,"x":10,"y":20}"#),
      (
        " Crop = 10 , 20px , 50% ,200 ; ROTATE=90 ;", "crop=10,20,50%,200;rotate=90",
        #"{"height":200,"op":"crop","width":"50%","x":10,"y":20},{"degrees":90,"op":"rotate"}"#
      ),
      ("crop=10 20 300 200", "crop=10,20,300,200", #"{"height":200,"op":"crop","width":300,"x":10,"y":20}"#),
      ("crop=-5,0,12.50%,1", "crop=-5,0,12.5%,1", #"{"height":1,"op":"crop","width":"12.5%","x":-5,"y":0}"#),
      ("crop=4:3", "crop=4:3@center", #"{"gravity":"center","op":"crop","ratio":[4,3]}"#),
      ("crop=1 : 1 @ Attention", "crop=1:1@attention", #"{"gravity":"attention","op":"crop","ratio":[1,1]}"#),
      ("crop=1.85:1@top", "crop=1.85:1@north", #"{"gravity":"north","op":"crop","ratio":[1.85,1]}"#),
      ("rotate=-90", "rotate=270", #"{"degrees":270,"op":"rotate"}"#),
      ("rotate=180°", "rotate=180", #"{"degrees":180,"op":"rotate"}"#),
      ("rotate=0;rotate=360", "", ""),
      (
        "flip=h;mirror=vertical", "flip=horizontal;flip=vertical",
        #"{"axis":"horizontal","op":"flip"},{"axis":"vertical","op":"flip"}"#
      ),
      ("straighten=-1.50", "straighten=-1.5", #"{"degrees":-1.5,"op":"straighten"}"#),
      ("brightness=120%", "brightness=1.2", #"{"factor":1.2,"op":"brightness"}"#),
      ("contrast=.5", "contrast=0.5", #"{"factor":0.5,"op":"contrast"}"#),
      ("saturation=0.0000004", "saturation=0", #"{"factor":0,"op":"saturation"}"#),
      ("gamma=2.2", "gamma=2.2", #"{"factor":2.2,"op":"gamma"}"#),
      (
        "autolevels;greyscale;sharpen=", "autolevels;grayscale;sharpen",
        #"{"op":"autolevels"},{"op":"grayscale"},{"op":"sharpen"}"#
      ),
      ("redact=1,2,3,4", "redact=1,2,3,4", #"{"height":4,"op":"redact","width":3,"x":1,"y":2}"#),
      ("blur=1,2,3,4", "blur=1,2,3,4", #"{"height":4,"op":"blur","width":3,"x":1,"y":2}"#),
      (
        "blur=1%,2,3,4,2.5px", "blur=1%,2,3,4,2.5",
        #"{"height":4,"op":"blur","radius":2.5,"width":3,"x":"1%","y":2}"#
      ),
    ])
  func forms(typed: String, text: String, operations: String) throws {
    let recipe = try EditRecipe(parsing: typed)
    #expect(recipe.text == text)
    #expect(recipe.canonicalJSON == #"{"operations":["# + operations + #"],"version":1}"#)
    #expect(try EditRecipe(parsing: recipe.text) == recipe)
    #expect(try EditRecipe(canonicalJSON: recipe.canonicalJSON) == recipe)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(recipe), as: UTF8.self) == recipe.canonicalJSON)
  }

  @Test(
    "a fault names the operation and how it is written",
    arguments: [
      ("crop=10,20,300", "crop=10,20,300", "crop needs 4 numbers and has 3", "crop=X,Y,WIDTH,HEIGHT"),
      ("crop", "crop", "crop needs 4 numbers and has none", "crop=4:3@center"),
      ("crop=1,2,0,4", "crop=1,2,0,4", "above 0", "crop=X"),
      ("crop=1,2,3,4,5", "crop=1,2,3,4,5", "needs 4 numbers and has 5", "crop=X"),
      ("crop=1.5,2,3,4", "crop=1.5,2,3,4", "1.5 is no whole number of pixels", "%"),
      ("crop=4:0", "crop=4:0", "4:0 is no shape", "crop=4:3"),
      ("crop=4:3@centre-ish", "crop=4:3@centre-ish", "no gravity", "known are center"),
      ("crop=4:3@atention", "crop=4:3@atention", "no gravity", "attention"),
      ("rotate=90;rotat=90", "rotat=90", "no edit called rotat", "did you mean rotate?"),
      ("rotate=45", "rotate=45", "quarters only", "straighten=45"),
      ("rotate=", "rotate=", "needs an angle", "rotate=90"),
      ("flip=up", "flip=up", "up is no direction", "flip=horizontal"),
      ("straighten=200", "straighten=200", "200 is out of range", "-180"),
      ("brightness=1,2", "brightness=1,2", "written with a point", "brightness=FACTOR"),
      ("brightness=-1", "brightness=-1", "out of range", "0 to 10"),
      ("gamma=0", "gamma=0", "out of range", "0.1"),
      ("gamma=1e1", "gamma=1e1", "no number", "0.1"),
      ("gamma=nan", "gamma=nan", "no number", "0.1"),
      ("grayscale=2", "grayscale=2", "takes no value", "write grayscale"),
      ("blur=1,2,3,4,0", "blur=1,2,3,4,0", "radius 0 is not between 0.3 and 500", "RADIUS"),
      ("redact=a,2,3,4", "redact=a,2,3,4", "a is no number", "redact=X"),
      ("crop=99999999999999999999,0,1,1", "crop=99999999999999999999,0,1,1", "no number", "crop=X"),
    ])
  func faults(typed: String, subject: String, message: String, remedy: String) {
    let failure = #expect(throws: Failure.self) { try EditRecipe(parsing: typed) }
    #expect(failure?.kind == .badData)
    #expect(failure?.subject == subject)
    #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    #expect(failure?.remedy.contains(remedy) == true, "\(failure?.remedy ?? "")")
  }

  @Test(
    "JSON that is not wholly understood is refused",
    arguments: [
      #"{"operations":[{"op":"rotate","degrees":45}]}"#,
      #"{"operations":[{"op":"rotate","degrees":90,"about":"center"}]}"#,
      #"{"operations":[{"op":"melt"}]}"#,
      #"{"operations":[],"version":2}"#,
      #"{"operations":[],"colour":1}"#,
      #"{"version":1}"#,
      #"{"operations":[{"op":"crop","x":1.5,"y":0,"width":1,"height":1}]}"#,
      #"{"operations":[{"op":"crop","ratio":[4,3,2]}]}"#,
      #"[]"#, #"7"#, #"{"#, "",
    ])
  func strictJSON(json: String) {
    let failure = #expect(throws: Failure.self) { try EditRecipe(canonicalJSON: json) }
    #expect(failure?.kind == .badData)
  }

  @Test("JSON by hand: a text, spaces, another order of keys")
  func looseJSON() throws {
    let text = try JSONDecoder().decode(EditRecipe.self, from: Data(#""crop=4:3;rotate=90""#.utf8))
    #expect(text.text == "crop=4:3@center;rotate=90")
    let loose = try EditRecipe(canonicalJSON: #" { "operations": [ {"op": "crop", "ratio": [4.0, 3]} ] } "#)
    #expect(loose == (try EditRecipe(parsing: "crop=4:3")))
  }

  @Test("numbers made in code have one text, too")
  func numbers() throws {
    let recipe = EditRecipe([.brightness(1.0 / 3), .straighten(degrees: -0.0), .gamma(1e-9)])
    #expect(recipe.text == "brightness=0.333333;straighten=0;gamma=0")
  }

  @Test(
    "the three columns: turned first, cropped then, edited last",
    arguments: [
      (nil, nil, nil, ""),
      ("", " ", nil, ""),
      ("10,20,300,200", "90", "sharpen", "rotate=90;crop=10,20,300,200;sharpen"),
      ("10;20;300;200", "0", nil, "crop=10,20,300,200"),
      ("10 20 300 200", nil, nil, "crop=10,20,300,200"),
      ("4:3@center", "-90", nil, "rotate=270;crop=4:3@center"),
      ("crop=16:9", "rotate=180", nil, "rotate=180;crop=16:9@center"),
    ] as [(String?, String?, String?, String)])
  func columns(crop: String?, rotate: String?, edit: String?, text: String) throws {
    #expect(try EditRecipe(crop: crop, rotate: rotate, edit: edit).text == text)
  }
}
