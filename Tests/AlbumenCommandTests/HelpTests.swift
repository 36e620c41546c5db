import CommandParsing
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

@Suite struct HelpTests {
  /// The whole reference, as `Fixtures/cli/help.txt` has it.
  private static var reference: String {
    let pages = Program.spec.allCommands.map { Program.help(for: $0, width: 80) }
    return ([Program.help(for: nil, width: 80)] + pages)
      .joined(separator: "\n" + String(repeating: "=", count: 80) + "\n\n")
  }

  @Test func `the reference is what the golden file says`() throws {
    let golden = Bench.fixtures / "cli/help.txt"
    // A change of the command line is a change of this file, to be looked at in review.
    if environmentValue("ALBUMEN_WRITE_GOLDEN") != nil { try writeFile(golden, Self.reference) }
    #expect(String(decoding: try readFile(golden), as: UTF8.self) == Self.reference)
  }

  @Test func `the spec is sound, and every command has its own place in it`() {
    #expect(Program.spec.faults == [])
    let paths = Program.commands.map { $0.spec.path }
    #expect(Set(paths).count == paths.count)
    let running = Program.spec.allCommands.filter(\.runs).map(\.path)
    #expect(Set(running) == Set(paths))
  }

  @Test func `help goes to standard output, by every way to it`() async throws {
    try await withBench(isLibrary: false) { bench in
      let overview = try bench.output("help")
      #expect(overview == Program.help(for: nil, width: 80))
      #expect(try bench.output("--help") == overview)
      let page = try bench.output("help", "album", "add")
      #expect(page.hasPrefix("albumen album add: "))
      #expect(try bench.output("album", "add", "--help") == page)
      #expect(try bench.output("album", "-h").hasPrefix("albumen album: "))
    }
  }

  @Test func `without a command the overview goes to standard error`() async throws {
    try await withBench(isLibrary: false) { bench in
      let result = try bench.run()
      #expect(result.exitCode == 2)
      #expect(result.output.isEmpty)
      #expect(result.errorText == Program.help(for: nil, width: 80))
    }
  }

  @Test func `help fits a narrow terminal`() async throws {
    try await withBench(isLibrary: false) { bench in
      let result = try bench.run(["help", "log"], environment: ["COLUMNS": "30"])
      let lines = result.outputText.split(separator: "\n")
      // Examples and words are not broken, so that they can be copied.
      let wide = lines.filter { $0.count > 30 && !$0.hasPrefix("  albumen ") }
      #expect(wide.allSatisfy { !$0.trimmed.contains(" ") }, "\(wide)")
    }
  }

  @Test func `tells its version`() async throws {
    try await withBench(isLibrary: false) { bench in
      let version = try bench.output("version")
      #expect(version == "albumen 0.1.0\n")
      #expect(try bench.output("--version") == version)
      #expect(try bench.records("version").first?.text("version") == "0.1.0")
    }
  }
}

extension Substring {
  /// Without spaces at both ends.
  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
