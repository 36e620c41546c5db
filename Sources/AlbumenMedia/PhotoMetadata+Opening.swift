import CGExiv2
import MediaKit

extension PhotoMetadata {
  /// How far into a JPEG its metadata may reach to be read at once, in bytes.
  private static let longestHead: UInt64 = 1 << 20

  /// Has gexiv2 read a picture.
  ///
  /// Of a JPEG exiv2 looks at nothing behind the head of the first scan (0.27, `JpegBase::readMetadata`),
  /// but opens the file three times for that, and seeks and reads a few bytes at a time: it is given
  /// these bytes instead. What is in no good order it may read in its own way.
  static func open(
    _ handle: UnsafeMutablePointer<GExiv2Metadata>, _ file: borrowing MediaFile, _ type: MediaType
  ) -> Bool {
    if type == .jpeg, let end = (try? MediaCompleteness.firstScan(file)) ?? nil,
      end <= longestHead, let head = try? file.bytes(at: 0, count: Int(end))
    {
      return head.withUnsafeBufferPointer {
        gexiv2_metadata_open_buf(handle, $0.baseAddress, $0.count, nil) != 0
      }
    }
    return gexiv2_metadata_open_path(handle, file.alias, nil) != 0
  }

  /// The tags of EXIF that have a value.
  static func tags(in handle: UnsafeMutablePointer<GExiv2Metadata>) -> Set<String> {
    guard gexiv2_metadata_has_exif(handle) != 0, let names = gexiv2_metadata_get_exif_tags(handle)
    else { return [] }
    defer { g_strfreev(names) }
    var tags: Set<String> = []
    var index = 0
    while let name = names[index] {
      tags.insert(String(cString: name))
      index += 1
    }
    return tags
  }
}
