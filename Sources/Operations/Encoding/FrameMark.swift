/// Says where a frame begins, and how much the frames before it have brought into the segment's tables:
/// where one that reads some frames only can begin.
package struct FrameMark: Hashable, Sendable {
  /// Where the frame begins in its segment's file, in bytes.
  package let offset: Int64
  /// How much the tables hold before it.
  package let tables: SegmentTables.Sizes

  /// Makes the mark of a frame.
  package init(offset: Int64, tables: SegmentTables.Sizes) {
    self.offset = offset
    self.tables = tables
  }

  /// How many bytes of a segment have one mark.
  package static let spacing: Int64 = 1 << 12

  /// Tells whether the place behind a frame is to be marked: whether it is the first in its stretch of the
  /// file.
  package static func isDue(from offset: UInt64, to end: UInt64) -> Bool {
    offset / UInt64(spacing) != end / UInt64(spacing)
  }
}
