import MediaKit
import Platform
import TestSupport
import Testing

/// What a reader does with helpers that crash, hang or talk nonsense: see `FakeMediaHelper`.
@Suite struct MediaReaderFailureTests {
  /// Puts the fake helper into a directory of its own, under a name that may mean something to it.
  private func install(_ name: String = "helper", in directory: Path) throws -> Path {
    let path = try #require(directory.appending(name: Array(name.utf8)))
    try Files.symlink(try builtExecutable("FakeMediaHelper"), as: path)
    return path
  }

  private func starts(of helper: Path) throws -> [Substring] {
    let marks = try #require(helper.appending(suffix: Array(".starts".utf8)))
    guard let text = try? readFile(marks) else { return [] }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }

  private func paths(_ names: [String], in directory: Path) throws -> [Path] {
    try names.map { try #require(directory.appending(name: Array($0.utf8))) }
  }

  /// Reads a file that breaks the helper amid 200 that don't.
  private func readAmid(
    _ breaking: String, timeLimit: Duration = hangLimit, workers: Int = 1
  ) async throws -> (broken: MediaRecord, starts: Int) {
    try await withTemporaryDirectory { directory in
      let helper = try install(in: directory)
      var names = (0..<200).map { "photo-\($0)" }
      names.insert(breaking, at: 77)
      let paths = try paths(names, in: directory)
      let reader = MediaReader(helper: helper, workers: workers, timeLimit: timeLimit)
      let records = try await withTimeLimit(hangLimit, "the reading to end") {
        try await reader.read(paths)
      }
      await reader.close()
      #expect(records.count == 201)
      for (index, record) in records.enumerated() where index != 77 {
        #expect(record.width == paths[index].bytes.count)
        #expect(record.unreadable == nil)
      }
      #expect(try remains(of: helper).isEmpty)
      return (records[77], try starts(of: helper).count)
    }
  }

  /// Those helpers that still exist, if only as zombies.
  private func remains(of helper: Path) throws -> [Substring] {
    try starts(of: helper).filter { process in
      guard let path = Path("/proc/\(process)") else { return true }
      return (try? FileStatus.ofLink(at: path)) != nil
    }
  }

  @Test(arguments: ["abort", "exit", "half-then-end", "stops-reading"])
  func aHelperThatEndsCostsOneFile(_ name: String) async throws {
    let (broken, starts) = try await readAmid(name)
    #expect(broken.type == nil)
    #expect(broken.unreadable?.contains("media helper") == true)
    #expect(starts == 3, "one that ends, one more try, one for the rest")
  }

  @Test func theCrashIsNamed() async throws {
    #expect(try await readAmid("abort").broken.unreadable?.contains("signal 6") == true)
    #expect(try await readAmid("exit").broken.unreadable?.contains("exit code 3") == true)
  }

  @Test(arguments: ["garbage", "other-number"])
  func aHelperThatTalksNonsenseCostsOneFile(_ name: String) async throws {
    let (broken, starts) = try await readAmid(name)
    #expect(broken.unreadable?.contains("garbage") == true)
    #expect(starts == 3)
  }

  @Test(arguments: ["hang", "half", "drip"])
  func aHelperThatTakesTooLongCostsOneFile(_ name: String) async throws {
    let (broken, starts) = try await readAmid(name, timeLimit: .seconds(3))
    #expect(broken.unreadable?.contains("longer than") == true)
    // What follows half an answer may be taken for the rest of it, which is garbage.
    #expect(starts == 2 || name == "half" && starts == 3)
  }

  @Test func anAnswerTooManyCostsNothing() async throws {
    let (record, _) = try await readAmid("twice")
    #expect(record.unreadable == nil)
  }

  @Test func aHelperThatDiedForOtherReasonsCostsNothing() async throws {
    let (record, starts) = try await readAmid("abort-once")
    #expect(record.unreadable == nil)
    #expect(starts == 2)
  }

  @Test func severalWorkersLoseNothing() async throws {
    let (broken, starts) = try await readAmid("abort", workers: 3)
    #expect(broken.unreadable != nil)
    #expect((3...5).contains(starts))
  }

  @Test func everyFileMayBreakTheHelper() async throws {
    try await withTemporaryDirectory { directory in
      let helper = try install(in: directory)
      let reader = MediaReader(helper: helper, workers: 2, timeLimit: hangLimit)
      let paths = try paths(Array(repeating: "abort", count: 20), in: directory)
      let records = try await reader.read(paths)
      await reader.close()
      #expect(records.allSatisfy { $0.unreadable != nil })
    }
  }

  @Test func helpersAreStartedWhenNeededAndUsedAgain() async throws {
    try await withTemporaryDirectory { directory in
      let helper = try install(in: directory)
      let reader = MediaReader(helper: helper, workers: 4)
      #expect(try starts(of: helper).isEmpty)
      let few = try paths(["a", "b", "c"], in: directory)
      for _ in 0..<20 { _ = try await reader.read(few) }
      #expect(try starts(of: helper).count == 1)
      #expect(try remains(of: helper).count == 1)
      await reader.close()
      #expect(try remains(of: helper).isEmpty)
    }
  }

  @Test(arguments: [
    ("missing", MediaError.Code.helperNotStarted), ("ends-at-once", .helperFailed),
    ("talks-nonsense", .helperFailed), ("other-version", .helperVersion),
    ("old-version", .helperVersion),
  ])
  func aHelperThatCannotBeUsedIsAnError(_ name: String, _ code: MediaError.Code) async throws {
    try await withTemporaryDirectory { directory in
      let helper =
        name == "missing" ? directory / "missing" : try install(name, in: directory)
      let reader = MediaReader(helper: helper, workers: 2)
      let many = try paths((0..<100).map { "photo-\($0)" }, in: directory)
      let error = await #expect(throws: MediaError.self) { try await reader.read(many) }
      #expect(error?.code == code)
      #expect(error?.path == helper)
      if code == .helperVersion {
        let version = name == "old-version" ? "version 1" : "version 7"
        #expect(error?.message.contains(version) == true)
      }
      await reader.close()
    }
  }

  @Test func closingEndsAReadingThatHangs() async throws {
    try await withTemporaryDirectory { directory in
      let helper = try install(in: directory)
      let reader = MediaReader(helper: helper, workers: 1, timeLimit: .seconds(600))
      let hang = try paths(["hang"], in: directory)
      let reading = Task { try await reader.read(hang) }
      try await wait(for: "the helper to start") { try !starts(of: helper).isEmpty }
      await reader.close()
      let error = await #expect(throws: MediaError.self) { try await reading.value }
      #expect(error?.code == .closed)
      let after = await #expect(throws: MediaError.self) { try await reader.read(hang) }
      #expect(after?.code == .closed)
    }
  }

  @Test func aCancelledReadingEndsAndHarmsNoOther() async throws {
    try await withTemporaryDirectory { directory in
      let helper = try install(in: directory)
      let reader = MediaReader(helper: helper, workers: 1, timeLimit: .seconds(2))
      let hang = try paths(["hang"], in: directory)
      let reading = Task { try await reader.read(hang) }
      try await wait(for: "the helper to start") { try !starts(of: helper).isEmpty }
      reading.cancel()
      let result = await reading.result
      #expect(throws: MediaError.self) { try result.get() }
      let records = try await reader.read(try paths(["photo"], in: directory))
      #expect(records.first?.unreadable == nil)
      await reader.close()
    }
  }

  @Test func leavingAStreamEarlyHarmsNothing() async throws {
    try await withTemporaryDirectory { directory in
      let helper = try install(in: directory)
      let reader = MediaReader(helper: helper, workers: 2)
      let many = try paths((0..<1000).map { "photo-\($0)" }, in: directory)
      var count = 0
      for try await _ in reader.records(of: many, ahead: 64) {
        count += 1
        if count == 10 { break }
      }
      #expect(try await reader.read(many).count == 1000)
      await reader.close()
    }
  }

  @Test func aReaderThatGoesEndsItsHelpers() async throws {
    try await withTemporaryDirectory { directory in
      let helper = try install(in: directory)
      do {
        let reader = MediaReader(helper: helper, workers: 1)
        _ = try await reader.read(try paths(["photo"], in: directory))
      }
      #expect(try starts(of: helper).count == 1)
      try await wait(for: "the helper to be gone") { try remains(of: helper).isEmpty }
    }
  }
}
