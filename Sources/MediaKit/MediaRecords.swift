package import Platform

/// Delivers paths with their records in order, reading some way ahead: see
/// ``MediaReader/records(of:ahead:)``.
///
/// Each iteration begins anew. One that is left early gives up what it had asked for.
package struct MediaRecords<Paths: Sequence<Path> & Sendable>: AsyncSequence, Sendable {
  /// A path and what was found there.
  package typealias Element = (path: Path, record: MediaRecord)
  /// What iterating throws.
  package typealias Failure = MediaError

  let paths: Paths
  let ahead: Int
  let reader: MediaReader

  /// Begins an iteration.
  package func makeAsyncIterator() -> Iterator {
    Iterator(paths: paths.makeIterator(), ahead: ahead, reader: reader)
  }

  /// Goes through the records once; for one task.
  package final class Iterator: AsyncIteratorProtocol {
    private var paths: Paths.Iterator
    private let ahead: Int
    private let reader: MediaReader
    private let reading = MediaReading()
    /// Asked for, and not delivered yet.
    private var asked: [Path] = []
    /// Taken, and not delivered yet: as many of the first of `asked`.
    private var records: [MediaRecord] = []
    private var position = 0

    init(paths: Paths.Iterator, ahead: Int, reader: MediaReader) {
      self.paths = paths
      self.ahead = ahead
      self.reader = reader
    }

    deinit {
      reading.cancel()
    }

    /// Waits for the next record; nil behind the last.
    ///
    /// - Throws: as ``MediaReader/read(_:)``.
    package func next(
      isolation actor: isolated (any Actor)?
    ) async throws(MediaError) -> Element? {
      if position == records.count {
        asked.removeFirst(position)
        position = 0
        records = []
        ask()
        if asked.isEmpty { return nil }
        records = try await reading.take(atLeast: 1)
      }
      defer { position += 1 }
      return (asked[position], records[position])
    }

    /// Asks for more when half of what may be under way has come back.
    private func ask() {
      guard reading.outstanding <= ahead / 2 else { return }
      var more: [Path] = []
      while asked.count + more.count < ahead, let path = paths.next() { more.append(path) }
      guard !more.isEmpty else { return }
      asked += more
      reader.submit(more, to: reading)
    }
  }
}
