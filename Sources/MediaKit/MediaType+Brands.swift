/// How files of ISO base media boxes say what they are (ISO/IEC 14496-12, 4.3).
extension MediaType {
  /// What a brand says about a file.
  private enum Meaning {
    case type(MediaType)
    /// Audio only: no video, although later brands may name MP4.
    case audio
  }

  static func isoSignature(_ view: ByteView) -> MediaType? {
    guard view.code(4) == "ftyp", let size = view.u32(0), size >= 16, size <= 1 << 16,
      size.isMultiple(of: 4), let major = view.code(8)
    else { return nil }
    let end = min(size, view.count - 3)
    let compatible = stride(from: 16, to: max(16, end), by: 4).compactMap { view.code($0) }
    guard let meaning = ([major] + compatible).lazy.compactMap(meaning(of:)).first else {
      return nil
    }
    guard case .type(let type) = meaning else { return nil }
    if type == .cr3, isCanonMovie(view.rest(size)) { return nil }
    return refine(type, compatible)
  }

  /// Whether Canon's compressor version, at the start of `moov`, is that of Cinema RAW Light, a
  /// video that no library here can open.
  private static func isCanonMovie(_ view: ByteView) -> Bool {
    let version = view.rest(32)
    return version.starts(with: "CNCV", at: 4) && version.starts(with: "CanonCRM", at: 8)
  }

  /// The structural brands name no codec; where a compatible brand does, that says more.
  private static func refine(_ type: MediaType, _ compatible: [FourCC]) -> MediaType {
    guard type == .heif || type == .heifSequence else { return type }
    for brand in compatible {
      if case .type(let named) = meaning(of: brand), named.isPhoto, named != .heif,
        named != .heifSequence
      {
        return named
      }
    }
    return type
  }

  private static func meaning(of brand: FourCC) -> Meaning? {
    if let known = brands[brand] { return known }
    // 3GPP numbers its brands by release: 3gp4 … 3gh9, and 3g2a … 3g2c.
    switch brand.value >> 8 {
    case 0x336732: return .type(.threeGPP2)
    case 0x336765, 0x336766, 0x336767, 0x336768, 0x336770, 0x336772, 0x336773:
      return .type(.threeGPP)
    default: return nil
    }
  }

  private static let brands: [FourCC: Meaning] = {
    var table: [FourCC: Meaning] = [:]
    func add(_ type: MediaType, _ codes: FourCC...) {
      for code in codes { table[code] = .type(type) }
    }
    add(.heic, "heic", "heix", "heim", "heis")
    add(.heicSequence, "hevc", "hevx", "hevm", "hevs")
    add(.heif, "mif1", "mif2")
    add(.heifSequence, "msf1")
    add(.avif, "avif", "avis")
    add(.cr3, "crx ")
    add(.quickTime, "qt  ")
    add(.m4v, "M4V ", "M4VH", "M4VP")
    add(
      .mp4, "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42",
      "mp71", "avc1", "hvc1", "hev1", "av01", "dash", "mmp4", "MSNV", "NDSC", "NDSH", "NDSM",
      "NDSP", "NDSS", "XAVC", "CAEP", "caqv", "niko", "pana", "FACE", "f4v ", "F4V ", "cmfc",
      "dby1", "MFSM", "SDV ")
    for code: FourCC in ["M4A ", "M4B ", "M4P ", "F4A ", "F4B ", "aax ", "aaxc"] {
      table[code] = .audio
    }
    return table
  }()

  /// QuickTime from before `ftyp`: a known first box, and the next one where it can be seen.
  static func quickTimeSignature(_ view: ByteView) -> MediaType? {
    var offset = 0
    for _ in 0..<8 {
      guard let size = view.u32(offset), let code = view.code(offset + 4) else { return nil }
      switch code {
      case "moov":
        let inner: Set<FourCC> = ["mvhd", "cmov", "udta", "trak", "iods", "meta"]
        return size >= 16 && view.code(offset + 12).map(inner.contains) == true ? .quickTime : nil
      case "mdat":
        return size == 0 || size == 1 || size >= 8 ? .quickTime : nil
      case "wide", "free", "skip", "pnot":
        guard size >= 8 else { return nil }
        offset += size
      default: return nil
      }
    }
    return nil
  }
}
