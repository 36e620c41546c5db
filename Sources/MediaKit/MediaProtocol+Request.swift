package import Platform

extension MediaProtocol {
  /// Encodes a request to look into a file; nil if the path is empty or too long to be opened.
  package static func request(_ number: UInt32, _ path: Path) -> [UInt8]? {
    guard (1...longestPath).contains(path.bytes.count) else { return nil }
    return frame(number, path.bytes)
  }

  /// Decodes the path of a request.
  ///
  /// - Throws: ``MediaError/Code/malformedMessage``.
  package static func path(in body: [UInt8]) throws(MediaError) -> Path {
    guard (1...longestPath).contains(body.count), let path = Path(bytes: body) else {
      throw MediaError(.malformedMessage, "a request names no path")
    }
    return path
  }
}
