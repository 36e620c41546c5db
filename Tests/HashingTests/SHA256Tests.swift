import Foundation
import Hashing
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  /// A message of FIPS 180's examples and its digest.
  struct Vector: Sendable, CustomTestStringConvertible {
    var name: String
    var message: [UInt8]
    var digest: String
    var testDescription: String { name }
  }

  static let vectors = [
    Vector(
      name: "empty", message: [],
      digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    Vector(
      name: "abc", message: Array("abc".utf8),
      digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    Vector(
      name: "448 bits",
      message: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    Vector(
      name: "896 bits",
      message: Array(
        ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8),
      digest: "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
    Vector(
      name: "a million a", message: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000),
      digest: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ]

  @Test(arguments: vectors)
  func `FIPS 180 examples come out, whole and in pieces`(_ vector: Vector) {
    #expect(SHA256.hash(vector.message).description == vector.digest)
    var hasher = SHA256()
    hasher.update(vector.message)
    #expect(hasher.finalize().description == vector.digest)
  }

  @Test
  func `a message split anywhere has the digest of the whole`() {
    let message = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    let whole = SHA256.hash(message)
    for split in 0...message.count {
      var hasher = SHA256()
      hasher.update(message[..<split])
      hasher.update(message[split...])
      #expect(hasher.finalize() == whole, "split at \(split)")
      message.withUnsafeBytes { bytes in
        let pair = SHA256.hash(.init(rebasing: bytes[..<split]), .init(rebasing: bytes[split...]))
        #expect(pair == whole, "pair split at \(split)")
      }
    }
  }

  @Test
  func `bytes that are not contiguous are hashed too`() {
    let message = (0..<100).map { UInt8($0) }
    let lazily = message.lazy.map { $0 }
    var hasher = SHA256()
    hasher.update(lazily)
    #expect(hasher.finalize() == SHA256.hash(message))
    #expect(SHA256.hash(lazily) == SHA256.hash(message))
  }

  @Test
  func `a hasher gives its memory back, finished or not`() throws {
    let before = try residentBytes()
    for round in 0..<100_000 {
      var hasher = SHA256()
      hasher.update([1, 2, 3])
      if round % 2 == 0 { _ = hasher.finalize() }
    }
    let after = try residentBytes()
    #expect(after < before + 15_000_000, "from \(before) to \(after) bytes")
  }

  @Test
  func `a chain in place is the chain of values`() {
    let message = Array("transaction".utf8)
    var link = SHA256.hash([])
    var stored = link.bytes
    for _ in 0..<100 {
      message.withUnsafeBytes { message in
        link = SHA256.hash(link, message)
        stored.withUnsafeMutableBytes { SHA256.hash(.init($0), message, into: $0) }
      }
    }
    #expect(stored == link.bytes)
    #expect(stored != SHA256.hash([]).bytes)
  }

  @Test
  func `threads hash at once without disturbing each other`() async {
    let digests = await withTaskGroup(of: (Int, Digest32, Digest32).self) { group in
      for index in 0..<16 {
        group.addTask {
          let message = [UInt8](repeating: UInt8(index), count: 4096)
          var hasher = SHA256()
          for start in stride(from: 0, to: message.count, by: 100) {
            hasher.update(message[start..<min(start + 100, message.count)])
          }
          var chained = SHA256.hash(message)
          for _ in 0..<1000 {
            chained = message.withUnsafeBytes { SHA256.hash(chained, $0) }
          }
          return (index, hasher.finalize(), chained)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = ($1.1, $1.2) }
    }
    for index in 0..<16 {
      let message = [UInt8](repeating: UInt8(index), count: 4096)
      var chained = SHA256.hash(message)
      for _ in 0..<1000 {
        chained = SHA256.hash(chained.bytes + message)
      }
      #expect(digests[index]?.0 == SHA256.hash(message))
      #expect(digests[index]?.1 == chained)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a chain of a hundred thousand links is made in one go`() {
    let message = [UInt8](repeating: 7, count: 120)
    message.withUnsafeBytes { message in
      var link = SHA256.hash([])
      for _ in 0..<100_000 {
        link = SHA256.hash(link, message)
      }
      #expect(link != SHA256.hash([]))
    }
  }

  /// The memory this process holds, in bytes, from proc_pid_statm(5).
  private func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return try #require(Int(text.split(separator: " ")[1])) * Int(getpagesize())
  }
}
