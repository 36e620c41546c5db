extension MediaProtocol {
  /// The parts of a record, by their number in a frame.
  enum Field: UInt8 {
    case type = 1
    case width = 2
    case height = 3
    case captured = 4
    case duration = 5
    case contentIdentifier = 6
    case camera = 7
    case unreadable = 8
    case cameraMaker = 9
    case cameraModel = 10
    case place = 11
    case orientation = 12
    case rating = 13
    case keywords = 14
    case title = 15
    case caption = 16
    case burstIdentifier = 17
  }

  /// Encodes the answer to a request.
  ///
  /// Texts are cut to their longest, between characters.
  package static func answer(_ number: UInt32, _ record: MediaRecord) -> [UInt8] {
    var body: [UInt8] = []
    func add(_ field: Field, _ value: [UInt8]?) {
      guard let value, !value.isEmpty else { return }
      body += [field.rawValue] + bigEndian(UInt16(value.count)) + value
    }
    func add(_ field: Field, _ text: String?) {
      add(field, text.map { cut($0, to: longestText) })
    }
    add(.type, record.type.map { Array($0.name.utf8) })
    add(.width, record.width.map { bigEndian(UInt32(clamping: $0)) })
    add(.height, record.height.map { bigEndian(UInt32(clamping: $0)) })
    add(.captured, record.captured)
    add(.duration, record.duration.map { bigEndian($0.bitPattern) })
    add(.contentIdentifier, record.contentIdentifier)
    add(.camera, record.camera)
    add(.unreadable, record.unreadable)
    add(.cameraMaker, record.cameraMaker)
    add(.cameraModel, record.cameraModel)
    if let latitude = record.latitude, let longitude = record.longitude {
      add(.place, bigEndian(latitude.bitPattern) + bigEndian(longitude.bitPattern))
    }
    add(.orientation, record.orientation.map { [UInt8(clamping: $0)] })
    add(.rating, record.rating.map { [UInt8(clamping: $0)] })
    add(.keywords, list(record.keywords))
    add(.title, record.title)
    add(.caption, record.caption.map { cut($0, to: longestCaption) })
    add(.burstIdentifier, record.burstIdentifier)
    return frame(number, body)
  }

  /// The first keywords, each behind its length.
  private static func list(_ keywords: [String]) -> [UInt8] {
    keywords.lazy.map { cut($0, to: longestKeyword) }.filter { !$0.isEmpty }.prefix(mostKeywords)
      .flatMap { bigEndian(UInt16($0.count)) + $0 }
  }

  private static func cut(_ text: String, to longest: Int) -> [UInt8] {
    if text.utf8.count <= longest { return Array(text.utf8) }
    var kept: [UInt8] = []
    for scalar in text.unicodeScalars {
      let bytes = UTF8.encode(scalar).map { Array($0) } ?? []
      if kept.count + bytes.count > longest { break }
      kept += bytes
    }
    return kept
  }
}
