package import Operations
import Platform

/// Reads what single transactions of one segment say of certain things, each out of its own frame.
///
/// Other frames are read only where such an operation refers to an id or a text that they brought, and
/// then those between two marks. Each frame that is read is known again by its checksum, one that is asked
/// for by the chain as well, and the marks by the frames between them. Where anything does not fit
/// it throws: the log is not the one that places and marks were made of, or is damaged, and whoever asked
/// goes through it in order. It holds one segment's tables. All calls block.
package struct SegmentExcerpt {
  /// Says of which operations something is wanted to be known.
  package enum Subject: Sendable {
    /// Those that name this album.
    case album(AlbumID)
    /// Those that add, trash or restore one of these assets.
    case lives(of: Set<AssetID>)
  }

  private enum Table: Int {
    case identifiers, digests, texts
  }

  private let frames: SegmentFile
  /// The same file once more, through a window of its own: frames between marks are elsewhere.
  private let stretches: SegmentFile
  /// The beginning of the segment, then the marks, ascending.
  private let marks: [FrameMark]
  /// For each table, how many entries it has before each mark.
  private let counts: [[Int]]
  /// Which stretches behind a mark have been read.
  private var isRead: [Bool]
  /// The place of the last frame that is asked for: none behind it matters.
  private let last: Int64
  private var size: Int64 = 0
  private var decoder = TransactionDecoder()
  private var references = OperationReferences()
  /// How many frames have been read so far, those between marks included.
  package private(set) var framesRead = 0

  /// How many bytes of operations are read here; more are looked at in their order, one at a time.
  private static let longest = 1 << 20
  /// The window through which scattered frames are read, and that for frames close to each other.
  private static let (narrow, wide) = (1 << 12, 1 << 16)

  /// Opens a segment for some frames of it.
  ///
  /// - Parameters:
  ///   - places: the frames that will be asked for; not empty, all of one segment.
  ///   - marks: the marks of that segment, ascending.
  /// - Throws: `damaged` where the segment or the marks do not fit, `newerFormat`, `otherLibrary`, `io`.
  package init(
    _ reader: LogReader, _ places: [FramePlace], marks: [FrameMark]
  ) throws(LogError) {
    let (segment, offsets) = (places[0].segment, places.map(\.offset))
    last = offsets.max() ?? 0
    let stretch = last - (offsets.min() ?? 0)
    let window = stretch / Int64(places.count) < Int64(Self.narrow) ? Self.wide : Self.narrow
    switch try reader.directory.open(segment, chainBefore: nil, window: window) {
    case .cursor(let cursor): frames = cursor.file
    case .fault(let fault):
      throw LogError(
        .damaged, fault.what, path: reader.directory.file(of: segment), offset: fault.offset)
    }
    stretches = try SegmentFile(frames.path, window: 2 * Self.narrow)
    let start = FrameMark(offset: Int64(SegmentHeader.byteCount), tables: SegmentTables.Sizes())
    self.marks = [start] + marks
    counts = [
      self.marks.map(\.tables.identifiers), self.marks.map(\.tables.digests),
      self.marks.map(\.tables.texts),
    ]
    isRead = Array(repeating: false, count: marks.count + 1)
    size = try frames.size()
    try checkMarks()
  }

  /// Calls `body` with those operations of a transaction that are about something, and their sequence
  /// numbers.
  ///
  /// - Throws: `diverged` where something else stands there; `tooLarge`, `damaged`; what reading throws.
  package mutating func forEachOperation(
    of place: FramePlace, about subject: Subject, _ body: (UInt64, Operation) -> Void
  ) throws(LogError) {
    let frame = try frames.soundFrame(at: place.offset, within: &size)
    framesRead += 1
    guard frame.payload.count <= Self.longest else {
      throw LogError(
        .tooLarge, "a transaction is too long to be read as a part", path: frames.path,
        offset: place.offset)
    }
    guard SegmentFrame.chainStart(frame.bytes) == UInt32(place.chain >> 32) else {
      throw misplaced(place.offset)
    }
    var reader = ByteReader(frame.payload)
    do throws(OperationsError) {
      let count = try SegmentTables.passOpening(&reader)
      guard count > 0, UInt64(count) == place.lastSeq - place.seq + 1 else {
        throw Self.elsewhere
      }
      for index in 0..<UInt64(count) {
        var start = reader
        try references.read(&reader)
        guard try isAbout(subject) else { continue }
        for index in references.identifiers { try need(index, in: .identifiers) }
        for index in references.digests { try need(index, in: .digests) }
        for index in references.texts { try need(index, in: .texts) }
        let operation = try decoder.operation(&start)
        guard start.offset == reader.offset else { throw Self.elsewhere }
        body(place.seq + index, operation)
      }
    } catch { throw misplaced(place.offset) }
  }

  private mutating func isAbout(_ subject: Subject) throws(OperationsError) -> Bool {
    switch subject {
    case .album(let wanted):
      guard let index = references.album else { return false }
      try need(index, in: .identifiers)
      guard index < decoder.tables.identifiers.count else { throw Self.elsewhere }
      return decoder.tables.identifiers[index] == wanted.cast()
    case .lives(let wanted):
      switch references.kind {
      case .assetAdd, .assetTrash, .assetRestore: break
      default: return false
      }
      guard let index = references.asset else { return false }
      try need(index, in: .digests)
      guard index < decoder.tables.digests.count else { throw Self.elsewhere }
      return wanted.contains(decoder.tables.digests[index].cast())
    }
  }

  /// Sees to it that an entry of a table is there, if there is one.
  private mutating func need(
    _ index: Int, in table: Table
  ) throws(OperationsError) {
    // The last mark before which there are not more entries than it takes.
    let mark = counts[table.rawValue].partitionPoint { $0 > index } - 1
    if isRead[mark] { return }
    do throws(LogError) {
      // Nothing stands behind the last one that would tell that its mark is wrong: what is before it does.
      if mark > 0, mark == marks.count - 1, !isRead[mark - 1] { try readStretch(behind: mark - 1) }
      try readStretch(behind: mark)
    } catch { throw Self.elsewhere }
  }

  /// Takes the entries that the frames from one mark to the next have brought.
  private mutating func readStretch(behind mark: Int) throws(LogError) {
    var (offset, tables) = (marks[mark].offset, marks[mark].tables)
    let next = mark + 1 < marks.count ? marks[mark + 1] : nil
    let end = next?.offset ?? last + 1
    while offset < end {
      let frame = try stretches.soundFrame(at: offset, within: &size)
      framesRead += 1
      var reader = ByteReader(frame.payload)
      do throws(OperationsError) { try decoder.tables.place(from: &reader, at: &tables) } catch {
        throw misplaced(offset)
      }
      offset += Int64(frame.bytes.count)
    }
    if let next, next.offset != offset || next.tables != tables { throw misplaced(offset) }
    isRead[mark] = true
  }

  /// Throws where marks cannot be those of a file of this size: they would ask for any memory.
  private func checkMarks() throws(LogError) {
    var before = marks[0]
    for mark in marks.dropFirst() {
      let (old, new) = (before.tables, mark.tables)
      guard before.offset < mark.offset, mark.offset <= size, old.identifiers <= new.identifiers,
        old.digests <= new.digests, old.texts <= new.texts
      else { throw misplaced(mark.offset) }
      before = mark
    }
    let most = before.tables
    guard Int64(most.identifiers) <= size / 16, Int64(most.digests) <= size / 32,
      Int64(most.texts) <= size
    else { throw misplaced(before.offset) }
  }

  private func misplaced(_ offset: Int64) -> LogError {
    LogError(
      .diverged, "something else stands here than what was delivered", path: frames.path,
      offset: offset)
  }

  private static let elsewhere = OperationsError(
    .malformedBinary, "a frame is not the one that was delivered")
}
