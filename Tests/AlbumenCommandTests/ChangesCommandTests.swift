import Albumen
import Glibc
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

@Suite struct ChangesCommandTests {
  @Test func `tells what is new since a token`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let token = try bench.output("changes", "--token").split(separator: "\n").map { String($0) }
      #expect(token.count == 1)
      #expect(try bench.output("changes", "--since", token[0]).isEmpty)
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "a.jpg")
      // JSON Lines also without being asked for.
      let records = try Record.lines(try bench.run("changes", "--since", token[0]).output)
      #expect(records.map { $0.text("label") ?? "" }.count == 2)
      #expect(records.allSatisfy { $0.text("schema") == "albumen.changes/1" })
      let middle = try #require(records.first?.text("token"))
      #expect(try bench.records("changes", "--since", middle).count == 1)
      #expect(try bench.records("changes").count == 3)
      let bad = try bench.run("changes", "--since", "zz")
      #expect(bad.isError(2, "--since takes a token: zz"), "\(bad.errorText)")
      let other = bench.place / "Other"
      try Files.createDirectory(other)
      #expect(try bench.run(["init"], in: other).exitCode == 0)
      let foreign = try bench.run(["changes", "--since", token[0]], in: other)
      #expect(foreign.exitCode == 1)
      #expect(foreign.errorText.hasPrefix("albumen: the token is of another library: "))
    }
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `follows what other processes do, until a signal`(signal: Int32) async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let token = try bench.output("changes", "--token").split(separator: "\n")
      var child = try bench.start("changes", "--follow", "--since", String(token[0]))
      for title in ["One", "Two"] {
        try bench.output("album", "create", title)
        var text: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
        defer { buffer.deallocate() }
        while text.last != UInt8(ascii: "\n") {
          let count = try child.read(into: buffer, until: Deadline(after: .seconds(60)))
          try #require(count > 0)
          text += buffer[..<count]
        }
        let record = try #require(try Record.lines(text).first)
        #expect(record.text("label")?.contains(title) == true)
      }
      child.kill(signal)
      let end = try child.finish(until: Deadline(after: .seconds(60)))
      #expect(end.status == .exited(0) && end.errorOutput.isEmpty)
    }
  }
}
