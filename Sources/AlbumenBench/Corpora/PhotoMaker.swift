/// Makes JPEGs that any program can decode and that are all different, without encoding pictures.
///
/// A JPEG with a restart marker behind every row of blocks is a series of rows that know nothing of
/// each other (ITU-T T.81, E.1.4). A few hundred rows of random coefficients are coded once; a photo is
/// a random choice of them behind a header with metadata of its own, so that it costs a copy of memory.
struct PhotoMaker {
  /// What a corpus's photos are like.
  struct Kind: Sendable {
    let name: String
    /// In pixels, multiples of 16.
    let width: Int
    /// In pixels, multiples of 16.
    let height: Int
    /// How many coefficients a block has beside its first: they make the size of the file.
    let coefficients: Int
    /// How many rows are coded.
    let poolSize: Int

    /// About 1.4 KB.
    static let tiny = Kind(name: "tiny", width: 64, height: 48, coefficients: 13, poolSize: 64)
    /// About 76 KB.
    static let small = Kind(name: "small", width: 800, height: 608, coefficients: 7, poolSize: 256)
    /// About 3 MB.
    static let big = Kind(name: "big", width: 4032, height: 3024, coefficients: 13, poolSize: 256)
  }

  let kind: Kind
  private let rows: [[UInt8]]
  private let head: [UInt8]
  private var generator: SplitMix

  /// Codes the rows of a kind; the same seed gives the same photos.
  init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    var generator = SplitMix(state: seed)
    rows = (0..<kind.poolSize).map { _ in
      Self.row(of: kind.width / 16, kind.coefficients, &generator)
    }
    head = Self.head(kind)
    self.generator = generator
  }

  /// Makes the next photo.
  mutating func next(_ metadata: PhotoMetadataBlock) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    bytes.reserveCapacity(1024 + (rows[0].count + 64) * kind.height / 16)
    bytes += metadata.segment
    bytes += head
    for row in 0..<kind.height / 16 {
      if row > 0 { bytes += [0xFF, 0xD0 + UInt8((row - 1) % 8)] }
      bytes += rows[Int(generator.next() % UInt64(rows.count))]
    }
    bytes += [0xFF, 0xD9]
    return bytes
  }

  // MARK: Coding

  /// The symbols of the table for coefficients: the end of a block, then runs and sizes.
  private static let symbols: [UInt8] = [
    0x00, 0x01, 0x02, 0x03, 0x04, 0x11, 0x12, 0x21, 0x31, 0x05, 0x13, 0x22, 0x41, 0x51, 0x61,
  ]
  /// Those of `symbols` that a block is made of: even thirteen of them stay within 63 places.
  private static let used: ClosedRange<Int> = 1...8

  /// One row of blocks, 4:2:0: four of brightness and two of colour for every 16 pixels.
  private static func row(
    of count: Int, _ coefficients: Int, _ generator: inout SplitMix
  ) -> [UInt8] {
    var bits = EntropyBits()
    for _ in 0..<count * 6 {
      let category = Int(generator.next() % 6)
      bits.append(UInt32(category), 4)
      bits.append(UInt32(truncatingIfNeeded: generator.next()), category)
      for _ in 0..<coefficients {
        let symbol = used.lowerBound + Int(generator.next() % UInt64(used.count))
        bits.append(UInt32(symbol), 4)
        bits.append(UInt32(truncatingIfNeeded: generator.next()), Int(symbols[symbol] & 15))
      }
      bits.append(0, 4)
    }
    return bits.finished()
  }

  /// Everything between the metadata and the first row.
  private static func head(_ kind: Kind) -> [UInt8] {
    func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
      [0xFF, marker] + bigEndian(UInt16(body.count + 2)) + body
    }
    // All codes of both tables have four bits, of which 1111 must stay free.
    let lengths: [UInt8] = [0, 0, 0]
    let rest = [UInt8](repeating: 0, count: 12)
    let size = bigEndian(UInt16(kind.height)) + bigEndian(UInt16(kind.width))
    return segment(0xDB, [0] + [UInt8](repeating: 16, count: 64))
      + segment(0xC0, [8] + size + [3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0])
      + segment(0xC4, [0x00] + lengths + [8] + rest + Array(0..<8))
      + segment(0xC4, [0x10] + lengths + [UInt8(symbols.count)] + rest + symbols)
      + segment(0xDD, bigEndian(UInt16(kind.width / 16)))
      + segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
  }

  private static func bigEndian(_ number: UInt16) -> [UInt8] {
    [UInt8(number >> 8), UInt8(number & 0xFF)]
  }
}

/// Collects the bits of a row (ITU-T T.81, F.1.2.3): a zero byte follows every byte of ones.
private struct EntropyBits {
  private var bytes: [UInt8] = []
  private var held: UInt64 = 0
  private var count = 0

  /// Appends the lowest bits of a number.
  mutating func append(_ value: UInt32, _ length: Int) {
    if length == 0 { return }
    held = held << UInt64(length) | UInt64(value) & (1 << UInt64(length) - 1)
    count += length
    while count >= 8 {
      count -= 8
      put(UInt8(truncatingIfNeeded: held >> UInt64(count)))
    }
  }

  /// Fills the last byte up with ones.
  consuming func finished() -> [UInt8] {
    if count > 0 { append(.max, 8 - count) }
    return bytes
  }

  private mutating func put(_ byte: UInt8) {
    bytes.append(byte)
    if byte == 0xFF { bytes.append(0) }
  }
}

/// Generates the same numbers for the same seed (SplitMix64).
struct SplitMix: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
