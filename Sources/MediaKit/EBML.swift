/// Reads the heads of EBML elements (RFC 8794, 4 to 6).
enum EBML {
  struct Element {
    let id: UInt64
    /// nil if the element's length is unknown.
    let length: UInt64?
    let contentOffset: Int
  }

  static func element(_ view: ByteView, at offset: Int) -> Element? {
    guard let first = view[offset], first >= 0x10 else { return nil }
    let idWidth = first.leadingZeroBitCount + 1
    guard let id = view.bigEndian(offset, idWidth), let lead = view[offset + idWidth], lead != 0
    else { return nil }
    let width = lead.leadingZeroBitCount + 1
    guard let raw = view.bigEndian(offset + idWidth, width) else { return nil }
    let mask: UInt64 = (1 << (7 * UInt64(width))) - 1
    let value = raw & mask
    return Element(
      id: id, length: value == mask ? nil : value, contentOffset: offset + idWidth + width)
  }
}
