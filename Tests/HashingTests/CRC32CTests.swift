import Hashing
import Testing

@Suite("CRC-32C")
struct CRC32CTests {
  /// A message of RFC 3720 appendix B.4 and its checksum. (The RFC prints the checksum's bytes as
  /// they go over the wire, least significant first.)
  struct Vector: Sendable, CustomTestStringConvertible {
    var name: String
    var message: [UInt8]
    var checksum: UInt32
    var testDescription: String { name }
  }

  static let vectors = [
    Vector(name: "empty", message: [], checksum: 0),
    Vector(
      name: "check value", message: Array("123456789".utf8), checksum: 0xE306_9283),
    Vector(
      name: "32 zeros", message: [UInt8](repeating: 0, count: 32), checksum: 0x8A91_36AA),
    Vector(
      name: "32 ones", message: [UInt8](repeating: 0xFF, count: 32), checksum: 0x62A8_AB43),
    Vector(name: "ascending", message: Array(0..<32), checksum: 0x46DD_794E),
    Vector(name: "descending", message: (0..<32).reversed(), checksum: 0x113F_DB5C),
    Vector(
      name: "an iSCSI SCSI read (10) command",
      message: [
        0x01, 0xC0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00,
        0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0x00, 0x18, 0x28, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      ],
      checksum: 0xD996_3A56),
  ]

  @Test(arguments: vectors)
  func `RFC 3720 examples come out, by instruction and by table`(_ vector: Vector) {
    #expect(CRC32C.checksum(vector.message) == vector.checksum)
    let byTable = vector.message.withUnsafeBytes { CRC32C.checksumByTable($0) }
    #expect(byTable == vector.checksum)
  }

  @Test
  func `both ways agree at every length and alignment, with every seed`() {
    var generator = SystemRandomNumberGenerator()
    let seed = UInt32.random(in: .min ... .max, using: &generator)
    let bytes = (0..<300).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    bytes.withUnsafeBytes { bytes in
      for start in 0..<9 {
        for end in start...bytes.count {
          let part = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
          #expect(
            CRC32C.checksum(part, seed: seed) == CRC32C.checksumByTable(part, seed: seed),
            "\(start)..<\(end), seed \(seed), \([UInt8](part))")
        }
      }
    }
  }

  @Test
  func `pieces give the checksum of the whole`() {
    let message = (0..<100).map { UInt8(truncatingIfNeeded: $0 &* 71 &+ 3) }
    let whole = CRC32C.checksum(message)
    for split in 0...message.count {
      let first = CRC32C.checksum(message[..<split])
      #expect(CRC32C.checksum(message[split...], seed: first) == whole, "split at \(split)")
      #expect(CRC32C.checksum(message[split...].lazy.map { $0 }, seed: first) == whole)
    }
  }

  @Test
  func `one flipped bit changes the checksum`() {
    let message = [UInt8](repeating: 0x5A, count: 64)
    let whole = CRC32C.checksum(message)
    for bit in 0..<(8 * message.count) {
      var damaged = message
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(CRC32C.checksum(damaged) != whole, "bit \(bit)")
    }
  }
}
