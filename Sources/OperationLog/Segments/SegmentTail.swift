/// Tells a torn tail from damage: what the newest segment holds from the first byte that does not
/// fit to its end.
///
/// A crash cuts an append short, or leaves zeros where the file system had lengthened the file before
/// the bytes were there. Anything else was whole once, and is damage: most of all if something sound
/// stands behind it.
struct SegmentTail {
  private let bytes: UnsafeRawBufferPointer
  private let offset: Int64

  /// No torn tail is longer: one frame, or a batch of small ones with the seal.
  static let longest = 1 << 28

  private static let block: Int64 = 512
  /// How many bytes are put into checksums, for each byte of the tail and in all, before it counts as
  /// damaged: what a crash leaves needs a few for each at most.
  private static let mostCheckedPerByte = 256
  private static let mostChecked = 1 << 33

  /// Takes the bytes from `offset` to the end of the file.
  init(_ bytes: UnsafeRawBufferPointer, offset: Int64) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Whether the bytes are what a crash leaves.
  var isTorn: Bool {
    // What is sealed was whole.
    if SegmentSeal.ends(bytes) { return false }
    switch SegmentFrame.length(bytes) {
    case .incomplete: return true
    case .bad: return false
    case .seal: return isTornSeal
    case .payload(let prefix, let count):
      let size = prefix + count + SegmentFrame.trailerSize
      if size > bytes.count { return !isOneFrameOfAnotherLength && !hasSoundFrameBehind }
      return hasUnwrittenBlock && !hasSoundFrameBehind
    }
  }

  private var isTornSeal: Bool {
    if bytes.allSatisfy({ $0 == 0 }) { return true }
    switch SegmentSeal.read(bytes) {
    case .sound: return false
    case .incomplete: return !SegmentSeal.isWholeByItsEnd(bytes) && !hasSoundFrameBehind
    case .bad: return hasUnwrittenBlock && !hasSoundFrameBehind
    }
  }

  /// Whether a block of the disk, or what of one belongs to the tail, holds zeros alone.
  private var hasUnwrittenBlock: Bool {
    var start = 0
    while start < bytes.count {
      let inBlock = (offset + Int64(start)) % Self.block
      let end = min(bytes.count, start + Int(Self.block - inBlock))
      if bytes[start..<end].allSatisfy({ $0 == 0 }) { return true }
      start = end
    }
    return false
  }

  /// Whether the bytes are one whole frame of which only the length is wrong.
  private var isOneFrameOfAnotherLength: Bool {
    for prefix in 1...SegmentFrame.longestLength {
      let count = bytes.count - prefix - SegmentFrame.trailerSize
      guard count > 0 else { break }
      var repaired = [UInt8](bytes)
      var rest = count
      for index in 0..<prefix {
        repaired[index] = UInt8(rest & 0x7F) | (index < prefix - 1 ? 0x80 : 0)
        rest >>= 7
      }
      if rest == 0, repaired.withUnsafeBytes({ SegmentFrame.isSound($0) }) { return true }
    }
    return false
  }

  /// Whether a sound frame begins anywhere behind the first byte, with frames from there to the end.
  ///
  /// Whether the lengths found at a place lead to the end of the file is known once it is known for
  /// the places behind it: so from the end, in one pass, and only few checksums are computed. Bytes
  /// that are made so that it would be many are no crash's, and count as if a sound frame were there.
  private var hasSoundFrameBehind: Bool {
    var budget = min(Self.mostChecked, bytes.count * Self.mostCheckedPerByte)
    var leadsToEnd = [Bool](repeating: false, count: bytes.count + 1)
    leadsToEnd[bytes.count] = true
    var place = bytes.count - 1
    while place > 0 {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
      if case .payload(let prefix, let count) = SegmentFrame.length(rest) {
        let size = prefix + count + SegmentFrame.trailerSize
        if size <= rest.count, leadsToEnd[place + size] {
          leadsToEnd[place] = true
          let frame = UnsafeRawBufferPointer(rebasing: rest[..<size])
          if SegmentFrame.mayHoldTransaction(frame, prefix: prefix) {
            budget -= size
            if budget < 0 || SegmentFrame.isSound(frame) { return true }
          }
        }
      }
      place -= 1
    }
    return false
  }
}
