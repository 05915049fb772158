import Files
import Foundation
import PossessionsCore
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Source folders")
struct SourceFolderTests {
  let scratch: TemporaryFolder

  init() throws {
    scratch = try TemporaryFolder()
    try scratch.write("outside", to: "secret.txt")
    try scratch.write("one", to: "photos/a.jpg")
  }

  var root: BytePath { BytePath(scratch.file("photos")) }

  func link(_ target: String, at relative: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("photos/" + relative), withDestinationPath: target)
  }

  @Test("kinds of entries, ordered by bytes")
  func kinds() throws {
    try scratch.write("two", to: "photos/b/c.jpg")
    try scratch.write("", to: "photos/b-c.jpg")
    try link("a.jpg", at: "link.jpg")
    try link("b", at: "link-folder")
    try link("../secret.txt", at: "escape.txt")
    try link("/etc/hostname", at: "absolute.txt")
    try link("nothing", at: "dangling")
    try link("loop-b", at: "loop-a")
    try link("loop-a", at: "loop-b")
    try link("..", at: "b/up")
    #expect(mkfifo(scratch.file("photos/pipe.jpg"), 0o600) == 0)
    let listing = try SourceFolder(root).list()
    #expect(
      listing.entries.map { "\($0.path) \($0.kind.rawValue)" } == [
        "a.jpg file", "absolute.txt link-outside", "b-c.jpg file", "b/c.jpg file", "b/up linked-folder",
        "dangling broken-link", "escape.txt link-outside", "link-folder linked-folder",
        "link.jpg linked-file", "loop-a broken-link", "loop-b broken-link", "pipe.jpg pipe",
      ])
    #expect(listing.entries.map(\.stamp.size).filter { $0 == 3 }.count == 3)
    #expect(listing.unreadable.isEmpty)
  }

  @Test("names of any bytes come back as they are")
  func names() throws {
    let names: [[UInt8]] = [
      Array("cafe\u{301}.jpg".utf8), Array("caf\u{E9}.jpg".utf8), [0x66, 0xFF, 0xFE, 0x2E, 0x6A], [0x0A],
      Array("-rf".utf8), Array("A.JPG".utf8), Array("\u{202E}gpj.exe".utf8), Array("📷.jpg".utf8),
      [UInt8](repeating: 0x78, count: 255),
    ]
    for name in names {
      let path = Array(scratch.file("photos/").utf8) + name + [0]
      let number = path.withUnsafeBytes {
        Glibc.open($0.bindMemory(to: CChar.self).baseAddress!, O_CREAT | O_WRONLY, 0o600)
      }
      try #require(number >= 0)
      Glibc.write(number, "x", 1)
      Glibc.close(number)
    }
    let source = try SourceFolder(root)
    let listed = try source.list().entries.map(\.path.bytes)
    #expect(Set(listed) == Set(names + [Array("a.jpg".utf8)]))
    for name in names { #expect(try source.open(BytePath(name)).readToEnd() == [0x78]) }
  }

  @Test(
    "a path cannot leave the folder",
    arguments: [
      "../secret.txt", "b/../../secret.txt", "/etc/hostname", "escape.txt", "chain", "b/../../photos/a.jpg",
      "./../secret.txt", "magic",
    ])
  func escapes(path: String) throws {
    try scratch.write("two", to: "photos/b/c.jpg")
    try link("../secret.txt", at: "escape.txt")
    try link("escape.txt", at: "chain")
    try link("/proc/self/root/etc/hostname", at: "magic")
    let source = try SourceFolder(root)
    #expect {
      _ = try source.open(BytePath(path))
    } throws: { error in
      (error as? Failure)?.kind == .permission
    }
  }

  @Test("links inside the folder are followed, pipes and folders are not opened")
  func opening() throws {
    try scratch.write("two", to: "photos/b/c.jpg")
    try link("b/c.jpg", at: "inside.jpg")
    try link("../a.jpg", at: "b/up.jpg")
    #expect(mkfifo(scratch.file("photos/pipe.jpg"), 0o600) == 0)
    let source = try SourceFolder(root)
    #expect(try source.open("inside.jpg").readToEnd() == Array("two".utf8))
    #expect(try source.open("b/up.jpg").readToEnd() == Array("one".utf8))
    for path in ["pipe.jpg", "b", "none.jpg", "a.jpg/x", "nul\0.jpg"] {
      #expect(throws: Failure.self) { _ = try source.open(BytePath(path)) }
    }
  }

  @Test("absent, a file, forbidden")
  func roots() throws {
    for name in ["none", "secret.txt"] {
      #expect {
        _ = try SourceFolder(BytePath(scratch.file(name)))
      } throws: { error in
        (error as? Failure)?.kind == .inputMissing
      }
    }
  }

  @Test("an unreadable sub-folder is told, and the rest is listed", .enabled(if: geteuid() != 0))
  func unreadable() throws {
    try scratch.write("two", to: "photos/closed/c.jpg")
    chmod(scratch.file("photos/closed"), 0)
    defer { chmod(scratch.file("photos/closed"), 0o700) }
    let listing = try SourceFolder(root).list()
    #expect(listing.entries.map(\.path) == ["a.jpg"])
    #expect(listing.unreadable.map(\.path) == ["closed"])
    #expect(listing.unreadable.map(\.failure.kind) == [.permission])
  }
}
