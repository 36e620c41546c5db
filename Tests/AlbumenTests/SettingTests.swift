import Platform
import TestSupport
import Testing

@testable import Albumen

@Suite struct SettingTests {
  @Test func `the table is in order, and each standard is allowed`() throws {
    let names = Setting.all.map(\.name)
    #expect(names == names.sorted() && Set(names).count == names.count)
    for setting in Setting.all {
      // As libgit2 gives names back.
      #expect(setting.name.allSatisfy { $0.isLowercase || $0 == "." || $0 == "-" })
      #expect(setting.name.split(separator: ".").count == 2)
      #expect(Setting.named(setting.name) == setting)
      #expect(!setting.standardInWords.isEmpty && !setting.summary.hasSuffix("."))
      if let standard = setting.standard { try setting.check(standard) }
    }
    #expect(Setting.named("watch.Settle") == nil)
  }

  @Test func `where nothing is set, all is as without a file`() {
    let settings = Settings()
    #expect(settings.settle == PhotoLibrary.WatchOptions().settle)
    #expect(settings.retryDelay == PhotoLibrary.WatchOptions().retryDelay)
    #expect(settings.importTemplate == ImportOptions().template)
    let configuration = PhotoLibrary.Configuration(stateDirectory: "/s", mediaHelper: "/h")
    #expect(settings.lockTimeout == configuration.lockTimeout)
    #expect(settings.absences == configuration.absences)
  }

  @Test(arguments: [(0, 20), (199, 20), (210, 21), (100_000, 10_000), (Int.max / 1000, .max)])
  func `the limit of absences is the larger of number and share`(known: Int, limit: Int) {
    let found = AbsenceLimit().files(of: known)
    #expect(limit == .max ? found > 1_000_000_000 : found == limit)
    #expect(AbsenceLimit(files: 3, percent: 0).files(of: known) == 3)
    #expect(AbsenceLimit(files: 0, percent: 100).files(of: 500) == 500)
  }

  @Test func `the last of several values counts, and so does what is wrong with it`() throws {
    try withTemporaryDirectory { place in
      let file = SettingsFile(place / "config")
      #expect(try file.read().settings == Settings())
      try writeFile(
        file.path, "[watch]\nsettle = soon\nsettle = 5\nretry = 3\nretry = x\n[a]\nb = 1\n")
      let contents = try file.read()
      #expect(contents.settings[.watchSettle] == "5" && contents.settings[.watchRetry] == nil)
      #expect(contents.faults.map(\.setting) == [.watchRetry] && contents.unknown == ["a.b"])
      // What stands there twice is for an editor to put right.
      let error = try #require(throws: AlbumenError.self) { try file.set(.watchRetry, to: "4") }
      #expect(error.code == .invalid)
    }
  }

  @Test func `included files are read, and told of by their own names`() throws {
    try withTemporaryDirectory { place in
      let file = SettingsFile(place / "config")
      try writeFile(file.path, "[include]\npath = more\n")
      try writeFile(place / "more", "[watch]\nsettle = 7\n")
      #expect(try file.read().settings[.watchSettle] == "7")
      #expect(try file.read().unknown == [])
      try writeFile(place / "more", "[watch\n")
      let error = try #require(throws: AlbumenError.self) { try file.read() }
      #expect(error.code == .invalid && error.subject.hasSuffix("/more:1"))
    }
  }
}
