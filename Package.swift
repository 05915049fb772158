// swift-tools-version: 6.0
// The manifest is the first map of the house: one line for each room, the walls to C first.
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "possessions",
  products: [
    .executable(name: "possessions", targets: ["possessions"])
  ],
  targets: [
    // MARK: Walls: one system module for each C library, shims in the header
    // Linux calls that Swift's overlay lacks or cannot call (openat2, renameat2, FICLONE).
    .systemLibrary(name: "CLinux"),
    // libcrypto: SHA-256 and SHA-1.
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    // SQLite.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // libvips.
    .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
    // Sums of 16-bit numbers, eight at once, which Swift cannot say. No library.
    .systemLibrary(name: "CVectors"),
    // libgexiv2.
    .systemLibrary(name: "CGExiv2", pkgConfig: "gexiv2", providers: [.apt(["libgexiv2-dev"])]),
    // cairo and pango: PDF.
    .systemLibrary(
      name: "CCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev", "libcairo2-dev"])]),
    // libxlsxwriter.
    .systemLibrary(
      name: "CXLSXWriter", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
    // zbar: reads QR codes and barcodes.
    .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),
    // libqrencode: writes QR codes.
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),

    // MARK: Pure: words and decisions, no file, clock, random, environment or C
    .target(name: "PossessionsCore", swiftSettings: strict),

    // MARK: Edges: each owns one wall
    // POSIX files as bytes: walking, durable writing, locks, hashing, the catalog folder's layout.
    .target(
      name: "Files", dependencies: ["PossessionsCore", "CLinux", "CCrypto"], swiftSettings: strict),
    // The SQLite catalog: schema, the one recorder, snapshots for readers.
    .target(
      name: "Recording", dependencies: ["PossessionsCore", "Files", "CSQLite"],
      swiftSettings: strict),
    // Looking after a catalog folder: verify, repair, gc, backup, restore, the text export.
    .target(
      name: "Safekeeping", dependencies: ["PossessionsCore", "Files", "Recording"], swiftSettings: strict),
    // Pixels through libvips: decode, colour, upright, edit, fit, encode.
    // Optimised in debug builds as well: unoptimised, its loops over pixels take a hundred times as long.
    .target(
      name: "Darkroom", dependencies: ["PossessionsCore", "CVips", "CVectors"],
      swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    // EXIF, IPTC, XMP and embedded previews through libgexiv2.
    .target(
      name: "Metadata", dependencies: ["PossessionsCore", "Files", "CGExiv2"], swiftSettings: strict),
    // Pages of text, tables and pictures as PDF, through cairo and pango.
    .target(name: "Typesetting", dependencies: ["CCairo"], swiftSettings: strict),
    // Workbooks as XLSX, through libxlsxwriter.
    .target(name: "Workbook", dependencies: ["CXLSXWriter"], swiftSettings: strict),
    // QR codes and barcodes: reading through zbar, making through libqrencode.
    .target(name: "Barcodes", dependencies: ["CZBar", "CQREncode"], swiftSettings: strict),
    // Insurance documents, one model in five formats.
    .target(
      name: "Reporting", dependencies: ["PossessionsCore", "Typesetting", "Workbook", "Barcodes"],
      swiftSettings: strict),
    // The CI gate for edits: golden cases, metrics, profiles, the run folder. Optimised as Darkroom is.
    .target(
      name: "Goldens", dependencies: ["PossessionsCore", "Files", "Darkroom"],
      swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]),

    // MARK: The way through
    // The worker (job lines in, result lines out), the pool of workers, and the run of each command.
    .target(
      name: "Running",
      dependencies: [
        "PossessionsCore", "Files", "Recording", "Safekeeping", "Darkroom", "Metadata", "Barcodes",
        "Typesetting", "Reporting", "Goldens",
      ],
      swiftSettings: strict),
    // The only place that reads arguments, prints and exits.
    .executableTarget(
      name: "possessions",
      dependencies: ["PossessionsCore", "Goldens", "Safekeeping", "Reporting", "Running"],
      swiftSettings: strict),

    // MARK: Tests
    // What tests share: temporary folders, the built program, oracles that may be absent.
    .target(
      name: "TestSupport", dependencies: ["PossessionsCore", "Files"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "PossessionsCoreTests", dependencies: ["PossessionsCore", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "FilesTests", dependencies: ["PossessionsCore", "Files", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "RecordingTests", dependencies: ["PossessionsCore", "Files", "Recording", "TestSupport"],
      exclude: ["Catalogs"], swiftSettings: strict),
    .testTarget(
      name: "SafekeepingTests",
      dependencies: ["PossessionsCore", "Files", "Recording", "Safekeeping", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DarkroomTests",
      dependencies: ["PossessionsCore", "Files", "Darkroom", "Metadata", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "BarcodesTests", dependencies: ["PossessionsCore", "Barcodes", "Darkroom", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ReportingTests", dependencies: ["PossessionsCore", "Reporting", "TestSupport"],
      exclude: ["Oracles"], swiftSettings: strict),
    .testTarget(
      name: "GoldensTests",
      dependencies: ["PossessionsCore", "Files", "Darkroom", "Goldens", "TestSupport"],
      resources: [.copy("Goldens")],
      swiftSettings: strict),
    // The built program, as a user runs it.
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "PossessionsCore", "Files", "Recording", "Barcodes", "Darkroom", "Reporting", "Running",
        "possessions", "TestSupport",
      ],
      exclude: ["Oracles"], swiftSettings: strict),
  ]
)

// Programs of Tests/Rigs, built where RIGS is set: without it a build makes what people install, and nothing else.
if Context.environment["RIGS"] != nil {
  package.targets += [
    // Bytes that nobody wrote, read as tables: `make torture` builds it with the address sanitizer.
    .executableTarget(
      name: "table-fuzzer", dependencies: ["PossessionsCore"], path: "Tests/Rigs/TableFuzzer",
      swiftSettings: strict),
    // How much pixels differ between versions of libvips (Tests/Rigs/noise/study): links pixels and goldens alone.
    .executableTarget(
      name: "noise", dependencies: ["PossessionsCore", "Files", "Darkroom", "Goldens"],
      path: "Tests/Rigs/noise", exclude: ["study"], swiftSettings: strict),
  ]
}
