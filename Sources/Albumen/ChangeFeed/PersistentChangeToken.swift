import Hashing
public import Operations

/// Names what of a library's history has been seen, to ask later for what came since.
///
/// It is good for ever, on every device of the library: it names transactions, not a place in a file. As a
/// text it is opaque (docs/formats/json.md, "albumen.changes/1").
public struct PersistentChangeToken: Sendable, Hashable {
  /// The library that it is of.
  public let library: LibraryID
  /// What has been seen.
  let vector: VersionVector

  init(library: LibraryID, vector: VersionVector) {
    self.library = library
    self.vector = vector
  }

  private static let form: UInt8 = 1

  /// Reads the text of a token; nil for any other text.
  public init?(_ text: some StringProtocol) {
    guard let bytes = Hex.decode(text), bytes.count > 4 else { return nil }
    let body = Array(bytes.dropLast(4))
    guard Self.checksum(body).elementsEqual(bytes.suffix(4)) else { return nil }
    let parts = body.withUnsafeBytes { raw -> (LibraryID, VersionVector)? in
      var reader = ByteReader(raw)
      do throws(OperationsError) {
        guard try reader.byte() == Self.form else { return nil }
        let library: LibraryID = try reader.identifier()
        var vector = VersionVector()
        for _ in 0..<(try reader.count(ofAtLeast: 17)) {
          let log: LogID = try reader.identifier()
          vector[log] = try reader.varint()
        }
        return reader.remaining == 0 ? (library, vector) : nil
      } catch { return nil }
    }
    guard let parts else { return nil }
    self.init(library: parts.0, vector: parts.1)
  }

  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: CRC32C.checksum(bytes).littleEndian) { Array($0) }
  }
}

extension PersistentChangeToken: CustomStringConvertible {
  /// The text of the token: hexadecimal digits.
  public var description: String {
    var out = ByteWriter()
    out.byte(Self.form)
    out.identifier(library)
    out.varint(UInt64(vector.entries.count))
    for entry in vector.entries {
      out.identifier(entry.log)
      out.varint(entry.seq)
    }
    return Hex.encode(out.bytes + Self.checksum(out.bytes))
  }
}

extension PersistentChangeToken: Codable {
  /// Reads the token's text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let token = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "this is no token of a library's changes")
    }
    self = token
  }

  /// Writes the token's text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
