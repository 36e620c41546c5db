import Testing

@testable import OperationLog

/// Tails that nothing but intent makes.
@Suite struct SegmentTailTests {
  /// At every sixth byte a length that leads to the end of the file: a checksum of the rest for each.
  @Test(.timeLimit(.minutes(3))) func aTailOfLengthsIsJudgedInTime() {
    let count = 999_996
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for place in stride(from: 0, to: count, by: 6) {
      // The first one reaches beyond the end, as that of a frame that was cut short does.
      let length = place == 0 ? count : max(count - place - 3 - 8, 0)
      bytes += [UInt8(length & 0x7F) | 0x80, UInt8(length >> 7 & 0x7F) | 0x80]
      bytes += [UInt8(length >> 14), 0, 0, 0]
    }
    #expect(bytes.withUnsafeBytes { !SegmentTail($0, offset: 0).isTorn })
  }

  /// A long text is no frame, wherever it ends: each of its letters could be a length.
  @Test(arguments: 0..<120) func aTextThatWasCutIsTorn(missing: Int) {
    // 64 KiB are announced, of which the first 40,000 are here.
    var frame: [UInt8] = [0x80, 0x80, 0x04, 0, 0, 0]
    for index in 0..<(40_000 - missing) {
      let letter: Int = (index * 7919 + index / 97) % 90
      frame.append(UInt8(32 + letter))
    }
    #expect(frame.withUnsafeBytes { SegmentTail($0, offset: 0).isTorn })
  }
}
