package import Platform

extension MediaProtocol {
  /// Encodes a request to look into a file; nil if the path is empty or too long to be opened.
  package static func request(
    _ number: UInt32, _ path: Path, subject: Subject = .media
  ) -> [UInt8]? {
    guard (1...longestPath).contains(path.bytes.count) else { return nil }
    return frame(number, [subject.rawValue] + path.bytes)
  }

  /// Decodes what a request asks for, and the path.
  ///
  /// - Throws: ``MediaError/Code/malformedMessage``.
  package static func request(
    in body: [UInt8]
  ) throws(MediaError) -> (subject: Subject, path: Path) {
    guard let first = body.first, let subject = Subject(rawValue: first),
      (1...longestPath).contains(body.count - 1), let path = Path(bytes: body.dropFirst())
    else {
      throw MediaError(.malformedMessage, "a request names no subject or no path")
    }
    return (subject, path)
  }
}
