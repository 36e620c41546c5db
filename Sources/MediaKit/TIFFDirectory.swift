/// Reads at most this many bytes from an offset of a file; fewer, down to none, at its end.
typealias ByteSource = (_ offset: UInt64, _ count: Int) -> ByteView

/// Says how a file of TIFF directories begins (TIFF 6.0, section 2; BigTIFF; and makers' variants).
struct TIFFHeader {
  /// What stands for TIFF's own 42.
  enum Variant {
    case tiff, bigTIFF, olympus, panasonic
  }

  let variant: Variant
  let isLittleEndian: Bool
  /// The offset of the first directory; at least 8.
  let first: UInt64

  /// Reads the first bytes of a file; nil if they aren't TIFF's.
  init?(_ head: ByteView) {
    let isLittleEndian = head.starts(with: "II")
    guard isLittleEndian || head.starts(with: "MM") else { return nil }
    func number(_ offset: Int, _ width: Int) -> UInt64? {
      isLittleEndian ? head.littleEndian(offset, width) : head.bigEndian(offset, width)
    }
    switch number(2, 2) {
    case 0x2a: variant = .tiff
    case 0x2b where number(4, 2) == 8 && number(6, 2) == 0: variant = .bigTIFF
    // "RO" and "RS", in the order of bytes that the file has.
    case 0x4f52, 0x5352: variant = .olympus
    case 0x55 where isLittleEndian: variant = .panasonic
    default: return nil
    }
    guard let first = variant == .bigTIFF ? number(8, 8) : number(4, 4), first >= 8 else {
      return nil
    }
    self.isLittleEndian = isLittleEndian
    self.first = first
  }
}

/// Holds one directory of a TIFF file, as far as it could be read.
///
/// No count or offset in it is trusted: what lies outside of the file isn't there.
struct TIFFDirectory {
  private struct Entry {
    let type: Int
    let count: UInt64
    /// The value where it is short enough, else its offset.
    let field: ByteView
  }

  private let entries: [Int: Entry]
  private let isBig: Bool
  private let isLittleEndian: Bool
  /// The offset of the next directory; nil behind the last.
  let next: UInt64?

  /// More entries than any sound directory has.
  private static let mostEntries: UInt64 = 2000

  /// Reads the directory at an offset; nil if there is none, or only the beginning of one.
  init?(_ header: TIFFHeader, at offset: UInt64, in source: ByteSource) {
    isBig = header.variant == .bigTIFF
    isLittleEndian = header.isLittleEndian
    let width = isBig ? 8 : 2
    let length = isBig ? 20 : 12
    let order = header.isLittleEndian
    func number(_ view: ByteView, _ offset: Int, _ width: Int) -> UInt64? {
      order ? view.littleEndian(offset, width) : view.bigEndian(offset, width)
    }
    guard let count = number(source(offset, width), 0, width), count > 0,
      count <= Self.mostEntries, offset < 1 << 62
    else { return nil }
    let start = offset + UInt64(width)
    let link = isBig ? 8 : 4
    let table = source(start, Int(count) * length + link)
    var entries: [Int: Entry] = [:]
    for index in 0..<Int(count) {
      let base = index * length
      guard let tag = number(table, base, 2), let type = number(table, base + 2, 2),
        let values = number(table, base + 4, isBig ? 8 : 4),
        let field = table.part(base + (isBig ? 12 : 8), link)
      else { return nil }
      entries[Int(tag)] = Entry(type: Int(type), count: values, field: field)
    }
    self.entries = entries
    next = number(table, Int(count) * length, link).flatMap { $0 >= 8 ? $0 : nil }
  }

  /// Whether there is a value of a tag.
  func has(_ tag: Int) -> Bool { entries[tag] != nil }

  /// The first value of a whole number; nil if there is none.
  func number(_ tag: Int, in source: ByteSource) -> UInt64? {
    numbers(tag, limit: 1, in: source).first
  }

  /// The first values of whole numbers, at most `limit`.
  func numbers(_ tag: Int, limit: Int, in source: ByteSource) -> [UInt64] {
    guard let entry = entries[tag], let width = Self.integerWidths[entry.type] else { return [] }
    let count = Int(min(entry.count, UInt64(limit)))
    guard let view = value(entry, length: count * width, whole: entry.count, width, in: source)
    else { return [] }
    return (0..<count).compactMap { decode(view, $0 * width, width) }
  }

  /// A text of ASCII type, up to its NUL; nil unless it begins within the file.
  func text(_ tag: Int, limit: Int, in source: ByteSource) -> String? {
    guard let entry = entries[tag], entry.type == 2 else { return nil }
    let count = Int(min(entry.count, UInt64(limit)))
    guard let view = value(entry, length: count, whole: entry.count, 1, in: source) else {
      return nil
    }
    return String(decoding: view.bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  private func value(
    _ entry: Entry, length: Int, whole count: UInt64, _ width: Int, in source: ByteSource
  ) -> ByteView? {
    let (whole, overflow) = count.multipliedReportingOverflow(by: UInt64(width))
    if !overflow, whole <= UInt64(entry.field.count) { return entry.field.part(0, length) }
    guard let offset = decode(entry.field, 0, entry.field.count) else { return nil }
    return source(offset, length).part(0, length)
  }

  private func decode(_ view: ByteView, _ offset: Int, _ width: Int) -> UInt64? {
    isLittleEndian ? view.littleEndian(offset, width) : view.bigEndian(offset, width)
  }

  /// BYTE, SHORT, LONG, IFD, and BigTIFF's LONG8 and IFD8.
  private static let integerWidths = [1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8]
}

extension TIFFDirectory {
  /// The tags that this module knows (TIFF 6.0, TIFF/EP, DNG 1.4).
  enum Tag {
    static let newSubfileType = 0x00fe
    static let width = 0x0100
    static let height = 0x0101
    static let make = 0x010f
    static let subIFDs = 0x014a
    static let dngVersion = 0xc612
    static let dngPrivateData = 0xc634
  }
}
