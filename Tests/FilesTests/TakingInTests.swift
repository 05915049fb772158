import Files
import Foundation
import Glibc
import PossessionsCore
import TestSupport
import Testing

@Suite("Taking in")
struct TakingInTests {
  let scratch: TemporaryFolder
  let catalog: CatalogFolder
  let source: SourceFolder

  init() throws {
    scratch = try TemporaryFolder()
    try scratch.write("first", to: "photos/a.jpg")
    catalog = try CatalogFolder.open(BytePath(scratch.file("c")), for: .writing, creation: .whereAbsent)
    source = try SourceFolder(BytePath(scratch.file("photos")))
  }

  func takeIn(_ name: String) throws -> (key: ImageKey, original: BytePath, outcome: StoredResult.Outcome)? {
    switch try catalog.stage(run: "r", opening: { () throws(Failure) in try source.open(BytePath(name)) }) {
    case .staged(let staged):
      let key = staged.key
      let published = try staged.publish(fileExtension: "jpg")
      return (key, published.original, published.outcome)
    case .unstable: return nil
    case .empty: return nil
    case .unreadable(let failure): throw failure
    }
  }

  func staged() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.file("c/staging/r"))
  }

  @Test("an original is a read-only copy under its key")
  func original() throws {
    let taken = try #require(try takeIn("a.jpg"))
    #expect(taken.outcome == .stored)
    #expect(taken.key == imageKey(of: sha256(of: Array("first".utf8))))
    #expect(taken.original == CatalogFolder.originalPath(taken.key, fileExtension: "jpg"))
    #expect(try catalog.open(taken.original).readToEnd() == Array("first".utf8))
    var about = stat()
    stat(catalog.path(taken.original).description, &about)
    #expect(about.st_mode & 0o777 == 0o400)
    #expect(try staged().isEmpty)
  }

  @Test("equal bytes are there already, under whatever extension")
  func present() throws {
    let first = try #require(try takeIn("a.jpg"))
    let other = scratch.file("c/" + first.original.stem.description)
    let moved = (first.original.folder.appending(first.key.text + ".odd")).description
    try FileManager.default.moveItem(
      atPath: scratch.file("c/" + first.original.description), toPath: scratch.file("c/" + moved))
    _ = other
    let second = try #require(try takeIn("a.jpg"))
    #expect(second.outcome == .present)
    #expect(second.original == BytePath(moved))
    #expect(try staged().isEmpty)
  }

  @Test("a damaged original is never replaced")
  func damaged() throws {
    let first = try #require(try takeIn("a.jpg"))
    let file = scratch.file("c/" + first.original.description)
    chmod(file, 0o600)
    try Data("fxrst".utf8).write(to: URL(fileURLWithPath: file))
    #expect {
      _ = try takeIn("a.jpg")
    } throws: { error in
      (error as? Failure)?.kind == .damage
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "fxrst")
  }

  @Test("an empty file is not stored")
  func empty() throws {
    try scratch.write("", to: "photos/empty.jpg")
    #expect(try takeIn("empty.jpg") == nil)
  }

  @Test("a source that changes while it is read is never stored as a mix")
  func unstable() throws {
    // The source is written to after each opening, before anything is read: as a camera that still copies would.
    var opened = 0
    let path = scratch.file("photos/a.jpg")
    let staging = try catalog.stage(run: "r") { () throws(Failure) in
      opened += 1
      let file = try source.open("a.jpg")
      _ = try file.head(1)
      let appending = Glibc.open(path, O_WRONLY | O_APPEND)
      // The stamp is taken after the opening: the change must come later, from another thread.
      Thread.detachNewThread {
        for _ in 0..<2_000 {
          Glibc.write(appending, "x", 1)
          usleep(50)
        }
        Glibc.close(appending)
      }
      usleep(2_000)
      return file
    }
    switch consume staging {
    case .staged(let staged):
      // Stable after all between two writes: then it is exactly one real version.
      #expect(staged.byteSize == staged.stamp.size)
    case .unstable: #expect(opened == 3)
    case .empty: Issue.record("it has bytes")
    case .unreadable(let failure): throw failure
    }
    #expect(try staged().count <= 1)
  }

  @Test("what is dropped leaves nothing in staging, and a new run sweeps the old")
  func dropped() throws {
    do {
      _ = try catalog.stage(run: "r") { () throws(Failure) in try source.open("a.jpg") }
    }
    #expect(try staged().isEmpty)
    try scratch.write("half", to: "c/staging/old/.1-1.part")
    try scratch.write("half", to: "c/staging/r/.1-2.part")
    #expect(try catalog.cleanStaging(except: "r") == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("c/staging")) == ["r"])
  }

  @Test("many workers with equal bytes publish one original")
  func race() async throws {
    let (catalog, source) = (catalog, source)
    let outcomes = try await withThrowingTaskGroup(of: StoredResult.Outcome.self) { group in
      for worker in 0..<8 {
        group.addTask {
          let staging = try catalog.stage(run: "r\(worker)") { () throws(Failure) in
            try source.open("a.jpg")
          }
          switch consume staging {
          case .staged(let staged): return try staged.publish(fileExtension: "jpg").outcome
          case .unstable: throw Failure(.internalError, message: "unstable")
          case .empty: throw Failure(.internalError, message: "empty")
          case .unreadable(let failure): throw failure
          }
        }
      }
      var outcomes: [StoredResult.Outcome] = []
      for try await outcome in group { outcomes.append(outcome) }
      return outcomes
    }
    #expect(outcomes.filter { $0 == .stored }.count == 1)
    #expect(outcomes.filter { $0 == .present }.count == 7)
  }

  @Test("a full disk stores nothing and names the volume", .enabled(if: geteuid() == 0))
  func fullDisk() throws {
    let mount = scratch.file("small")
    try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
    let mounted = try runCommand("mount", ["-t", "tmpfs", "-o", "size=2m", "none", mount])
    try #require(mounted?.status == 0)
    defer { _ = try? runCommand("umount", ["-l", mount]) }
    let small = try CatalogFolder.open(BytePath(mount + "/c"), for: .writing, creation: .whereAbsent)
    try scratch.write([UInt8](repeating: 7, count: 3 << 20), to: "photos/big.jpg")
    do {
      _ = try small.stage(run: "r") { () throws(Failure) in try source.open("big.jpg") }
      Issue.record("stored 3 MiB in 2 MiB")
    } catch {
      #expect(error.kind == .inputOutput)
      #expect(error.message.contains("volume \(mountPoint(of: BytePath(mount))) is full"))
      #expect(error.message.contains("/small"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: mount + "/c/staging/r").isEmpty)
    #expect(try !small.hasOriginals())
  }
}

@Suite("Durable writing")
struct DurableWritingTests {
  let scratch: TemporaryFolder

  init() throws { scratch = try TemporaryFolder() }

  @Test("all of the new file or all of the old")
  func replacing() throws {
    let path = BytePath(scratch.file("report.html"))
    #expect(try writeDurably(Array("old".utf8), to: path))
    #expect(try !writeDurably(Array("new".utf8), to: path, replacing: .never))
    #expect(try String(contentsOfFile: path.description, encoding: .utf8) == "old")
    do {
      let file = try DurableFile(at: path)
      try file.write(Array("half".utf8))
    }
    #expect(try String(contentsOfFile: path.description, encoding: .utf8) == "old")
    #expect(try writeDurably(Array("new".utf8), to: path))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["report.html"])
  }

  @Test("outside the catalog folder the umask decides")
  func mask() throws {
    let path = scratch.file("open.txt")
    try writeDurably([], to: BytePath(path), mode: nil)
    let current = umask(0o022)
    umask(current)
    var about = stat()
    stat(path, &about)
    #expect(about.st_mode & 0o777 == 0o666 & ~current)
  }

  @Test("no folder to write in")
  func noFolder() {
    #expect {
      try writeDurably([], to: BytePath(scratch.file("none/x")))
    } throws: { error in
      (error as? Failure)?.kind == .cannotCreate
    }
  }
}

@Suite("errno to failure")
struct POSIXFailureTests {
  @Test(
    "kinds",
    arguments: [
      (ENOSPC, Failure.Kind.inputOutput), (EDQUOT, .inputOutput), (EIO, .inputOutput), (EROFS, .inputOutput),
      (EACCES, .permission), (EPERM, .permission), (ENOENT, .inputMissing), (ENOTDIR, .inputMissing),
      (EMFILE, .inputOutput), (EXDEV, .inputOutput),
    ] as [(Int32, Failure.Kind)])
  func kinds(code: Int32, kind: Failure.Kind) {
    let failure = failure(errno: code, act: "write", path: "/tmp/a\nb")
    #expect(failure.kind == kind)
    #expect(!failure.description.contains("\n"))
    #expect(!failure.message.isEmpty && !failure.remedy.isEmpty)
  }
}
