extension MediaType {
  /// The number of bytes from a file's start that ``sniff(_:)`` wants at most: 4 KiB.
  package static let sniffLength = 4096

  /// Tells a file's type from its first bytes.
  ///
  /// Pure; reads at most ``sniffLength`` bytes of what it is given, and fewer do in a short file.
  ///
  /// - Returns: the type, or nil for what is no photo or video that this module knows, audio in an
  ///   MP4 wrapping included.
  package static func sniff(_ head: [UInt8]) -> MediaType? {
    let view = ByteView(head.prefix(sniffLength))
    for signature in signatures {
      if let type = signature(view) { return type }
    }
    return nil
  }

  /// One test a format, tried in order; a new format is a new line here.
  private static let signatures: [@Sendable (ByteView) -> MediaType?] = [
    jpegSignature,
    { $0.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) ? .png : nil },
    { isoSignature($0) },
    { riffSignature($0) },
    { $0.starts(with: "GIF87a") || $0.starts(with: "GIF89a") ? .gif : nil },
    { tiffSignature($0) },
    { $0.starts(with: "FUJIFILMCCD-RAW ") ? .raf : nil },
    ebmlSignature,
    jpegXLSignature,
    { quickTimeSignature($0) },
  ]

  /// SOI and a marker that can follow it (ITU-T T.81, B.1.1.3).
  private static let jpegSignature: @Sendable (ByteView) -> MediaType? = { view in
    guard view.starts(with: [0xff, 0xd8, 0xff]), let marker = view[3] else { return nil }
    switch marker {
    case 0xc0...0xcf, 0xda...0xdf, 0xe0...0xef, 0xfe, 0xff: return .jpeg
    default: return nil
    }
  }

  private static func riffSignature(_ view: ByteView) -> MediaType? {
    guard view.starts(with: "RIFF") else { return nil }
    if view.starts(with: "WEBP", at: 8) { return .webp }
    if view.starts(with: "AVI ", at: 8) { return .avi }
    return nil
  }

  /// The JPEG XL container's signature box, or a codestream with a size that makes sense
  /// (ISO/IEC 18181): its own signature is only two bytes long.
  private static let jpegXLSignature: @Sendable (ByteView) -> MediaType? = { view in
    if view.starts(with: [0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a]) {
      return .jpegXL
    }
    guard let size = ImageHeader.jpegXLCodestreamSize(view) else { return nil }
    return size.width < 1 << 18 && size.height < 1 << 18 ? .jpegXL : nil
  }

  /// The document type in an EBML header (RFC 8794, 11.2; RFC 9559).
  private static let ebmlSignature: @Sendable (ByteView) -> MediaType? = { view in
    guard view.starts(with: [0x1a, 0x45, 0xdf, 0xa3]), let header = EBML.element(view, at: 0)
    else { return nil }
    var offset = header.contentOffset
    let end = min(view.count, offset + Int(clamping: header.length ?? 0))
    while offset < end, let element = EBML.element(view, at: offset) {
      let length = Int(clamping: element.length ?? 0)
      if element.id == 0x4282, let name = view.part(element.contentOffset, length) {
        if name.starts(with: "webm") { return .webM }
        return name.starts(with: "matroska") ? .matroska : nil
      }
      let (next, overflow) = element.contentOffset.addingReportingOverflow(length)
      guard !overflow, next > offset else { return nil }
      offset = next
    }
    return nil
  }
}
