import MediaKit
import Platform
import TestSupport
import Testing

/// The helper program itself, spoken to directly.
@Suite struct MediaHelperTests {
  private func end(of input: [UInt8]) throws -> ProgramResult {
    try run(try builtExecutable("albumen-media"), input: input)
  }

  @Test func itEndsWithItsInput() throws {
    #expect(try end(of: []).exitCode == 0)
    let result = try end(of: MediaProtocol.hello())
    #expect(result.exitCode == 0)
    #expect(result.output == MediaProtocol.hello())
  }

  @Test(arguments: [1, 9] as [UInt16])
  func itSaysItsVersionToAClientOfAnother(_ version: UInt16) throws {
    let result = try end(of: MediaProtocol.hello(version: version))
    #expect(result.exitCode == 69)
    #expect(result.output == MediaProtocol.hello())
  }

  @Test(arguments: [
    Array("hello, anybody there?".utf8), Array(MediaProtocol.hello().dropLast()),
    MediaProtocol.hello() + [0, 0, 0, 4, 0, 0, 0, 1],
    MediaProtocol.hello() + [0xff, 0xff, 0xff, 0xff],
    MediaProtocol.hello() + [0, 0, 0, 7, 0, 0, 0, 1, 1, 0x61, 0],
    MediaProtocol.hello() + [0, 0, 0, 6, 0, 0, 0, 1, 0, 0x61],
    MediaProtocol.hello() + [0, 0, 0, 6, 0, 0, 0, 1, 3, 0x61], MediaProtocol.hello() + [0, 0, 0],
  ])
  func itRefusesWhatIsNotTheProtocol(_ input: [UInt8]) throws {
    #expect(try end(of: input).exitCode == 65)
  }

  @Test func itPrintsNothingButAnswers() throws {
    let path = try Fixtures.path("Phone/IMG_0001.MOV")
    let request = try #require(MediaProtocol.request(1, path))
    let result = try end(of: MediaProtocol.hello() + request)
    var buffer = FrameBuffer(longest: MediaProtocol.longestAnswer)
    buffer.append(result.output.dropFirst(MediaProtocol.helloLength))
    #expect(try buffer.next()?.number == 1)
    #expect(!buffer.isInsideFrame)
    #expect(result.errorOutput.isEmpty)
  }

  @Test func itGivesUpWhatItDoesNotNeed() throws {
    let helper = try ChildProcess(executable: try builtExecutable("albumen-media"))
    try helper.write(MediaProtocol.hello())
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
    defer { buffer.deallocate() }
    #expect(try helper.read(into: buffer, until: Deadline(after: hangLimit)) > 0)
    let process = try #require(Path("/proc/\(helper.identifier)"))
    let limits = String(decoding: try readFile(process / "limits"), as: UTF8.self)
    for (name, value) in [
      ("Max core file size", "0"), ("Max file size", "0"), ("Max data size", "1073741824"),
    ] {
      let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix(name) })
      #expect(line.dropFirst(name.count).split(separator: " ").prefix(2).allSatisfy { $0 == value })
    }
    let status = String(decoding: try readFile(process / "status"), as: UTF8.self)
    #expect(status.contains("NoNewPrivs:\t1"))
  }
}
