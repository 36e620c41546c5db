// swift-tools-version: 6.2
import PackageDescription

/// The house rules for every Swift target: Swift 6, explicit existentials, imports that stay private
/// unless they are part of a contract, and no warnings.
let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A C library from the system, described by `Sources/<name>/module.modulemap` and `shim.h`.
func system(_ name: String, pkgConfig: String? = nil, apt: [String] = []) -> Target {
  .systemLibrary(
    name: name, pkgConfig: pkgConfig, providers: apt.isEmpty ? nil : [.apt(apt)])
}

/// A Swift library target; `docs/Modules.md` says what each one is and what it may import.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: house)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name), "TestSupport"] + dependencies,
    swiftSettings: house)
}

let package = Package(
  name: "albumen",
  products: [
    .library(name: "Albumen", targets: ["Albumen"]),
    .library(name: "FolderWatching", targets: ["FolderWatching"]),
    .executable(name: "albumen", targets: ["AlbumenCommand"]),
    .executable(name: "albumen-media", targets: ["AlbumenMedia"]),
  ],
  targets: [
    // C libraries, each with exactly one importer.
    system("CLinux"),
    system("CGcrypt", pkgConfig: "libgcrypt", apt: ["libgcrypt20-dev"]),
    system("CUtf8proc", apt: ["libutf8proc-dev"]),
    system("CSQLite", pkgConfig: "sqlite3", apt: ["libsqlite3-dev"]),
    // No pkg-config: it is loaded when it is first used, not linked.
    system("CGit2", apt: ["libgit2-dev"]),
    system("CInotifyTools", apt: ["libinotifytools0-dev"]),
    system("CHeif", pkgConfig: "libheif", apt: ["libheif-dev"]),
    system("CAVFormat", pkgConfig: "libavformat", apt: ["libavformat-dev", "libavutil-dev"]),
    // Exiv2 has no C interface; this is one.
    .target(name: "CExiv2", linkerSettings: [.linkedLibrary("exiv2")]),

    // Layer 0
    room("Operations"),
    room("Platform", ["CLinux"]),
    room("CommandParsing"),
    room("Hashing", ["CGcrypt"]),
    room("TextForms", ["CUtf8proc"]),

    // Layer 1
    room("LibraryState", ["Operations"]),
    room("SQLiteKit", ["Platform", "CSQLite"]),
    room("GitKit", ["Platform", "Hashing", "CGit2"]),
    room("MediaKit", ["Platform"]),
    room("FolderWatching", ["Platform", "CInotifyTools"]),

    // Layer 2
    room("Reconciling", ["Operations", "LibraryState"]),
    room("OperationLog", ["Operations", "Platform", "Hashing"]),
    .target(
      name: "Catalogue", dependencies: ["Operations", "LibraryState", "Platform", "SQLiteKit"],
      resources: [.embedInCode("Migrations")], swiftSettings: house),

    // Layer 3
    room("Replication", ["Operations", "OperationLog", "GitKit", "Platform"]),

    // Layer 4
    room(
      "Albumen",
      [
        "Operations", "Platform", "Hashing", "TextForms", "LibraryState", "Reconciling",
        "MediaKit", "OperationLog", "Catalogue", "GitKit", "Replication",
      ]),

    // Layer 5
    .executableTarget(
      name: "AlbumenCommand",
      dependencies: ["Albumen", "FolderWatching", "CommandParsing", "Platform", "TextForms"],
      swiftSettings: house),
    .executableTarget(
      name: "AlbumenMedia",
      dependencies: ["MediaKit", "Platform", "CExiv2", "CHeif", "CAVFormat"],
      swiftSettings: house),
    // Measures the others; never installed.
    .executableTarget(
      name: "AlbumenBench",
      dependencies: [
        "Operations", "Platform", "Hashing", "TextForms", "CommandParsing", "LibraryState",
        "SQLiteKit", "MediaKit", "OperationLog", "Catalogue", "Reconciling", "Albumen",
      ], swiftSettings: house),

    // Tests
    .target(
      name: "TestSupport", dependencies: ["Hashing", "Operations", "Platform"],
      path: "Tests/TestSupport", swiftSettings: house),
    .target(
      name: "ReferenceFold", dependencies: ["Operations", "LibraryState"],
      path: "Tests/ReferenceFold", swiftSettings: house),
    tests("Operations", ["Hashing"]),
    tests("Platform", []),
    tests("CommandParsing", ["Platform"]),
    tests("Hashing", []),
    tests("TextForms", []),
    tests("LibraryState", ["Operations", "ReferenceFold"]),
    tests("Reconciling", ["Operations", "LibraryState"]),
    tests("SQLiteKit", ["Platform"]),
    tests("GitKit", ["Platform"]),
    .executableTarget(
      name: "FakeMediaHelper", dependencies: ["MediaKit", "Platform"],
      path: "Tests/FakeMediaHelper", swiftSettings: house),
    tests("MediaKit", ["Platform", "AlbumenMedia", "FakeMediaHelper"]),
    .executableTarget(
      name: "GitPublisher", dependencies: ["Operations", "Platform", "GitKit", "Replication"],
      path: "Tests/GitPublisher", swiftSettings: house),
    tests("FolderWatching", ["Platform"]),
    tests("OperationLog", ["Operations", "Platform", "Hashing"]),
    tests("Catalogue", ["Operations", "LibraryState", "SQLiteKit", "Platform"]),
    tests(
      "Replication",
      [
        "Operations", "OperationLog", "GitKit", "Platform", "GitPublisher", "AlbumenCommand",
        "AlbumenMedia",
      ]),
    tests(
      "Albumen",
      [
        "Operations", "Platform", "Hashing", "SQLiteKit", "OperationLog", "FolderWatching",
        "AlbumenMedia", "AlbumenCommand", "ReferenceFold",
      ]),
    tests(
      "AlbumenCommand",
      [
        "Albumen", "Platform", "AlbumenMedia", "CommandParsing", "TextForms", "SQLiteKit",
      ]),
    tests(
      "AlbumenBench", ["AlbumenCommand", "AlbumenMedia", "MediaKit", "Operations", "Platform"]),
  ],
  cxxLanguageStandard: .cxx14
)
