import Foundation
import Glibc
import PossessionsCore
import TestSupport
import Testing

@testable import Files

@Suite("Catalog folders")
struct CatalogFolderTests {
  let scratch: TemporaryFolder

  init() throws { scratch = try TemporaryFolder() }

  var path: BytePath { BytePath(scratch.file("home/catalog")) }

  func open(
    _ creation: CatalogFolder.Creation = .whereAbsent, _ purpose: CatalogFolder.Purpose = .writing
  ) throws -> CatalogFolder {
    try CatalogFolder.open(path, for: purpose, creation: creation)
  }

  func kind(_ body: () throws -> Void) -> Failure.Kind? {
    do {
      try body()
      return nil
    } catch { return (error as? Failure)?.kind }
  }

  func mode(_ relative: String) -> mode_t {
    var about = stat()
    stat(scratch.file("home/catalog/" + relative), &about)
    return about.st_mode & 0o7777
  }

  @Test("is private whatever the umask", arguments: ["000", "022", "077"])
  func modes(mask: String) throws {
    // The umask belongs to the process, and tests run side by side: the program is one of its own.
    try scratch.write(tinyJPEG("lamp"), to: "photos/LP-1.jpg")
    let result = try #require(
      try runCommand(
        "sh",
        ["-c", "umask \(mask); exec \"$0\" import --photos photos --catalog home/catalog", builtProgram()],
        folder: scratch.path))
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    let entries = try FileManager.default.subpathsOfDirectory(atPath: scratch.file("home/catalog"))
    #expect(entries.contains { $0.hasPrefix("renditions/thumb/") && $0.hasSuffix(".jpg") })
    for entry in [""] + entries {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: scratch.file("home/catalog/" + entry), isDirectory: &isFolder)
      let isOriginal = entry.hasPrefix("originals/") && !isFolder.boolValue
      #expect(mode(entry) == (isFolder.boolValue ? 0o700 : isOriginal ? 0o400 : 0o600), "\(entry)")
    }
  }

  @Test("a second opening finds what the first made, and nothing is left beside it")
  func again() throws {
    _ = try open()
    let second = try open()
    #expect(!second.wasCreated)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("home")) == ["catalog"])
  }

  @Test("an empty folder is not silently made a catalog")
  func emptyFolder() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.file("home/catalog"), withIntermediateDirectories: true)
    #expect(kind { _ = try open() } == .wrongCatalog)
    #expect(kind { _ = try open(.never) } == .wrongCatalog)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("home/catalog")).isEmpty)
    #expect(try open(.alsoInExisting).wasCreated)
    #expect(try !open().wasCreated)
  }

  @Test("--create leaves a folder with other things in it alone")
  func notEmpty() throws {
    try scratch.write("mine", to: "home/catalog/letter.txt")
    #expect(kind { _ = try open(.alsoInExisting) } == .wrongCatalog)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.file("home/catalog")) == ["letter.txt"])
  }

  @Test("--existing makes nothing")
  func existing() throws {
    #expect(kind { _ = try open(.never) } == .wrongCatalog)
    #expect(!FileManager.default.fileExists(atPath: scratch.file("home")))
  }

  @Test(
    "FORMAT decides",
    arguments: [
      ("possessions catalog folder\nformat 1\n", nil),
      ("possessions catalog folder\nformat 2\n", .wrongCatalog),
      ("possessions catalog folder\n", .wrongCatalog), ("", .wrongCatalog),
      ("something\nelse\n", .wrongCatalog),
      ("possessions catalog folder\nformat x\n", .wrongCatalog),
    ] as [(String, Failure.Kind?)])
  func format(text: String, expected: Failure.Kind?) throws {
    _ = try open()
    try scratch.write(text, to: "home/catalog/FORMAT")
    #expect(kind { _ = try open() } == expected)
  }

  @Test("a folder that everybody may write is refused")
  func worldWritable() throws {
    _ = try open()
    chmod(scratch.file("home/catalog"), 0o702)
    #expect(kind { _ = try open() } == .permission)
  }

  @Test("a file in its place is refused")
  func fileInPlace() throws {
    try scratch.write("x", to: "home/catalog")
    #expect(kind { _ = try open() } == .wrongCatalog)
  }

  @Test("the rest of a killed making is swept away, one going on is not")
  func sweep() throws {
    try scratch.write("x", to: "home/.catalog.making-1/FORMAT")
    try scratch.write("x", to: "home/.catalog.making-1/LOCK")
    try scratch.write("x", to: "home/.catalog.making-2/LOCK")
    let held = Glibc.open(scratch.file("home/.catalog.making-2/LOCK"), O_RDWR)
    #expect(flock(held, LOCK_EX) == 0)
    _ = try open()
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("home"))
    #expect(Set(names) == ["catalog", ".catalog.making-2"])
    close(held)
  }

  @Test("eight at once make one catalog")
  func together() async throws {
    let path = path
    let made = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try CatalogFolder.open(path, for: .writing, creation: .whereAbsent).wasCreated
        }
      }
      var made: [Bool] = []
      for try await one in group { made.append(one) }
      return made
    }
    #expect(made.filter { $0 }.count == 1)
  }

  // MARK: Locks

  @Test("one lock at a time, free when its owner goes")
  func lock() throws {
    let catalog = try open()
    var held: CatalogLock? = try catalog.lock()
    #expect(kind { _ = try catalog.lock(timeout: 0.1) } == .tryAgain)
    #expect(kind { _ = try catalog.lock(.shared) } == .tryAgain)
    withExtendedLifetime(held) {}
    held = nil
    let shared = try catalog.lock(.shared)
    let second = try catalog.lock(.shared)
    #expect(kind { _ = try catalog.lock() } == .tryAgain)
    withExtendedLifetime((shared, second)) {}
  }

  @Test(
    "flock(1) sees the lock, and a killed holder leaves none",
    .enabled(if: isOracleAvailable("flock") && isOracleAvailable("python3")))
  func otherProcess() throws {
    let catalog = try open()
    let file = scratch.file("home/catalog/LOCK")
    var held: CatalogLock? = try catalog.lock()
    #expect(try runCommand("flock", ["-n", file, "true"])?.status == 1)
    withExtendedLifetime(held) {}
    held = nil
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: try #require(locate("python3")))
    let script =
      "import fcntl, sys, time; f = open(sys.argv[1], 'r+'); fcntl.flock(f, fcntl.LOCK_EX); time.sleep(60)"
    holder.arguments = ["-c", script, file]
    try holder.run()
    while kind({ _ = try catalog.lock() }) == nil { usleep(20_000) }
    kill(holder.processIdentifier, SIGKILL)
    holder.waitUntilExit()
    #expect(kind { _ = try catalog.lock(timeout: 2) } == nil)
  }

  // MARK: File systems

  @Test(
    "network file systems are refused",
    arguments: [
      (0x6969, true), (0xFF53_4D42, true), (0xFE53_4D42, true), (0x0102_1997, true), (0xEF53, false),
      (0x5846_5342, false), (0x9123_683E, false), (0x0102_1994, false), (0x794C_7630, false),
    ] as [(UInt32, Bool)])
  func fileSystems(magic: UInt32, isRefused: Bool) {
    let found = kind {
      try requireSafe(FileSystemKind(magic: magic), mountType: { nil }, shown: "catalog")
    }
    #expect(found == (isRefused ? .wrongCatalog : nil))
  }

  @Test("FUSE is judged by the mount table")
  func userSpace() {
    let table = """
      22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      30 22 0:40 / /mnt/far\\040away rw,nosuid - fuse.sshfs host:/ rw
      31 22 0:41 / /mnt/near rw,nosuid shared:7 - fuse.mergerfs a:b rw
      """
    let bytes = Array(table.utf8)
    #expect(mountType(of: "/mnt/far away/catalog", table: bytes) == "fuse.sshfs")
    #expect(mountType(of: "/mnt/near", table: bytes) == "fuse.mergerfs")
    #expect(mountType(of: "/mnt/nearby", table: bytes) == "ext4")
    let kinds = ["fuse.sshfs", "fuse.mergerfs"].map { type in
      kind { try requireSafe(.userSpace, mountType: { type }, shown: "catalog") }
    }
    #expect(kinds == [.wrongCatalog, nil])
  }

  @Test("the mount point of a path is the volume that is full")
  func volume() {
    #expect(mountPoint(of: "/proc/self/none/such") == "/proc")
    #expect(mountPoint(of: "/") == "/")
  }
}
