import Catalogue
import Operations
import Platform
import Reconciling

/// Reads files of the index from the disk, and finds those whose bytes are others although nobody has
/// written to them.
struct RotSearch {
  let root: Path
  let inodesCount: Bool
  private static let chunk = 16

  /// Reads files on two threads, and adds what does not fit.
  func run(_ rows: [FileRow], _ check: inout LibraryCheck, _ counter: ProgressCounter) async {
    let readers = (0..<2).map { RotReader(name: "check-\($0)", self) }
    let results = await withTaskGroup(of: (Int, [RotReader.Outcome]).self) { group in
      var results: [Int: [RotReader.Outcome]] = [:]
      var next = 0
      func start() {
        guard next < rows.count else { return }
        let first = next
        let part = Array(rows[first..<min(first + Self.chunk, rows.count)])
        next += Self.chunk
        let reader = readers[first / Self.chunk % readers.count]
        group.addTask { (first, await reader.read(part)) }
      }
      for _ in 0..<(2 * readers.count) { start() }
      while let (first, outcomes) = await group.next() {
        results[first] = outcomes
        counter.add(outcomes.count)
        start()
      }
      return results
    }
    for outcome in results.sorted(by: { $0.key < $1.key }).flatMap(\.value) {
      switch outcome {
      case .same(let size):
        check.filesRead += 1
        check.bytesRead += size
      case .finding(let finding, let size):
        check.findings.append(finding)
        if let size {
          check.filesRead += 1
          check.bytesRead += size
        }
      }
    }
  }

  /// Reads one file, twice where the first time something does not fit; blocks.
  func outcome(of row: FileRow) -> RotReader.Outcome {
    let first = look(at: row)
    guard case .finding(let finding, _) = first, finding.kind == .rot else { return first }
    // What a disk or the memory got wrong once is not what is on it.
    return look(at: row)
  }

  private func look(at row: FileRow) -> RotReader.Outcome {
    let path = root / row.path
    // What is in memory may be right although the disk is not.
    if let file = try? Descriptor.open(path, [.read, .noFollow, .nonBlocking]) {
      file.forgetCached()
    }
    switch ContentHasher.look(into: path) {
    case .media(let content, let key, _):
      // The same bytes are the same file, however it was touched.
      if content == row.content { return .same(key.size) }
      return isUntouched(key, row) ? .finding(rot(row), key.size) : changed(row)
    case .other:
      guard let status = try? FileStatus.ofLink(at: path) else { return missing(row) }
      return status.kind == .regular && isUntouched(FileKey(status), row)
        ? .finding(rot(row), status.size) : changed(row)
    case .vanished: return missing(row)
    case .changing: return changed(row)
    case .unreadable(let error):
      return .finding(LibraryCheck.Finding(.unreadable, row.path, error.message), nil)
    }
  }

  /// Whether by all that the file system says the file is the one that was read.
  private func isUntouched(_ key: FileKey, _ row: FileRow) -> Bool {
    key.isUnchanged(since: row.key, hashedAt: row.hashed, inodesCount: inodesCount)
  }

  private func rot(_ row: FileRow) -> LibraryCheck.Finding {
    LibraryCheck.Finding(
      .rot, row.path, "its bytes are not those that were taken in, and nobody wrote to it",
      hint: "put it back from a backup whose SHA-256 is \(row.content)")
  }

  private func changed(_ row: FileRow) -> RotReader.Outcome {
    // What was written as it was read for the first time, within two seconds, may well have changed then.
    .finding(
      LibraryCheck.Finding(
        .changed, row.path, "it was written to since it was last read",
        hint: LibraryStore.scanHint), nil)
  }

  private func missing(_ row: FileRow) -> RotReader.Outcome {
    .finding(
      LibraryCheck.Finding(
        .missing, row.path, "it is not there", hint: LibraryStore.scanHint), nil)
  }
}
