import Operations
import Platform

extension LogWriter {
  /// Writes a batch and waits for the disk.
  func write(_ batch: LogBatch, before: TransactionEncoder?) throws(LogError) {
    if batch.entries.isEmpty { return }
    let wasNew = segment == nil
    do throws(PlatformError) {
      if wasNew {
        segment = try beginSegment(batch)
      } else {
        try segment?.write(batch.bytes, failpoint: "log.append")
      }
    } catch {
      takeBack(batch, before)
      undoWrite()
      throw LogError(
        .appendFailed, "a transaction could not be written: \(error.message)", path: error.path,
        cause: error)
    }
    if wasNew { isDurable = false }
    do throws(LogError) {
      try flush()
    } catch {
      takeBack(batch, before)
      // The caller is told that it failed, so it should not turn up later. That it may nevertheless,
      // if this fails too or the machine dies now, is as with any crash before an answer.
      undoWrite(to: mark.segment == batch.mark.segment ? mark.offset : nil)
      throw error
    }
    mark = batch.mark
    frames += batch.frames
    if let last = batch.entries.last { lastContext = last.transaction.context }
  }

  /// Waits until the disk has the open segment, and its name where that is not certain.
  func flush() throws(LogError) {
    do throws(PlatformError) {
      try segment?.synchronize(failpoint: "log.append")
      if !isDurable {
        try Files.synchronizeDirectory(directory.path, failpoint: "log.append")
        isDurable = true
      }
    } catch {
      needsReopening = true
      throw LogError(
        .needsReopening,
        "the disk did not take the end of the log (\(error.message)); open it again",
        path: error.path, cause: error)
    }
  }

  /// Seals the open segment, so that the next transaction begins a new one.
  func seal() throws(LogError) {
    guard let sealed = segment else { return }
    let length = sealed.length
    let bytes = SegmentSeal.bytes(frames: frames, chain: mark.chain)
    do throws(PlatformError) {
      try sealed.write(bytes, failpoint: "log.seal")
    } catch {
      undoWrite(to: length)
      throw LogError(
        .appendFailed, "a segment could not be sealed: \(error.message)", path: error.path,
        cause: error)
    }
    mark = LogMark(
      segment: mark.segment, offset: sealed.length, seq: mark.seq, chain: mark.chain)
    segment = nil
    encoder = TransactionEncoder()
    frames = []
    sealedSegment = sealed
    try finishSeal(sealed)
  }

  /// Waits for the seal of a segment, and writes what is written then; done again until it succeeds.
  func finishSeal(_ sealed: OpenSegment) throws(LogError) {
    do throws(PlatformError) {
      try sealed.synchronize(failpoint: "log.seal")
    } catch {
      needsReopening = true
      throw LogError(
        .needsReopening, "the disk did not take a seal (\(error.message)); open the log again",
        path: error.path, cause: error)
    }
    let head = LogHead(
      library: directory.library, log: log, lastSeq: mark.seq, chain: mark.chain,
      context: lastContext, application: settings.application)
    do throws(PlatformError) {
      try DurableFile.replace(
        directory.path / "head", with: Array(head.text.utf8), failpoint: "log.head")
    } catch {
      throw LogError(
        .appendFailed, "the head of a log could not be written: \(error.message)",
        path: error.path, cause: error)
    }
    try acknowledge()
    sealedSegment = nil
  }

  /// Makes the file of the next segment with a batch in it.
  private func beginSegment(_ batch: LogBatch) throws(PlatformError) -> OpenSegment {
    let created = try OpenSegment(new: try newSegmentPath())
    // Kept before it is written, so that a failure removes it.
    segment = created
    let header = SegmentHeader(
      library: directory.library, log: log, firstSeq: mark.seq + 1, chainBefore: mark.chain)
    try created.write(header.bytes + batch.bytes, failpoint: "log.segment")
    return created
  }

  private func newSegmentPath() throws(PlatformError) -> Path {
    let path = directory.file(of: mark.seq + 1)
    if mark.seq > 0 { return path }
    try Failpoint.hit("log.segment.directory")
    try Files.createDirectories(directory.path)
    try Files.synchronizeDirectory(directory.path.parent, failpoint: "log.segment")
    return path
  }

  /// Removes what a failed write has left: cuts the segment, or removes it if it was being begun.
  private func undoWrite(to length: Int64? = nil) {
    guard let segment else { return }
    do throws(PlatformError) {
      if mark.seq + 1 == SegmentName.firstSeq(of: segment.path.lastComponent.bytes) {
        self.segment = nil
        try Failpoint.hit("log.segment.unlink")
        try Files.unlink(segment.path)
      } else {
        try segment.truncate(to: length ?? segment.length, failpoint: "log.append")
      }
    } catch {
      needsReopening = true
    }
  }

  /// Cuts off what a crash has left behind the last whole transaction.
  static func cutTail(
    of segment: OpenSegment?, in directory: LogDirectory, behind seq: UInt64
  ) throws(LogError) -> CutTail? {
    // A segment that was cut short in its header holds nothing: it is begun again.
    let opened = segment.flatMap { SegmentName.firstSeq(of: $0.path.lastComponent.bytes) }
    if opened != seq + 1, let torn = try directory.segments().last, torn > seq {
      let path = directory.file(of: torn)
      return try LogError.wrapping { () throws(PlatformError) in
        let size = try FileStatus.ofLink(at: path).size
        try Failpoint.hit("log.recover.unlink")
        try Files.unlink(path)
        try Files.synchronizeDirectory(directory.path, failpoint: "log.recover")
        return CutTail(path: path, offset: 0, count: size)
      }
    }
    guard let segment else { return nil }
    return try LogError.wrapping { () throws(PlatformError) in
      let size = try segment.size()
      guard size > segment.length else { return nil }
      let cut = CutTail(
        path: segment.path, offset: segment.length, count: size - segment.length)
      try segment.truncate(to: segment.length, failpoint: "log.recover")
      try segment.synchronize(failpoint: "log.recover")
      return cut
    }
  }
}
