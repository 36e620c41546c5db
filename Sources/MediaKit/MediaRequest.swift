import Platform

/// One file to look into, and where the answer belongs.
struct MediaRequest: Sendable {
  let path: Path
  let subject: MediaProtocol.Subject
  /// Its place among the files of its reading.
  let index: Int
  let reading: MediaReading
  /// How many helpers have died on it.
  var deaths = 0

  init(path: Path, subject: MediaProtocol.Subject, index: Int, reading: MediaReading) {
    self.path = path
    self.subject = subject
    self.index = index
    self.reading = reading
  }

  func finish(_ record: MediaRecord) {
    reading.deliver(index, .success(record))
  }

  func fail(_ error: MediaError) {
    reading.deliver(index, .failure(error))
  }
}
