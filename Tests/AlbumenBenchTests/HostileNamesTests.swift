import Operations
import Platform
import TestSupport
import Testing

@testable import AlbumenBench

/// The folder of hostile names has what it should, and all of it comes into a library.
@Suite struct HostileNamesTests {
  @Test func everyFileIsInTheLibraryUnderItsOwnName() throws {
    try withTemporaryDirectory { place in
      let result = try run(
        try builtExecutable("AlbumenBench"),
        ["run", "zoo", "--json", "figures.json", "--directory", "bench"], workingDirectory: place,
        limit: .seconds(120))
      try #require(result.exitCode == 0, "\(result.errorText)")
      let figures = try JSONParser.parse(readFile(place / "figures.json").dropLast())
      guard case .array(let rows)? = figures.member("rows"), rows.count == 1 else {
        throw TestFailure("the figures are no record")
      }
      guard case .bool(true)? = rows[0].member("met") else {
        throw TestFailure("files are missing: \(result.outputText)")
      }
    }
  }

  @Test func theFolderHasEveryNameThatIsListed() throws {
    try withTemporaryDirectory { place in
      try HostileNames.write(to: place / "zoo")
      let found = try listTree(place / "zoo")
      #expect(found.filter { HostileNames.paths.contains($0) }.count == HostileNames.paths.count)
      #expect(Set(HostileNames.paths).count == HostileNames.paths.count)
      #expect(HostileNames.paths.count >= 85)
    }
  }

  @Test func namesAreAsHostileAsTheySay() {
    let names = HostileNames.paths.compactMap { $0.components.last?.bytes }
    #expect(names.contains { $0.count == 255 })
    #expect(names.contains { $0.contains(10) })
    #expect(names.contains { $0.first == UInt8(ascii: "-") })
    #expect(names.contains { String(validating: $0, as: UTF8.self) == nil })
    // Twins: one text to Swift, which compares canonically, and two names.
    let texts = names.compactMap { String(validating: $0, as: UTF8.self) }
    #expect(Set(texts).count < Set(texts.map { Array($0.utf8) }).count)
    #expect(Set(texts.map { $0.lowercased() }).count < Set(texts).count)
  }
}
