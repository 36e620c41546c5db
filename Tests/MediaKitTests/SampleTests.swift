import MediaKit
import Platform
import TestSupport
import Testing

/// Photos from elsewhere, if the environment says where they are: there is a record for each.
@Suite struct SampleTests {
  @Test(
    .enabled(
      if: environmentValue("ALBUMEN_SAMPLES") != nil,
      "ALBUMEN_SAMPLES names no directory of photos to try"))
  func everySampleHasARecord() async throws {
    let root = try #require(environmentValue("ALBUMEN_SAMPLES").flatMap { Path($0) })
    let paths = try listTree(root).map { root / $0 }.filter {
      try FileStatus.ofLink(at: $0).kind == .regular
    }
    let reader = try Fixtures.reader()
    let records = try await reader.read(paths)
    await reader.close()
    #expect(!records.isEmpty && records.count == paths.count)
    for (path, record) in zip(paths, records) {
      #expect(record.unreadable == nil, "\(path)")
      #expect(record.type == nil || record.width != nil, "\(path)")
    }
  }
}
