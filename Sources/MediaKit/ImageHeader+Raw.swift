/// Sizes in TIFF files and in makers' raw formats.
extension ImageHeader {
  /// The size of the full picture, where a maker's format says it better than a metadata library
  /// does; nil for all other types.
  package static func rawSize(
    of type: MediaType, in file: borrowing MediaFile
  ) throws(MediaError) -> Size? {
    type == .raf || type == .rw2 ? try size(of: type, in: file) : nil
  }

  /// The largest picture in a TIFF file that isn't marked as a reduced one or a mask.
  static func tiffSize(_ header: TIFFHeader, in source: ByteSource) -> Size? {
    var best: (isFull: Bool, size: Size)?
    var queue = [header.first]
    var seen: Set<UInt64> = []
    while let offset = queue.popLast(), seen.count < mostDirectories {
      guard seen.insert(offset).inserted,
        let directory = TIFFDirectory(header, at: offset, in: source)
      else { continue }
      if header.variant == .panasonic { return panasonicSize(directory, in: source) }
      if let next = directory.next { queue.append(next) }
      queue += directory.numbers(TIFFDirectory.Tag.subIFDs, limit: 16, in: source)
      guard let width = directory.number(TIFFDirectory.Tag.width, in: source),
        let height = directory.number(TIFFDirectory.Tag.height, in: source),
        let size = Size(Int(clamping: width), Int(clamping: height))
      else { continue }
      let kind = directory.number(TIFFDirectory.Tag.newSubfileType, in: source) ?? 0
      // Bit 0: reduced; bit 2: a mask (TIFF 6.0, section 8).
      let isFull = kind & 0b101 == 0
      if let best, best.isFull, !isFull { continue }
      if let best, best.isFull == isFull, best.size.area >= size.area { continue }
      best = (isFull, size)
    }
    return best?.size
  }

  /// More directories than any sound file has.
  private static let mostDirectories = 64

  /// Panasonic's directory has the sensor's borders instead of a size (ExifTool's documentation,
  /// "PanasonicRaw Tags").
  private static func panasonicSize(_ directory: TIFFDirectory, in source: ByteSource) -> Size? {
    func length(_ tag: Int) -> Int? { directory.number(tag, in: source).map { Int(clamping: $0) } }
    if let top = length(4), let left = length(5), let bottom = length(6), let right = length(7),
      let size = Size(right - left, bottom - top)
    {
      return size
    }
    guard let width = length(2), let height = length(3) else { return nil }
    return Size(width, height)
  }

  /// The cropped size in Fujifilm's own directory, else that of the whole sensor (ExifTool's
  /// documentation, "FujiFilm RAF Tags").
  static func fujifilmSize(
    _ head: ByteView, _ file: borrowing MediaFile
  ) throws(MediaError) -> Size? {
    guard let offset = head.u32(92), let length = head.u32(96) else { return nil }
    let directory = ByteView(
      try file.bytes(at: UInt64(offset), count: min(length, longestDirectory)))
    guard let count = directory.u32(0) else { return nil }
    var position = 4
    var whole: Size?
    for _ in 0..<min(count, mostEntries) {
      guard let tag = directory.u16(position), let length = directory.u16(position + 2) else {
        break
      }
      if tag == 0x0100 || tag == 0x0111, length == 4,
        let height = directory.u16(position + 4), let width = directory.u16(position + 6),
        let size = Size(width, height)
      {
        if tag == 0x0111 { return size }
        whole = size
      }
      position += 4 + length
    }
    return whole
  }

  private static let longestDirectory = 1 << 16
  private static let mostEntries = 1000
}

extension ImageHeader.Size {
  /// Width times height; exact, for both are below 2^31.
  fileprivate var area: Int { width * height }
}

/// Sizes in Canon's raw format of boxes.
extension ImageHeader {
  /// The size in the TIFF directory `CMT1`, in the first box of `moov` (ExifTool's documentation,
  /// "Canon CR3 Tags" and "Canon uuid Tags").
  static func canonSize(_ file: borrowing MediaFile) throws(MediaError) -> Size? {
    var boxes = BoxWalk(end: file.size)
    for _ in 0..<16 {
      guard let box = try boxes.next(in: file) else { return nil }
      guard box.type == "moov" else { continue }
      let view = ByteView(try file.bytes(at: box.contentOffset, count: 1 << 16))
      // Behind the identifier of the `uuid` box stand others.
      var offset = 24
      while let length = view.u32(offset), length >= 8, let type = view.code(offset + 4) {
        if type == "CMT1" {
          let block = view.rest(offset + 8)
          guard let header = TIFFHeader(block) else { return nil }
          return tiffSize(header) { block.rest(Int(clamping: $0)).prefix($1) }
        }
        offset += length
      }
      return nil
    }
    return nil
  }
}
