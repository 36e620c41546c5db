import Albumen
import Platform
import TestSupport
import Testing

/// What an error shows may come from a stranger: a title out of another device's log, a file's name.
@Suite struct ErrorTests {
  private static let forged = "red\u{1B}[31m\nalbumen: forged\u{202E}"
  private static let shown = #"red\u{1b}[31m\nalbumen: forged\u{202e}"#

  @Test func textsArePrintableWhateverIsInThem() {
    let error = AlbumenError(
      .notFound, "no \(Self.forged)", subject: Self.forged, hint: "see \(Self.forged)")
    #expect(error.message == "no \(Self.shown)")
    #expect(error.subject == Self.shown)
    #expect(error.hint == "see \(Self.shown)")
    #expect(error.description == "no \(Self.shown): \(Self.shown)")
  }

  @Test func whatIsPrintableStaysAsItIs() {
    let once = AlbumenError(.invalid, Self.forged, subject: #"C:\n 日本の写真"#)
    let twice = AlbumenError(.invalid, once.message, subject: once.subject)
    #expect(twice.message == once.message)
    #expect(twice.subject == #"C:\n 日本の写真"#)
  }

  @Test func titlesThatAreRefusedArePrintable() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let folder = try await library.performChanges("Folder") { try $0.createFolder(Self.forged) }
      let error = await #expect(throws: AlbumenError.self) {
        try await library.performChanges("Into itself") {
          try $0.move(folder.value, into: folder.value)
        }
      }
      #expect(error?.subject == Self.shown)
      await library.close()
    }
  }

  @Test func whatTheSystemSaidIsKept() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      await library.close()
      var configuration = try scenario.configuration()
      try writeFile(scenario.top / "file")
      configuration.stateDirectory = scenario.top / "file" / "state"
      let error = await #expect(throws: AlbumenError.self) {
        try await PhotoLibrary.open(at: scenario.root, configuration)
      }
      #expect(error?.cause?.code == .notDirectory)
      #expect(error?.cause?.disposition == error?.disposition)
    }
  }
}
