import PossessionsCore
import Testing

@Suite struct FileRoleTests {
  @Test(
    arguments: [
      ("IMG_1.jpg", .picture), ("IMG_1.HEIC", .picture), ("-rf.jpg", .picture), ("12.3.4.jpg", .picture),
      ("photo", .unnamed), ("12.3.4", .unnamed), ("IMG_1.MOV", .movie), ("IMG_1.AAE", .sidecar),
      ("IMG_1.xmp", .sidecar), ("IMG_1.HEIC.supplemental-metadata.json", .sidecar), (".DS_Store", .junk),
      ("._IMG_1.jpg", .junk), (".hidden.jpg", .junk), ("Thumbs.db", .junk), ("THUMBS.DB", .junk),
      ("desktop.ini", .junk), ("@eaDir/IMG_1.jpg/SYNOPHOTO_THUMB_M.jpg", .junk), (".thumbnails/1.jpg", .junk),
      ("DCIM/.thumbnails/1.jpg", .junk), ("__MACOSX/a.jpg", .junk), ("receipt.PDF", .document),
      ("items.csv", .table), ("notes.txt", .other), ("DCIM/100APPLE/IMG_0001.HEIC", .picture),
      ("PXL_1.MP.jpg", .picture), ("DSC_1.NEF", .picture),
    ] as [(String, FileRole)])
  func classifies(path: String, role: FileRole) {
    #expect(classify(BytePath(path)) == role)
    #expect(role.isCandidate == classify([BytePath(path)]).allSatisfy { $0.finding == nil })
  }

  @Test func namesThePictureOfMoviesAndSidecars() {
    let files = classify([
      "a/IMG_1.HEIC", "a/IMG_1.MOV", "a/IMG_1.AAE", "a/IMG_E1.AAE", "a/IMG_1.HEIC.json", "b/IMG_1.mov",
      "a/IMG_1.HEIC.supplemental-metadata.json",
    ])
    let messages = files.map { $0.finding?.message }
    #expect(messages[0] == nil)
    #expect(messages[1] == "it is the movie of the live photo IMG_1.HEIC")
    for index in [2, 3, 4, 6] { #expect(messages[index] == "it goes with IMG_1.HEIC and holds no picture") }
    #expect(messages[5] == "it is a movie and not a picture")
    #expect(files.map { $0.finding?.code }[1...2] == [.mediaNotAPicture, .fileIgnored])
  }
}
