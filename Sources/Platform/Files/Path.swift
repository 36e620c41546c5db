import CLinux
import Glibc

/// Names a file by bytes, as the kernel does: no encoding is assumed, and there is no NUL.
///
/// Repeated and trailing slashes are dropped when a path is made, so equal paths are equal bytes;
/// `.` and `..` are left as they are. The empty path is the place that a relative path starts from.
/// Order and equality are those of the bytes.
public struct Path: Hashable, Sendable {
  /// The bytes, without a terminating NUL.
  public let bytes: [UInt8]

  /// Adopts bytes that are known to be normal and free of NUL.
  init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Makes the empty path.
  public init() {
    self.bytes = []
  }

  /// Makes a path from bytes; nil if there is a NUL among them.
  public init?(bytes: some Collection<UInt8>) {
    guard let normal = Self.normalised(bytes) else { return nil }
    self.bytes = normal
  }

  /// Makes a path from the UTF-8 form of a text; nil if there is a NUL in it.
  public init?(_ text: String) {
    self.init(bytes: text.utf8)
  }

  /// Makes a path from a NUL-terminated string, which is copied.
  public init(cString: UnsafePointer<CChar>) {
    let count = strlen(cString)
    let buffer = UnsafeRawBufferPointer(start: cString, count: count)
    self.bytes = Self.normalised(buffer) ?? []
  }

  /// Whether this is the empty path.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Whether the path starts at the root of the file system.
  public var isAbsolute: Bool { bytes.first == Self.slash }

  /// Calls a function with the path as a NUL-terminated string that lives as long as the call.
  ///
  /// The empty path is passed as ".", which is what it means to a system call.
  public func withCString<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Self.withCString(of: bytes.isEmpty ? [Self.dot] : bytes, body)
  }

  static let slash = UInt8(ascii: "/")
  static let dot = UInt8(ascii: ".")

  private static func withCString<Result: ~Copyable, Failure: Error>(
    of bytes: [UInt8], _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeTemporaryAllocation(byteCount: bytes.count + 1, alignment: 1) {
      buffer throws(Failure) -> Result in
      buffer.copyBytes(from: bytes)
      buffer[bytes.count] = 0
      guard let start = buffer.baseAddress else {
        preconditionFailure("an allocation of at least one byte has an address")
      }
      return try body(UnsafePointer(start.assumingMemoryBound(to: CChar.self)))
    }
  }

  /// Drops repeated and trailing slashes; nil if there is a NUL.
  private static func normalised(_ source: some Collection<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    for byte in source {
      if byte == 0 { return nil }
      if byte == slash, result.last == slash { continue }
      result.append(byte)
    }
    if result.count > 1, result.last == slash { result.removeLast() }
    return result
  }
}

extension Path: ExpressibleByStringLiteral {
  /// Makes a path from a literal of the program, which must not contain a NUL.
  public init(stringLiteral value: StaticString) {
    self = value.withUTF8Buffer { buffer in
      guard let path = Path(bytes: buffer) else {
        preconditionFailure("a path literal contains a NUL")
      }
      return path
    }
  }
}

extension Path: Comparable {
  /// Orders paths by their bytes, a prefix first.
  public static func < (left: Path, right: Path) -> Bool {
    left.bytes.withUnsafeBytes { a in
      right.bytes.withUnsafeBytes { b in
        guard let first = a.baseAddress else { return !b.isEmpty }
        guard let second = b.baseAddress else { return false }
        let order = memcmp(first, second, min(a.count, b.count))
        return order == 0 ? a.count < b.count : order < 0
      }
    }
  }
}
