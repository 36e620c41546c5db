import Testing

@testable import Albumen

@Suite struct FileTimeTests {
  @Test(
    arguments: [
      (.min, "1677-09-21T00:12:43Z"), (-1, "1969-12-31T23:59:59Z"), (0, "1970-01-01T00:00:00Z"),
      (951_825_600_000_000_000, "2000-02-29T12:00:00Z"), (.max, "2262-04-11T23:47:16Z"),
    ] as [(Int64, String)])
  func everyTimeHasAText(_ nanoseconds: Int64, _ text: String) {
    #expect(FileTime.text(nanoseconds: nanoseconds) == text)
  }
}
