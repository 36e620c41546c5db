import CExiv2
import MediaKit

extension PhotoMetadata {
  /// How far into a JPEG its metadata may reach to be read at once, in bytes.
  private static let longestHead: UInt64 = 1 << 20

  /// Has Exiv2 read a picture; nil if it cannot.
  ///
  /// Of a JPEG it looks at nothing behind the head of the first scan (0.27, `JpegBase::readMetadata`), but
  /// opens the file twice for that, and seeks and reads a few bytes at a time: it is given these bytes
  /// instead. What is in no good order it may read in its own way.
  static func open(_ file: borrowing MediaFile, _ type: MediaType) -> OpaquePointer? {
    if type == .jpeg, let end = (try? MediaCompleteness.firstScan(file)) ?? nil,
      end <= longestHead, let head = try? file.bytes(at: 0, count: Int(end))
    {
      return read(head)
    }
    return albumen_exiv2_read_file(file.alias)
  }

  /// Has Exiv2 read bytes; nil if it cannot.
  static func read(_ bytes: [UInt8]) -> OpaquePointer? {
    bytes.withUnsafeBufferPointer { albumen_exiv2_read($0.baseAddress, $0.count) }
  }
}
