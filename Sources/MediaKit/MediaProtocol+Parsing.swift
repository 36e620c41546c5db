extension MediaProtocol {
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
      try set(field, value, in: &record)
      rest = rest.rest(3 + length)
    }
    return record
  }

  private static func set(
    _ field: Field, _ value: ByteView, in record: inout MediaRecord
  ) throws(MediaError) {
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
      let seconds = try double(value)
      guard seconds >= 0 else { throw malformed }
      record.duration = seconds
    case .contentIdentifier: record.contentIdentifier = try text(value)
    case .camera: record.camera = try text(value)
    case .unreadable: record.unreadable = try text(value)
    case .cameraMaker: record.cameraMaker = try text(value)
    case .cameraModel: record.cameraModel = try text(value)
    case .place:
      guard value.count == 16 else { throw malformed }
      let latitude = try double(value.prefix(8))
      let longitude = try double(value.rest(8))
      guard abs(latitude) <= 90, abs(longitude) <= 180 else { throw malformed }
      record.latitude = latitude
      record.longitude = longitude
    case .orientation: record.orientation = try byte(value, within: 1...8)
    case .rating: record.rating = try byte(value, within: 0...5)
    case .keywords: record.keywords = try list(value)
    case .title: record.title = try text(value)
    case .caption: record.caption = try text(value, longest: longestCaption)
    case .burstIdentifier: record.burstIdentifier = try text(value)
    }
  }

  private static var malformed: MediaError {
    MediaError(.malformedMessage, "an answer holds no record")
  }

  private static func pixels(_ value: ByteView) throws(MediaError) -> Int {
    guard value.count == 4, let number = value.u32(0), number > 0 else { throw malformed }
    return number
  }

  private static func byte(
    _ value: ByteView, within range: ClosedRange<Int>
  ) throws(MediaError) -> Int {
    guard value.count == 1, let byte = value[0], range.contains(Int(byte)) else { throw malformed }
    return Int(byte)
  }

  private static func double(_ value: ByteView) throws(MediaError) -> Double {
    guard value.count == 8, let bits = value.bigEndian(0, 8) else { throw malformed }
    let number = Double(bitPattern: bits)
    guard number.isFinite else { throw malformed }
    return number
  }

  private static func list(_ value: ByteView) throws(MediaError) -> [String] {
    var keywords: [String] = []
    var rest = value
    while rest.count > 0 {
      guard keywords.count < mostKeywords, let length = rest.u16(0),
        let part = rest.part(2, length)
      else { throw malformed }
      keywords.append(try text(part, longest: longestKeyword))
      rest = rest.rest(2 + length)
    }
    return keywords
  }

  private static func text(
    _ value: ByteView, longest: Int = longestText
  ) throws(MediaError) -> String {
    guard (1...longest).contains(value.count),
      let text = String(validating: value.bytes, as: UTF8.self)
    else { throw malformed }
    return text
  }
}
