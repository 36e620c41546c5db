import CommandParsing
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

/// Tests what `contrib/` holds for installation against the specs that it is rendered from.
@Suite struct CommittedPagesTests {
  private static let contrib = Bench.fixtures.parent / "contrib"

  /// Compares a directory with the files that it must hold, and no others.
  ///
  /// `ALBUMEN_WRITE_GOLDEN=1` writes them first; what changes then is to be looked at in review.
  private func compare(_ directory: Path, _ files: [(name: String, text: String)]) throws {
    let wanted = files.compactMap { Path($0.name) }
    if environmentValue("ALBUMEN_WRITE_GOLDEN") != nil {
      try Files.createDirectories(directory)
      for path in try listTree(directory) where !wanted.contains(path) {
        try removeFile(directory / path)
      }
      for (path, file) in zip(wanted, files) { try writeFile(directory / path, file.text) }
    }
    #expect(try listTree(directory) == wanted.sorted())
    for (path, file) in zip(wanted, files) {
      let found = String(decoding: try readFile(directory / path), as: UTF8.self)
      #expect(found == file.text, "render \(path) anew, with ALBUMEN_WRITE_GOLDEN=1")
    }
  }

  @Test func `the man pages are current`() throws {
    try compare(Self.contrib / "man", Program.manual.pages.map { ($0.fileName, $0.text) })
  }

  @Test(arguments: [["groff", "-man", "-ww", "-z"], ["mandoc", "-Tlint"]])
  func `a formatter finds nothing in the man pages to warn of`(command: [String]) async throws {
    guard ShellCompletion.isInstalled(command[0]) else {
      try Test.cancel("\(command[0]) is not installed")
    }
    try withTemporaryDirectory { place in
      var files: [String] = []
      for page in Program.manual.pages {
        let file = place / (Path(page.fileName) ?? "page")
        try writeFile(file, page.text)
        files.append("\(file)")
      }
      let result = try run("/usr/bin/env", command + files)
      #expect(result.exitCode == 0)
      #expect(result.outputText + result.errorText == "")
    }
  }

  @Test func `the completions are current`() throws {
    let renderer = CompletionRenderer(Program.spec)
    try compare(
      Self.contrib / "completions",
      CompletionShell.allCases.map { ($0.fileName(for: "albumen"), renderer.script(for: $0)) })
  }

  @Test func `the program prints the same`() async throws {
    try await withBench(isLibrary: false) { bench in
      let renderer = CompletionRenderer(Program.spec)
      for shell in CompletionShell.allCases {
        let script = try bench.output("completion", shell.rawValue)
        #expect(script == renderer.script(for: shell))
      }
      let overview = try bench.output("manual")
      #expect(overview == Program.manual.overview().text)
      let page = try bench.output("manual", "album", "add")
      #expect(Program.manual.pages.contains { $0.name == "albumen-album-add" && $0.text == page })
      let unknown = try bench.run("completion", "csh")
      #expect(unknown.exitCode == 2)
    }
  }

  @Test(arguments: CompletionShell.allCases)
  func `a shell completes commands, options and the titles of albums`(
    shell kind: CompletionShell
  ) async throws {
    guard ShellCompletion.isInstalled(kind.rawValue) else {
      try Test.cancel("\(kind.rawValue) is not installed")
    }
    try await withBench { bench in
      for title in ["Summer", "Trip: Rome", "It's"] { try bench.output("album", "create", title) }
      try bench.output("album", "create", "--folder", "Trips")
      try bench.output("album", "create", "Gone")
      try bench.output("album", "delete", "Gone")
      // The driver's home is not the bench's; it finds the program and its state there.
      let home = bench.place
      try Files.symlink(try builtExecutable("albumen"), as: home / "albumen")
      let script = try bench.output("completion", kind.rawValue)
      let shell = try ShellCompletion(kind.rawValue, script: script, in: home)
      let top = try shell.offers("albumen al")
      #expect(top == ["album", "albums"])
      let album = try shell.offers("albumen album ")
      #expect(album.contains("add") && album.contains("restore") && album.count == 8)
      let options = try shell.offers("albumen ls --")
      #expect(options.contains("--trashed") && options.contains("--json"))
      let titles = try shell.offers("albumen -L \(bench.photos) ls ")
      let quoted =
        kind == .bash
        ? ["It\\'s", "Summer", "Trip:\\ Rome", "Trips"] : ["It's", "Summer", "Trip: Rome", "Trips"]
      #expect(titles == quoted)
      let folders = try shell.offers("albumen -L \(bench.photos) album create --in ")
      #expect(folders == ["Trips"])
    }
  }

  @Test func `names that several albums share are listed so that they can be told apart`()
    async throws
  {
    try await withBench { bench in
      try bench.output("album", "create", "--folder", "Trips")
      try bench.output("album", "create", "Rome", "--in", "Trips")
      try bench.output("album", "create", "Rome")
      try bench.output("album", "create", "Old")
      try bench.output("album", "delete", "Old")
      let names = try bench.output("complete", "albums").split(separator: "\n").map { String($0) }
      #expect(names.contains("Trips/Rome") && names.count == 3)
      for name in names { #expect(try bench.run("show", name).exitCode == 0, "\(name)") }
      #expect(try bench.output("complete", "deleted") == "Old\n")
      #expect(try bench.output("complete", "nonsense").isEmpty)
    }
  }
}
