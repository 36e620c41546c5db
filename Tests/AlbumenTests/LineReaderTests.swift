import Platform
import TestSupport
import Testing

@testable import Albumen

/// Histories come from outside: none may make the reader read or remember without end.
@Suite struct LineReaderTests {
  private func lines(_ bytes: [UInt8], limit: Int = LineReader.longest) throws -> [[UInt8]] {
    try withTemporaryDirectory { top in
      try writeFile(top / "history", bytes: bytes)
      var reader = try LineReader(top / "history", limit: limit)
      var lines: [[UInt8]] = []
      while let line = try reader.next() { lines.append(Array(line)) }
      return lines
    }
  }

  @Test func linesAreWholeWhereverTheChunksEnd() throws {
    let long = [UInt8(ascii: "{")] + [UInt8](repeating: 7, count: 700_000)
    let all: [[UInt8]] = [long, [], [1, 2], long, [UInt8(ascii: "{")]]
    #expect(try lines(Array(all.joined(separator: [10]))) == all)
    #expect(try lines(Array(all.joined(separator: [10])) + [10]) == all)
    #expect(try lines([]) == [])
  }

  @Test func aLineThatIsTooLongIsRefusedByNumber() throws {
    for length in [21, 600_000] {
      let line = [UInt8(ascii: "{")] + [UInt8](repeating: 32, count: length - 1)
      let error = #expect(throws: AlbumenError.self) {
        try lines([UInt8(ascii: "{"), 10] + line + [10], limit: 20)
      }
      #expect(error?.code == .invalid)
      #expect(error?.subject.hasSuffix("history line 2") == true, "\(error?.subject ?? "")")
    }
    #expect(try lines([UInt8](repeating: 32, count: 20), limit: 20).count == 1)
  }

  /// A device has no end, nor has a line of spaces.
  @Test(.timeLimit(.minutes(3))) func whatIsNoObjectIsRefusedAtOnce() throws {
    var zeros = try LineReader("/dev/zero")
    let error = #expect(throws: AlbumenError.self) {
      while try zeros.next() != nil {}
    }
    #expect(error?.code == .invalid)
    #expect(error?.subject == "/dev/zero line 1")
    for start: [UInt8] in [[0], [32, 9, 13, UInt8(ascii: "[")]] {
      let line = start + [UInt8](repeating: 32, count: 300_000)
      #expect(throws: AlbumenError.self) { try lines(line) }
    }
  }
}
