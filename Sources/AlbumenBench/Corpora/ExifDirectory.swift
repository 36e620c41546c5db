/// Is one directory of a TIFF block, little-endian (TIFF 6.0, section 2).
struct ExifDirectory {
  private struct Entry {
    let type: UInt16
    let count: UInt32
    let value: [UInt8]
  }

  private var entries: [UInt16: Entry] = [:]

  mutating func add(_ tag: UInt16, text: String) {
    let bytes = Array(text.utf8) + [0]
    entries[tag] = Entry(type: 2, count: UInt32(bytes.count), value: bytes)
  }

  mutating func add(_ tag: UInt16, bytes: [UInt8]) {
    entries[tag] = Entry(type: 7, count: UInt32(bytes.count), value: bytes)
  }

  mutating func add(_ tag: UInt16, short: UInt16) {
    entries[tag] = Entry(type: 3, count: 1, value: Self.littleEndian(short))
  }

  mutating func add(_ tag: UInt16, long: UInt32) {
    entries[tag] = Entry(type: 4, count: 1, value: Self.littleEndian(long))
  }

  mutating func add(_ tag: UInt16, ratios: [(UInt32, UInt32)]) {
    let value = ratios.flatMap { Self.littleEndian($0.0) + Self.littleEndian($0.1) }
    entries[tag] = Entry(type: 5, count: UInt32(ratios.count), value: value)
  }

  /// How long it is, with the values that do not fit into their entries.
  var byteCount: Int {
    6 + 12 * entries.count
      + entries.values.reduce(0) { $0 + ($1.value.count > 4 ? Self.even($1.value.count) : 0) }
  }

  /// The bytes of the directory that begins at an offset of the block.
  func encoded(at start: Int) -> [UInt8] {
    var table = Self.littleEndian(UInt16(entries.count))
    var values: [UInt8] = []
    let valueStart = start + 6 + 12 * entries.count
    for (tag, entry) in entries.sorted(by: { $0.key < $1.key }) {
      table += Self.littleEndian(tag) + Self.littleEndian(entry.type)
      table += Self.littleEndian(entry.count)
      if entry.value.count > 4 {
        table += Self.littleEndian(UInt32(valueStart + values.count))
        values += entry.value
        if values.count % 2 == 1 { values.append(0) }
      } else {
        table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      }
    }
    return table + Self.littleEndian(UInt32(0)) + values
  }

  private static func even(_ count: Int) -> Int { count + count % 2 }

  static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
