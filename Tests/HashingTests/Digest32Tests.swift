import Hashing
import Testing

@Suite("Digests as values")
struct Digest32Tests {
  private static let ascending: [UInt8] = Array(0..<32)

  @Test
  func `bytes survive the way through words`() {
    let digest = Self.ascending.withUnsafeBytes { Digest32(bytes: $0) }
    #expect(digest?.bytes == Self.ascending)
    #expect(digest?.words.0 == 0x0001_0203_0405_0607)
    #expect(digest?.words.3 == 0x1819_1a1b_1c1d_1e1f)
    #expect(
      digest?.description == "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
  }

  @Test(arguments: [0, 31, 33])
  func `another number of bytes is no digest`(_ count: Int) {
    let bytes = [UInt8](repeating: 0, count: count)
    #expect(bytes.withUnsafeBytes { Digest32(bytes: $0) } == nil)
  }

  @Test
  func `order is the order of the bytes`() {
    for index in 0..<32 {
      var larger = [UInt8](repeating: 5, count: 32)
      let base = larger.withUnsafeBytes { Digest32(bytes: $0) }
      larger[index] = 200
      let other = larger.withUnsafeBytes { Digest32(bytes: $0) }
      guard let base, let other else {
        Issue.record("32 bytes were refused")
        return
      }
      #expect(base < other && !(other < base) && base != other, "byte \(index)")
      #expect(base.hashValue != other.hashValue)
    }
  }
}
