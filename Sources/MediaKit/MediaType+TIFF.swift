extension MediaType {
  /// TIFF and the raw formats that are made like it, told apart by what they say, not by names.
  static func tiffSignature(_ head: ByteView) -> MediaType? {
    tiffSignature(head, in: { head.rest(Int(clamping: $0)).prefix($1) })
  }

  /// Tells the type of an open file: as ``sniff(_:)`` does, but looks further into TIFF files whose
  /// first directory, or a value of it, is not among their first bytes.
  package static func of(_ file: borrowing MediaFile) throws(MediaError) -> MediaType? {
    let head = try file.bytes(at: 0, count: sniffLength)
    guard let type = sniff(head), type == .tiff else { return sniff(head) }
    // A part that cannot be read tells nothing.
    return tiffSignature(ByteView(head)) { ByteView((try? file.bytes(at: $0, count: $1)) ?? []) }
  }

  private static func tiffSignature(_ head: ByteView, in source: ByteSource) -> MediaType? {
    guard let header = TIFFHeader(head) else { return nil }
    switch header.variant {
    case .olympus: return .orf
    case .panasonic: return .rw2
    case .bigTIFF: return .tiff
    case .tiff: break
    }
    // Canon's mark behind the header, and the version of its format.
    if head.starts(with: [0x43, 0x52, 0x02], at: 8) { return .cr2 }
    guard let directory = TIFFDirectory(header, at: header.first, in: source) else {
      return .tiff
    }
    if directory.has(TIFFDirectory.Tag.dngVersion) { return .dng }
    guard let make = directory.text(TIFFDirectory.Tag.make, limit: 64, in: source) else {
      return .tiff
    }
    // In a raw file the first directory holds a small picture, and points to the large one; in a
    // TIFF file that was developed from one the first directory holds the large one.
    let isReduced = directory.number(TIFFDirectory.Tag.newSubfileType, in: source) == 1
    let isRaw = isReduced && directory.has(TIFFDirectory.Tag.subIFDs)
    if make.hasPrefix("NIKON"), isRaw { return .nef }
    if make.hasPrefix("SONY"), isRaw || directory.has(TIFFDirectory.Tag.dngPrivateData) {
      return .arw
    }
    return .tiff
  }
}
