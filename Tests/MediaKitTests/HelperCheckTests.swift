import Platform
import TestSupport
import Testing

@testable import MediaKit

@Suite struct HelperCheckTests {
  @Test func `the helper starts, and has shut itself in before it answers`() throws {
    let check = try HelperCheck(helper: try builtExecutable("albumen-media"))
    #expect(check.isWithoutNetwork && check.isWithoutPrivileges)
  }

  @Test func `a program that is no helper, or none, is told`() throws {
    let missing = try #require(throws: MediaError.self) { _ = try HelperCheck(helper: "/none") }
    #expect(missing.code == .helperNotStarted)
    let other = try #require(throws: MediaError.self) {
      _ = try HelperCheck(helper: "/bin/true", patience: .seconds(30))
    }
    #expect(other.code == .helperFailed)
  }
}
