import MediaKit
import Platform
import TestSupport
import Testing

@Suite struct FixtureRecordTests {
  @Test func theFixturesAreAllListed() throws {
    let listed = try Fixtures.expected().map(\.name)
    let found = try listTree(Fixtures.camera).filter {
      try FileStatus.ofLink(at: Fixtures.camera / $0).kind == .regular
    }
    #expect(Set(found.map(\.display)) == Set(listed))
    #expect(listed.count > 30)
  }

  @Test func recordsAreWhatOtherProgramsFind() async throws {
    let expected = try Fixtures.expected()
    let reader = try Fixtures.reader()
    let records = try await reader.read(expected.map { try Fixtures.path($0.name) })
    await reader.close()
    #expect(records.count == expected.count)
    for (want, record) in zip(expected, records) {
      #expect(ExpectedFile(record) == want.file, "\(want.name)")
      #expect(record.unreadable == nil, "\(want.name)")
    }
  }

  @Test func streamedRecordsAreTheSameAndInOrder() async throws {
    let expected = try Fixtures.expected()
    let paths = try expected.map { try Fixtures.path($0.name) }
    let reader = try Fixtures.reader()
    var names: [Path] = []
    for try await (path, record) in reader.records(of: paths, ahead: 5) {
      #expect(ExpectedFile(record) == expected[names.count].file)
      names.append(path)
    }
    #expect(names == paths)
    await reader.close()
  }

  @Test func everyFileIsAskedForOnItsOwnToo() async throws {
    let reader = try Fixtures.reader(workers: 1)
    for (name, file) in try Fixtures.expected() {
      let records = try await reader.read([try Fixtures.path(name)])
      #expect(records.map { ExpectedFile($0) } == [file], "\(name)")
    }
    await reader.close()
  }

  @Test func whatIsNoPlainFileIsUnreadable() async throws {
    let reader = try Fixtures.reader(workers: 1)
    let longPath = try #require(Path("/" + String(repeating: "long/", count: 1000)))
    let records = try await reader.read(["/dev/zero", "/tmp", "/no/such/file", longPath])
    await reader.close()
    for record in records {
      #expect(record.type == nil)
      #expect(record.unreadable != nil)
    }
  }

  @Test func namesAreBytes() async throws {
    try await withTemporaryDirectory { directory in
      let picture = try readFile(try Fixtures.path("Scans/no metadata.jpg"))
      let names: [[UInt8]] = [
        [0xff, 0xfe, 0x0a], Array("-rf".utf8), Array("http:".utf8), Array("a\nb".utf8),
        Array(repeating: 0x61, count: 255),
      ]
      let paths = try names.map { try #require(directory.appending(name: $0)) }
      for path in paths { try writeFile(path, bytes: picture) }
      let reader = try Fixtures.reader(workers: 1)
      let records = try await reader.read(paths)
      await reader.close()
      #expect(records.allSatisfy { $0.width == 240 && $0.unreadable == nil })
    }
  }
}
