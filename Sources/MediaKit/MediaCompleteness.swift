package import Platform

/// States whether a file's structure reaches its end, which tells a file that is still being
/// written from one that is done (docs/design/0004-folder-sync.md, "Settling").
package enum MediaCompleteness: Sendable, Hashable {
  /// The structure is closed: the end marker is there, or the sizes add up.
  case complete
  /// Something is missing at the end.
  case incomplete
  /// The format, or this file, doesn't tell.
  case unknown

  /// Looks at a file's structure, without decoding anything.
  ///
  /// Blocks for the disk. A few short reads do for most files; at most 64 MiB are read in one
  /// that hides its end marker. Hostile sizes in the file cannot make it loop or read more.
  ///
  /// - Returns: `unknown` also for what is no photo or video.
  /// - Throws: ``MediaError/Code/unreadable`` if the file cannot be opened or read.
  package static func of(_ path: Path) throws(MediaError) -> MediaCompleteness {
    try of(MediaFile(path))
  }

  static func of(_ file: borrowing MediaFile) throws(MediaError) -> MediaCompleteness {
    guard let type = MediaType.sniff(try file.bytes(at: 0, count: MediaType.sniffLength)) else {
      return .unknown
    }
    // The sensor's data come last.
    if type == .cr3 { return try boxes(file, essential: ["mdat"]) }
    if type.isBoxed {
      return try boxes(file, essential: type.isVideo ? ["moov"] : ["meta", "moov"])
    }
    switch type {
    case .jpeg: return try jpeg(file)
    case .png: return try png(file)
    case .webp, .avi: return try riff(file)
    case .gif: return try file.bytes(at: file.size - 1, count: 1) == [0x3b] ? .complete : .unknown
    case .matroska, .webM: return try matroska(file)
    case .jpegXL:
      return try file.bytes(at: 0, count: 1) == [0]
        ? boxes(file, essential: ["jxlc", "jxlp"]) : .unknown
    default: return .unknown
    }
  }

  /// Boxes that add up to the file's size, an essential one among them.
  private static func boxes(
    _ file: borrowing MediaFile, essential: Set<FourCC>
  ) throws(MediaError) -> MediaCompleteness {
    var walk = BoxWalk(end: file.size)
    var found = false
    for _ in 0..<limit {
      guard let box = try walk.next(in: file) else {
        switch walk.state {
        case .atEnd: return found ? .complete : .incomplete
        case .truncated: return .incomplete
        case .malformed, .walking: return .unknown
        }
      }
      if essential.contains(box.type) { found = true }
      // A last box without an end of its own may still grow.
      if box.end == nil { return .unknown }
    }
    return .unknown
  }

  /// IEND, at the end or before trailing data (PNG, third edition, 5.3 and 11.2.4).
  private static func png(_ file: borrowing MediaFile) throws(MediaError) -> MediaCompleteness {
    let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]
    if file.size >= 20, try file.bytes(at: file.size - 12, count: 12) == end { return .complete }
    var offset: UInt64 = 8
    for _ in 0..<limit {
      let head = ByteView(try file.bytes(at: offset, count: 8))
      guard let length = head.u32(0), let type = head.code(4) else { return .incomplete }
      guard type.isPlausible else { return .unknown }
      offset += UInt64(length) + 12
      if offset > file.size { return .incomplete }
      if type == "IEND" { return .complete }
    }
    return .unknown
  }

  /// The size in a RIFF header, and in those of the `AVIX` parts behind it (OpenDML AVI 1.02).
  private static func riff(_ file: borrowing MediaFile) throws(MediaError) -> MediaCompleteness {
    var offset: UInt64 = 0
    for _ in 0..<limit {
      let head = ByteView(try file.bytes(at: offset, count: 8))
      guard head.starts(with: "RIFF") else { return .complete }
      guard let length = head.u32le(4) else { return .incomplete }
      if length == 0 { return .incomplete }
      offset += 8 + UInt64(length)
      if offset > file.size { return .incomplete }
      offset += offset & 1
      if offset >= file.size { return .complete }
    }
    return .unknown
  }

  /// A segment of known length (RFC 9559, 5.1); one that was written live has none.
  private static func matroska(
    _ file: borrowing MediaFile
  ) throws(MediaError) -> MediaCompleteness {
    let head = ByteView(try file.bytes(at: 0, count: MediaType.sniffLength))
    guard let header = EBML.element(head, at: 0), let length = header.length,
      let segment = EBML.element(head, at: header.contentOffset + Int(clamping: length)),
      segment.id == 0x1853_8067, let size = segment.length
    else { return .unknown }
    let (end, overflow) = UInt64(segment.contentOffset).addingReportingOverflow(size)
    return overflow || end > file.size ? .incomplete : .complete
  }

  /// More boxes, chunks or segments than any sound file has.
  static let limit = 20_000
}
