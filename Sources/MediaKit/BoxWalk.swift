/// Walks the top-level boxes of an ISO base media file (ISO/IEC 14496-12, 4.2), one short read a
/// box, without trusting any size in it.
struct BoxWalk {
  struct Box {
    let type: FourCC
    let offset: UInt64
    let contentOffset: UInt64
    /// Where the box says it ends; nil if it runs to the end of the file, wherever that is.
    let end: UInt64?
  }

  /// How the walk stands.
  enum State: Equatable {
    case walking
    /// The last box ended where the file does.
    case atEnd
    /// A box runs past the end of the file, or its head does.
    case truncated
    /// Here is no box.
    case malformed
  }

  private(set) var state = State.walking
  private var offset: UInt64 = 0
  private let fileEnd: UInt64

  init(end: UInt64) {
    fileEnd = end
  }

  /// Reads the next box; nil when the walk is over, and then ``state`` says why.
  mutating func next(in file: borrowing MediaFile) throws(MediaError) -> Box? {
    guard state == .walking else { return nil }
    guard offset < fileEnd else {
      state = offset == fileEnd ? .atEnd : .truncated
      return nil
    }
    let head = ByteView(try file.bytes(at: offset, count: 16))
    guard let size = head.u32(0), let type = head.code(4) else {
      state = .truncated
      return nil
    }
    guard type.isPlausible else {
      state = .malformed
      return nil
    }
    let start = offset
    var header: UInt64 = 8
    var length = UInt64(size)
    if size == 0 {
      offset = fileEnd
      state = .atEnd
      return Box(type: type, offset: start, contentOffset: start + 8, end: nil)
    }
    if size == 1 {
      guard let large = head.bigEndian(8, 8) else {
        state = .truncated
        return nil
      }
      header = 16
      length = large
    }
    let (end, overflow) = start.addingReportingOverflow(length)
    guard length >= header, !overflow else {
      state = .malformed
      return nil
    }
    offset = end
    return Box(type: type, offset: start, contentOffset: start + header, end: end)
  }
}
