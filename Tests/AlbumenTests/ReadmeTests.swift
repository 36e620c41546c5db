import Albumen
import TestSupport
import Testing

/// What the README shows is what is compiled here, and does what it says.
@Suite struct ReadmeTests {
  private static let directory = (Path("\(#filePath)") ?? Path()).parent

  @Test func theExampleIsInTheReadme() throws {
    let example = try readFile(Self.directory / "ReadmeExample.swift")
    let readme = try readFile(Self.directory.parent.parent / "README.md")
    let fenced = "```swift\n" + String(decoding: example, as: UTF8.self) + "```\n"
    #expect(String(decoding: readme, as: UTF8.self).contains(fenced))
  }

  @Test func theExampleDoesWhatItSays() async throws {
    try await Scenario.run { scenario in
      for number in 1...5 {
        try scenario.photo("\(number).jpg", number, captured: "2024:05:0\(number) 10:00:00")
      }
      try writeFile(scenario.root / "notes.txt", "no photo")
      let programs = try builtExecutable("albumen-media").parent
      var configuration = try #require(
        makeConfiguration(home: "\(scenario.top)", programs: "\(programs)"))
      // A machine that has no machine-id(5) runs this test, too.
      configuration.machine = [UInt8](repeating: 1, count: 16)
      let names = try await makeNewestAlbum(of: scenario.root, configuration)
      #expect(names == ["5.jpg", "4.jpg", "3.jpg"])
      // Once more: it is the same album, and nothing is in it twice.
      #expect(try await makeNewestAlbum(of: scenario.root, configuration) == names)
    }
  }
}
