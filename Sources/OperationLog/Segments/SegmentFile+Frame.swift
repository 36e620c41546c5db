import Operations
import Platform

extension SegmentFile {
  /// Is a frame whose checksum is right, lent until the next call to its file.
  struct SoundFrame {
    /// All of it.
    let bytes: UnsafeRawBufferPointer
    /// What is in it.
    let payload: UnsafeRawBufferPointer
  }

  /// Lends the frame that begins at an offset, where one was read before.
  ///
  /// - Parameter size: what is known of the file's size; looked at anew where a frame reaches beyond it.
  /// - Throws: `damaged` where none does any more, or its checksum is wrong.
  func soundFrame(at offset: Int64, within size: inout Int64) throws(LogError) -> SoundFrame {
    let start = try bytes(SegmentFrame.longestLength, at: offset)
    guard case .payload(let prefix, let count) = SegmentFrame.length(start) else {
      throw LogError(
        .damaged, "no transaction begins where one was read before", path: path, offset: offset)
    }
    let length = prefix + count + SegmentFrame.trailerSize
    if offset + Int64(length) > size { size = try self.size() }
    // Compared before memory is asked for: the length may be anything.
    guard offset + Int64(length) <= size else {
      throw LogError(.damaged, "a frame is incomplete", path: path, offset: offset)
    }
    let frame = try bytes(length, at: offset)
    guard frame.count == length, SegmentFrame.isSound(frame) else {
      throw LogError(.damaged, "a frame's checksum is wrong", path: path, offset: offset)
    }
    return SoundFrame(
      bytes: frame, payload: UnsafeRawBufferPointer(rebasing: frame[prefix..<prefix + count]))
  }
}
