import Operations
import Platform

/// Is the directory of one log and what its segments are expected to be.
struct LogDirectory: Sendable {
  /// The directory `.albumen/log/<log-id>`.
  let path: Path
  /// The library that its segments must name.
  let library: LibraryID
  /// The log that its segments must name.
  let log: LogID

  /// Is what opening a segment came to.
  enum Opening {
    /// The header is sound and the expected one.
    case cursor(SegmentCursor)
    /// It does not fit; a crash could have left it so if the fault says that.
    case fault(SegmentFault)
  }

  /// The file of the segment that begins with an operation.
  func file(of firstSeq: UInt64) -> Path { path / SegmentName.name(of: firstSeq) }

  /// The sequence numbers that the segments begin with, ascending; none where there is no directory.
  func segments() throws(LogError) -> [UInt64] {
    var result: [UInt64] = []
    for name in try Self.names(in: path) {
      if let seq = SegmentName.firstSeq(of: name.bytes) { result.append(seq) }
    }
    return result.sorted()
  }

  /// The names in a directory, in no order; none where it is missing.
  static func names(in directory: Path) throws(LogError) -> [Path] {
    do throws(PlatformError) { return try DirectoryWalk.namesIfThere(in: directory) } catch {
      throw LogError(error)
    }
  }

  /// How far the files reach; nil where there are none.
  func extent() throws(LogError) -> LogExtent? {
    while let newest = try segments().last {
      do throws(PlatformError) {
        return LogExtent(segment: newest, length: try FileStatus.ofLink(at: file(of: newest)).size)
      } catch {
        // Its owner has taken back an append that failed.
        guard error.code == .notFound else { throw LogError(error) }
      }
    }
    return nil
  }

  /// Opens a segment and verifies its header.
  ///
  /// - Parameters:
  ///   - chainBefore: the chain that it must continue; nil to believe its header.
  ///   - window: how many bytes of it are read at a time.
  /// - Throws: `newerFormat`, `otherLibrary`, `damaged` if it names another log, and `io`.
  func open(
    _ firstSeq: UInt64, chainBefore: Chain?, window: Int = 1 << 18
  ) throws(LogError) -> Opening {
    let path = file(of: firstSeq)
    let file = try SegmentFile(path, window: window)
    switch try settledHeader(file, firstSeq, chainBefore) {
    case .newer(let format):
      throw LogError(
        .newerFormat, "a segment has format \(format), which a newer version of albumen reads",
        path: path, offset: 8)
    case .bad(let fault):
      return .fault(fault)
    case .sound(let header):
      guard header.library == library else {
        throw LogError(
          .otherLibrary, "a segment belongs to library \(header.library), not \(library)",
          path: path, offset: 12)
      }
      if header.log != log {
        return .fault(SegmentFault(offset: 28, what: "a segment belongs to log \(header.log)"))
      }
      if header.firstSeq != firstSeq {
        return .fault(
          SegmentFault(
            offset: 44, what: "a segment begins with \(header.firstSeq), not as its name says"))
      }
      if let chainBefore, header.chainBefore != chainBefore {
        return .fault(
          SegmentFault(offset: 52, what: "a segment does not continue the one before it"))
      }
      return .cursor(SegmentCursor(file, header))
    }
  }

  /// Is what reading a header that its owner may be writing came to.
  private enum HeaderReading {
    case sound(SegmentHeader)
    case newer(UInt32)
    case bad(SegmentFault)
  }

  /// Reads a header; as `SegmentCursor.settledStep`, it calls it damaged once two looks in succession
  /// have found the same.
  private func settledHeader(
    _ file: SegmentFile, _ firstSeq: UInt64, _ chainBefore: Chain?
  ) throws(LogError) -> HeaderReading {
    var last: (fault: SegmentFault, size: Int64)?
    while true {
      let size = try file.size()
      let (offset, what): (Int, String)
      switch SegmentHeader.read(try file.bytes(SegmentHeader.byteCount, at: 0)) {
      case .sound(let header): return .sound(header)
      case .newer(let format): return .newer(format)
      case .bad(let at, let fault): (offset, what) = (at, fault)
      }
      file.forget()
      let mayBeTorn = try isTornHeader(file, firstSeq, chainBefore)
      let fault = SegmentFault(offset: Int64(offset), what: what, mayBeTorn: mayBeTorn)
      if mayBeTorn { return .bad(fault) }
      if let last, last == (fault, size) { return .bad(fault) }
      last = (fault, size)
      file.forget()
    }
  }

  /// Whether a crash while the segment was begun could have left its header so: the beginning of the
  /// right one, or zeros.
  private func isTornHeader(
    _ file: SegmentFile, _ firstSeq: UInt64, _ chainBefore: Chain?
  ) throws(LogError) -> Bool {
    let size = try file.size()
    guard size <= SegmentTail.longest else { return false }
    let bytes = try file.bytes(Int(size), at: 0)
    if bytes.first == 0 { return SegmentTail(bytes, offset: 0).isTorn }
    guard bytes.count < SegmentHeader.byteCount else { return false }
    let expected = SegmentHeader(
      library: library, log: log, firstSeq: firstSeq,
      chainBefore: chainBefore ?? ChainHash.start(log)
    ).bytes
    // Where the chain before is not known, the 52 bytes before it must do.
    let known = chainBefore == nil && firstSeq > 1 ? 52 : expected.count
    return bytes.prefix(known).elementsEqual(expected.prefix(min(known, bytes.count)))
  }
}
