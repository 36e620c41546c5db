package import Platform

/// Looks into photos and videos, many at a time, in helper processes that a broken file may crash.
///
/// A file can do no more than end its helper: it is then recorded as unreadable, and the rest goes
/// on in a new one. Helpers are started when there is something to do, used again and again, and
/// ended by ``close()``, or at the latest when the reader goes. May be used from any task.
package final class MediaReader: Sendable {
  private let queue: MediaQueue
  private let workers: [MediaWorker]

  /// Makes a reader; nothing is started yet.
  ///
  /// - Parameters:
  ///   - helper: the path of the program `albumen-media`.
  ///   - workers: how many helpers run at a time, at least 1; one a processor is a good number.
  ///   - timeLimit: how long one file may take, above zero.
  package init(helper: Path, workers count: Int, timeLimit: Duration = .seconds(20)) {
    precondition(count > 0 && timeLimit > .zero)
    let queue = MediaQueue(workers: count)
    self.queue = queue
    workers = (0..<count).map {
      MediaWorker(number: $0, helper: helper, timeLimit: timeLimit, queue: queue)
    }
  }

  /// Looks into files; returns a record for each, in the order of the paths.
  ///
  /// Relative paths count from this process's working directory. Doesn't block the caller's thread.
  ///
  /// - Throws: ``MediaError`` if no helper can be used (`helperNotStarted`, `helperVersion`,
  ///   `helperFailed`), after ``close()`` (`closed`), or if the task is cancelled (`cancelled`).
  ///   Never because of a file.
  package func read(_ paths: [Path]) async throws(MediaError) -> [MediaRecord] {
    try await read(paths, as: .media)
  }

  /// Reads XMP sidecars; returns a record for each, in the order of the paths.
  ///
  /// A record has what the sidecar says about the photo or video that it belongs to: capture time,
  /// place, camera, orientation, rating, keywords, title and caption; never a type or a size. What
  /// is no XMP, or is larger than 4 MiB, is ``MediaRecord/unreadable``. Put such a record over the
  /// file's with ``MediaRecord/merge(sidecar:)``.
  ///
  /// - Throws: as ``read(_:)``.
  package func readSidecars(_ paths: [Path]) async throws(MediaError) -> [MediaRecord] {
    try await read(paths, as: .sidecar)
  }

  /// Reads one XMP sidecar: see ``readSidecars(_:)``.
  ///
  /// - Throws: as ``read(_:)``.
  package func readSidecar(_ path: Path) async throws(MediaError) -> MediaRecord {
    let records = try await read([path], as: .sidecar)
    return records.first ?? MediaRecord(unreadable: "it was not read")
  }

  private func read(
    _ paths: [Path], as subject: MediaProtocol.Subject
  ) async throws(MediaError) -> [MediaRecord] {
    let reading = MediaReading()
    submit(paths, as: subject, to: reading)
    return try await reading.take(atLeast: paths.count)
  }

  /// Looks into files as the records are asked for, some way ahead.
  ///
  /// - Parameters:
  ///   - paths: gone through as needed, on the consumer's task.
  ///   - ahead: how many files may be under way at a time, at least 1.
  /// - Returns: the paths with their records, in the order of the paths; iterating throws as
  ///   ``read(_:)`` does.
  package func records<Paths: Sequence<Path> & Sendable>(
    of paths: Paths, ahead: Int = 512
  ) -> MediaRecords<Paths> {
    precondition(ahead > 0)
    return MediaRecords(paths: paths, ahead: ahead, reader: self)
  }

  /// Ends the helpers and waits until they are gone; what is still being read fails with `closed`.
  ///
  /// A second call does nothing.
  package func close() async {
    queue.close()
    // Side by side: a process that has many libraries takes a while to go.
    await withTaskGroup(of: Void.self) { group in
      for worker in workers { group.addTask { await worker.close() } }
    }
  }

  func submit(
    _ paths: [Path], as subject: MediaProtocol.Subject = .media, to reading: MediaReading
  ) {
    let first = reading.expect(paths.count)
    let requests = paths.enumerated().map { offset, path in
      MediaRequest(
        path: path, subject: subject, index: first + offset, reading: reading)
    }
    for number in queue.add(requests) {
      let worker = workers[number]
      Task { await worker.drain() }
    }
  }
}
