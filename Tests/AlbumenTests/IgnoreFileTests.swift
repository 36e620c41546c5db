import Reconciling
import TestSupport
import Testing

@testable import Albumen

/// What `.albumenignore` leaves alone (docs/design/0019-folder-as-albums.md): the same as git does by its
/// own files.
@Suite struct IgnoreFileTests {
  private static let names = [
    "a", "b", "A", "ab", "abc", "a.jpg", "b.jpg", "B.JPG", "foo", "foobar", "x y", "a[b", "ü", "-n",
    "#c", "!d", "a*", "trip ", "a\\b",
  ]

  /// Makes directories and files of random names, and returns all paths with whether each is a directory.
  private static func makeTree(
    _ root: Path, _ random: inout SeededGenerator
  ) throws -> [(path: Path, isDirectory: Bool)] {
    var directories: [Path] = [Path()]
    var paths: [Path: Bool] = [:]
    for _ in 0..<40 {
      let above = directories.randomElement(using: &random) ?? Path()
      let name = Path(names.randomElement(using: &random) ?? "a") ?? Path()
      let path = above / name
      if paths[path] != nil || path.components.count > 4 { continue }
      let isDirectory = Int.random(in: 0..<3, using: &random) == 0
      if isDirectory {
        try Files.createDirectory(root / path)
        directories.append(path)
      } else {
        try writeFile(root / path, "x")
      }
      paths[path] = isDirectory
    }
    for directory in directories where Int.random(in: 0..<3, using: &random) == 0 {
      let rules = Self.rules(&random)
      try writeFile(root / directory / ".gitignore", bytes: rules)
      try writeFile(root / directory / ".albumenignore", bytes: rules)
    }
    return paths.map { (path: $0.key, isDirectory: $0.value) }.sorted { $0.path < $1.path }
  }

  private static func rules(_ random: inout SeededGenerator) -> [UInt8] {
    let parts = [
      "a", "b", "foo", ".jpg", "*", "*", "?", "**", "**/", "/", "/", "[ab]", "[!a]", "[^b]",
      "[a-f]",
      "[[:alpha:]]", "[[:upper:]]", "[]a]", "[a-", "\\*", "\\", "\\a", " ", "\\ ", "#", "x y", "ü",
      "[",
      "[\\]]", "[--a]", "!", "***", "A",
    ]
    var text = Int.random(in: 0..<8, using: &random) == 0 ? "\u{FEFF}" : ""
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      if Int.random(in: 0..<4, using: &random) == 0 { text += "!" }
      if Int.random(in: 0..<4, using: &random) == 0 { text += "/" }
      if Int.random(in: 0..<3, using: &random) == 0 {
        text += names.randomElement(using: &random) ?? ""
      } else {
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          text += parts.randomElement(using: &random) ?? ""
        }
      }
      if Int.random(in: 0..<4, using: &random) == 0 { text += "/" }
      if Int.random(in: 0..<8, using: &random) == 0 { text += " " }
      text += Int.random(in: 0..<8, using: &random) == 0 ? "\r\n" : "\n"
    }
    if Int.random(in: 0..<4, using: &random) == 0 { text.removeLast() }
    return Array(text.utf8)
  }

  /// What git says of paths: the file and line of the rule that leaves each alone, or nothing.
  private static func git(_ root: Path, _ paths: [Path]) throws -> [String] {
    let input = Array(paths.map { $0.bytes + [0] }.joined())
    let result = try run(
      "/usr/bin/git",
      [
        "-c", "core.excludesFile=/dev/null", "check-ignore", "--no-index", "-v", "-n", "-z",
        "--stdin",
      ], input: input, workingDirectory: root)
    let fields = result.output.split(separator: 0, omittingEmptySubsequences: false)
    guard fields.count == paths.count * 4 + 1 else {
      throw TestFailure("git: \(result.errorText), \(fields.count) fields")
    }
    return paths.indices.map { index in
      let source = String(decoding: fields[index * 4], as: UTF8.self)
      let line = String(decoding: fields[index * 4 + 1], as: UTF8.self)
      let pattern = fields[index * 4 + 2]
      if source.isEmpty || pattern.first == UInt8(ascii: "!") { return "" }
      return "\(source):\(line)"
    }
  }

  @Test("random rules leave random paths alone as git's do, by the same line")
  func sameAsGit() throws {
    let seed = testSeed()
    for round in 0..<rounds(40, nightly: 3_000) {
      var random = SeededGenerator(seed: seed &+ UInt64(round))
      try withTemporaryDirectory { (root: Path) throws -> Void in
        let made = try run("/usr/bin/git", ["init", "-q"], workingDirectory: root)
        guard made.exitCode == 0 else { throw TestFailure("git init: \(made.errorText)") }
        let tree = try Self.makeTree(root, &random)
        let rules = FolderRules(root: root, view: nil)
        let expected = try Self.git(root, tree.map(\.path))
        for ((path, isDirectory), theirs) in zip(tree, expected) {
          var ours = ""
          if case .rule(let rule)? = rules.verdict(for: path, isDirectory: isDirectory) {
            ours = "\(rule.file.parent / ".gitignore"):\(rule.line)"
          }
          #expect(ours == theirs, "seed \(random.seed): \(path)\(isDirectory ? "/" : "")")
        }
      }
    }
  }

  @Test("what a rule names is not scanned, and a rule that comes later takes nothing away")
  func laterRule() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("drafts/1.jpg", 1)
      try scenario.photo("keep/2.jpg", 2)
      try writeFile(scenario.root / ".albumenignore", "/keep\n")
      let library = try await scenario.create()
      _ = try await library.scan()
      #expect(try await library.assets().map(\.path) == ["drafts/1.jpg"])
      try writeFile(scenario.root / ".albumenignore", "drafts/\n")
      let report = try await library.scan()
      #expect(report.added.count == 1 && report.missing.isEmpty && report.withheld.isEmpty)
      #expect(Set(try await library.assets().map(\.path)) == ["drafts/1.jpg", "keep/2.jpg"])
      #expect(try await library.scan().transaction == nil)
      // One that is deleted there is gone all the same; one that comes is not looked at.
      try scenario.photo("drafts/3.jpg", 3)
      try removeFile(scenario.root / "drafts/1.jpg")
      #expect(try await library.scan().missing.count == 1)
      #expect(try await library.assets().count == 2)
      await library.close()
    }
  }

  @Test("rules that cannot be read leave everything below as it was")
  func closedRules() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("sub/1.jpg", 1)
      try scenario.photo("2.jpg", 2)
      try writeFile(scenario.root / "sub/.albumenignore", "x\n")
      let library = try await scenario.create()
      _ = try await library.scan()
      // Too long for rules: an error that also root gets.
      try writeFile(
        scenario.root / "sub/.albumenignore",
        bytes: [UInt8](repeating: 10, count: IgnoreFile.limit + 1))
      try removeFile(scenario.root / "sub/1.jpg")
      try scenario.photo("sub/3.jpg", 3)
      try scenario.photo("4.jpg", 4)
      let report = try await library.scan()
      #expect(report.unreadable.map(\.path) == ["sub"])
      #expect(report.missing.isEmpty && report.added.count == 1)
      await library.close()
    }
  }

  @Test(
    "an ignored directory gets no watch, and gets one when its rule is taken away", .oneWatcher)
  func watched() async throws {
    try await withWatch { watch in
      try writeFile(watch.root / ".albumenignore", "private/\n")
      try Files.createDirectory(watch.root / "private")
      try await watch.wait(for: "the watch to be set anew") { watch.scans.count >= 2 }
      try watch.scenario.photo("private/1.jpg", 1)
      try await watch.settle(1)
      #expect(try await watch.library.assets().allSatisfy { $0.path?.hasPrefix("private") != true })
      try removeFile(watch.root / ".albumenignore")
      try await watch.wait(for: "the photo") { try await watch.has("private/1.jpg") }
      try watch.scenario.photo("private/2.jpg", 2)
      try await watch.wait(for: "the second") { try await watch.has("private/2.jpg") }
    }
  }
}

/// Which of several reasons leaves something alone.
@Suite struct FolderRulesTests {
  private func reason(_ path: Path, view: Path? = "Albums", isDirectory: Bool = false) -> String? {
    FolderRules(root: "/nonexistent", view: view).verdict(for: path, isDirectory: isDirectory)?
      .words
  }

  @Test(
    "the album view is the directory of its name in the root, spelled just so, and nowhere else")
  func albumView() {
    #expect(reason("Albums", isDirectory: true) == "Albums/ is the album view")
    #expect(reason("Albums/Rome/0010 a.jpg") == "Albums/ is the album view")
    #expect(reason("Views/Rome/0010 a.jpg", view: "Views") == "Views/ is the album view")
    for path: Path in ["trip/Albums", "albums", "Albums2"] {
      #expect(reason(path, isDirectory: true) == nil)
    }
    #expect(reason("Albums") == nil && reason("trip/Albums/a.jpg") == nil)
    #expect(reason("Albums/a.jpg", view: "Views") == nil)
    #expect(reason("Albums/a.jpg", view: nil) == nil)
  }

  @Test("the directory farthest up gives the reason")
  func firstReason() {
    #expect(reason("@eaDir/.x/a.part") == IgnoreRules.Reason.system.rawValue)
    #expect(reason("trip/lost+found/deep/a.jpg") == IgnoreRules.Reason.system.rawValue)
    #expect(reason("Albums/.x/a.part") == "Albums/ is the album view")
    #expect(reason(Path()) == nil)
  }
}
