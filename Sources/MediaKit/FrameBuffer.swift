/// Cuts a stream of bytes into frames.
package struct FrameBuffer {
  /// A frame: the number of a request, and what belongs to it.
  package struct Frame: Equatable {
    /// The number that the client gave the request.
    package let number: UInt32
    /// A path, or the fields of a record.
    package let body: [UInt8]
  }

  private var bytes: [UInt8] = []
  private var start = 0
  private let longest: Int

  /// Makes an empty buffer that takes frames of at most `longest` bytes.
  package init(longest: Int) {
    self.longest = longest
  }

  /// Whether a frame has begun and isn't whole yet.
  package var isInsideFrame: Bool { start < bytes.count }

  /// Adds bytes as they arrived.
  package mutating func append(_ more: some Sequence<UInt8>) {
    if start > 1 << 16 || start == bytes.count {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Takes the next whole frame out; nil if there is none yet.
  ///
  /// - Throws: ``MediaError/Code/malformedMessage`` for a length that no frame has.
  package mutating func next() throws(MediaError) -> Frame? {
    let view = ByteView(bytes[start...])
    guard let length = view.u32(0) else { return nil }
    guard length >= 4, length <= longest else {
      throw MediaError(.malformedMessage, "a frame of \(length) bytes is none")
    }
    guard let number = view.bigEndian(4, 4), let body = view.part(8, length - 4) else {
      return nil
    }
    start += 4 + length
    return Frame(number: UInt32(number), body: Array(body.bytes))
  }
}
