import Platform

/// Encodes and decodes what a client and the helper say to each other.
///
/// `docs/formats/media-protocol.md` specifies it byte by byte. Both sides treat what they receive
/// as untrusted.
package enum MediaProtocol {
  /// Changes with every change of the format; both sides refuse any other.
  package static let version: UInt16 = 1
  /// The length of a hello in bytes.
  package static let helloLength = 12
  /// The longest path in a request, in bytes; Linux opens no longer one (PATH_MAX less the NUL).
  package static let longestPath = 4095
  /// The longest text in a record, in bytes of UTF-8.
  package static let longestText = 1024
  /// The longest frame from a client, in bytes without its length field.
  package static let longestRequest = 4 + longestPath
  /// The longest frame from a helper, in bytes without its length field.
  package static let longestAnswer = 8192

  private static let magic = Array("albmedia".utf8)

  /// The hello that each side sends first.
  package static func hello(version: UInt16 = version) -> [UInt8] {
    magic + bigEndian(version) + [0, 0]
  }

  /// Reads the version out of a hello; nil if the bytes are none.
  package static func version(inHello bytes: [UInt8]) -> UInt16? {
    let view = ByteView(bytes)
    guard bytes.count == helloLength, view.starts(with: magic), view.u16(10) == 0 else {
      return nil
    }
    return view.u16(8).map { UInt16($0) }
  }

  static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  static func frame(_ number: UInt32, _ body: [UInt8]) -> [UInt8] {
    bigEndian(UInt32(4 + body.count)) + bigEndian(number) + body
  }
}

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
