extension MediaProtocol {
  /// The parts of a record, by their number in a frame.
  private enum Field: UInt8 {
    case type = 1
    case width = 2
    case height = 3
    case captured = 4
    case duration = 5
    case contentIdentifier = 6
    case camera = 7
    case unreadable = 8
  }

  /// Encodes the answer to a request.
  ///
  /// Texts are cut to ``longestText``, between characters.
  package static func answer(_ number: UInt32, _ record: MediaRecord) -> [UInt8] {
    var body: [UInt8] = []
    func add(_ field: Field, _ value: [UInt8]?) {
      guard let value, !value.isEmpty else { return }
      body += [field.rawValue] + bigEndian(UInt16(value.count)) + value
    }
    add(.type, record.type.map { Array($0.name.utf8) })
    add(.width, record.width.map { bigEndian(UInt32(clamping: $0)) })
    add(.height, record.height.map { bigEndian(UInt32(clamping: $0)) })
    add(.captured, record.captured.map(cut))
    add(.duration, record.duration.map { bigEndian($0.bitPattern) })
    add(.contentIdentifier, record.contentIdentifier.map(cut))
    add(.camera, record.camera.map(cut))
    add(.unreadable, record.unreadable.map(cut))
    return frame(number, body)
  }

  private static func cut(_ text: String) -> [UInt8] {
    if text.utf8.count <= longestText { return Array(text.utf8) }
    var kept: [UInt8] = []
    for scalar in text.unicodeScalars {
      let bytes = UTF8.encode(scalar).map { Array($0) } ?? []
      if kept.count + bytes.count > longestText { break }
      kept += bytes
    }
    return kept
  }

  /// Decodes the record in an answer, and checks each value.
  ///
  /// - Throws: ``MediaError/Code/malformedMessage``.
  package static func record(in body: [UInt8]) throws(MediaError) -> MediaRecord {
    var record = MediaRecord()
    var rest = ByteView(body)
    var last: UInt8 = 0
    while rest.count > 0 {
      guard let tag = rest[0], tag > last, let field = Field(rawValue: tag),
        let length = rest.u16(1), let value = rest.part(3, length)
      else { throw malformed }
      last = tag
      switch field {
      case .type:
        guard let type = MediaType(name: try text(value)) else { throw malformed }
        record.type = type
      case .width: record.width = try pixels(value)
      case .height: record.height = try pixels(value)
      case .captured:
        let written = try text(value)
        guard CaptureTime(written)?.text == written else { throw malformed }
        record.captured = written
      case .duration:
        guard value.count == 8, let bits = value.bigEndian(0, 8) else { throw malformed }
        let seconds = Double(bitPattern: bits)
        guard seconds.isFinite, seconds >= 0 else { throw malformed }
        record.duration = seconds
      case .contentIdentifier: record.contentIdentifier = try text(value)
      case .camera: record.camera = try text(value)
      case .unreadable: record.unreadable = try text(value)
      }
      rest = rest.rest(3 + length)
    }
    return record
  }

  private static var malformed: MediaError {
    MediaError(.malformedMessage, "an answer holds no record")
  }

  private static func pixels(_ value: ByteView) throws(MediaError) -> Int {
    guard value.count == 4, let number = value.u32(0), number > 0 else { throw malformed }
    return number
  }

  private static func text(_ value: ByteView) throws(MediaError) -> String {
    guard (1...longestText).contains(value.count),
      let text = String(validating: value.bytes, as: UTF8.self)
    else { throw malformed }
    return text
  }
}
