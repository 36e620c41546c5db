import Glibc
import MediaKit
import Platform

/// A media helper that misbehaves as the name of each file it is asked about says, or as its own
/// name does; it opens no file.
@main
struct FakeMediaHelper {
  private static let input = Descriptor(owning: 0)
  private static let output = Descriptor(owning: 1)

  static func main() throws {
    let name = CommandLine.arguments.first.map { Path($0)?.lastComponent.display ?? "" } ?? ""
    try countStart()
    switch name {
    case "ends-at-once": return
    case "silent": while true { pause() }
    case "talks-nonsense": try output.writeAll(Array("Good morning, this is no hello".utf8))
    case "old-version": try output.writeAll(MediaProtocol.hello(version: 1))
    case "other-version": try output.writeAll(MediaProtocol.hello(version: 7))
    default: try output.writeAll(MediaProtocol.hello())
    }
    _ = try input.readExactly(MediaProtocol.helloLength)
    while let number = try readNumber(), let path = try readPath() {
      try answer(number, path)
    }
  }

  /// Leaves a mark beside the program for each time that it is started.
  private static func countStart() throws {
    guard let name = CommandLine.arguments.first, let program = Path(name),
      let marks = program.appending(suffix: Array(".starts".utf8))
    else { return }
    let file = try Descriptor.open(marks, [.write, .create, .append])
    try file.writeAll(Array("\(getpid())\n".utf8))
  }

  nonisolated(unsafe) private static var length = 0

  private static func readNumber() throws -> UInt32? {
    let head = try input.readExactly(8)
    guard head.count == 8 else { return nil }
    let words = [head[0..<4], head[4..<8]].map { $0.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    length = Int(words[0]) - 4
    return words[1]
  }

  private static func readPath() throws -> Path? {
    let bytes = try input.readExactly(length)
    // The first byte says what is asked for.
    return bytes.count == length ? Path(bytes: bytes.dropFirst()) : nil
  }

  private static func answer(_ number: UInt32, _ path: Path) throws {
    var record = MediaRecord(type: .jpeg)
    record.width = path.bytes.count
    record.height = Int(getpid())
    let good = MediaProtocol.answer(number, record)
    switch path.lastComponent.display {
    case "abort": abort()
    case "exit": exit(3)
    case "hang": while true { pause() }
    case "abort-once":
      if mkdir(path.display, 0o700) == 0 { abort() }
      try output.writeAll(good)
    case "garbage": try output.writeAll(Array(repeating: 0xee, count: 100_000))
    case "other-number": try output.writeAll(MediaProtocol.answer(number &+ 1, record))
    case "half": try output.writeAll(Array(good.dropLast(3)))
    case "half-then-end":
      try output.writeAll(Array(good.dropLast(3)))
      exit(0)
    case "drip":
      for byte in good {
        try output.writeAll([byte])
        usleep(200_000)
      }
    case "twice": try output.writeAll(good + good)
    case "stops-reading":
      close(1)
      while true { pause() }
    default: try output.writeAll(good)
    }
  }
}

extension Descriptor {
  /// Reads this many bytes; fewer only at the end.
  fileprivate func readExactly(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let wanted = count - bytes.count
      let part = try [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
        filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      if part.isEmpty { break }
      bytes += part
    }
    return bytes
  }
}
