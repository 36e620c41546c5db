import Glibc
package import Platform
import Synchronization

/// Walks the directory of a test when it ends.
extension KeptFiles {
  /// Says what a walk has looked at.
  package struct Walked: Sendable, Equatable {
    package var directories = 0
    package var files = 0
    /// Users' files that were found again.
    package var kept = 0
    /// Users' files that are nowhere, by where they were.
    package var lost: [Path] = []
  }

  /// Looks for each user's file below the test's directory.
  package func walk() -> Walked {
    Totals.timing {
      let walked = account.withLock { account in
        var walked = Walked()
        // What was lost on a file system that is unmounted now is lost, whatever else there is.
        walked.lost = account.lost
        if !account.records.isEmpty {
          let found = find(account, &walked)
          let inLibraries = account.records.filter { isUsers($0.value.path, found.roots) }
          settle(inLibraries, account, found, &walked)
        }
        walked.lost.sort()
        return walked
      }
      Totals.add(walked)
      return walked
    }
  }

  /// - Throws: if a user's file was lost.
  package func requireAll() throws {
    let lost = walk().lost
    guard lost.isEmpty else {
      throw TestFailure("users' files were lost: \(lost.map { "\($0)" }.joined(separator: ", "))")
    }
  }

  /// Looks for the files on a file system that is about to be unmounted, and forgets them.
  package func noteUnmount(_ mount: Path) {
    guard let (inode, _) = Self.status(mount) else { return }
    Totals.timing {
      account.withLock { account in
        let leaving = account.records.filter { $0.key.device == inode.device }
        if leaving.isEmpty { return }
        var walked = Walked()
        let found = find(account, &walked)
        let inLibraries = leaving.filter { isUsers($0.value.path, found.roots) }
        settle(inLibraries, account, found, &walked)
        account.lost += walked.lost
        for inode in leaving.keys { account.records[inode] = nil }
        account.roots = found.roots
        Totals.add(walked)
      }
    }
  }

  // MARK: The search

  /// What there is below the test's directory.
  private struct Found {
    var roots: Set<Path>
    /// Where files of the account are, by their inodes.
    var places: [Inode: [Path]] = [:]
    var all: [Path] = []
  }

  private func find(_ account: Account, _ walked: inout Walked) -> Found {
    var found = Found(roots: account.roots)
    let numbers = Set(account.records.keys.map(\.number))
    var (directories, files) = (1, 0)
    DirectoryWalk().run(
      root: top,
      visit: { entry in
        switch entry.kind {
        case .directory:
          directories += 1
          if entry.name == ".albumen" { found.roots.insert(top / entry.directory) }
          return .descend
        case .regular:
          files += 1
          let path = top / entry.path
          found.all.append(path)
          if numbers.contains(entry.inode), let (inode, _) = Self.status(path) {
            found.places[inode, default: []].append(path)
          }
        case .symbolicLink, .other: break
        }
        return .skip
      },
      failed: { _, _ in })
    walked.directories += directories
    walked.files += files
    return found
  }

  private func isUsers(_ path: Path, _ roots: Set<Path>) -> Bool {
    !Self.isInternal(path) && roots.contains { path.isInside($0) }
  }

  private func settle(
    _ records: [Inode: Record], _ account: Account, _ found: Found, _ walked: inout Walked
  ) {
    var missing: [Record] = []
    for (inode, record) in records {
      if found.places[inode]?.contains(where: { Self.holds($0, inode, record) }) == true {
        walked.kept += 1
      } else {
        missing.append(record)
      }
    }
    if missing.isEmpty { return }
    // By their bytes, in files that account for no other: neither what an import was made of counts, nor
    // what the view has.
    let views = Set(found.roots.flatMap { root in Self.views(of: root).map { root / $0 } })
    let sizes = Set(missing.map(\.size))
    var others: [(path: Path, size: Int)] = []
    for path in found.all where !views.contains(where: { path.isInside($0) }) {
      guard let (inode, status) = Self.status(path), sizes.contains(Int(status.st_size)) else {
        continue
      }
      if let record = account.records[inode], Self.holds(path, inode, record) { continue }
      others.append((path, Int(status.st_size)))
    }
    for record in missing {
      let index = others.firstIndex {
        $0.size == record.size && Self.digest($0.path) == record.digest
      }
      if let index {
        others.remove(at: index)
        walked.kept += 1
      } else {
        walked.lost.append(record.path)
      }
    }
  }

  // MARK: Of all tests

  /// What the walks of all tests of this process have looked at; told when it ends.
  enum Totals {
    private struct Sum {
      var walks = 0
      var walked = Walked()
      var nanoseconds: UInt64 = 0
      var isStarted = false
    }

    private static let sum = Mutex(Sum())

    static func start() {
      let isFirst = sum.withLock { sum in
        defer { sum.isStarted = true }
        return !sum.isStarted
      }
      if isFirst { atexit { Totals.tell() } }
    }

    static func add(_ walked: Walked) {
      sum.withLock { sum in
        sum.walks += 1
        sum.walked.directories += walked.directories
        sum.walked.files += walked.files
        sum.walked.kept += walked.kept
      }
    }

    /// Adds the processor time that a body takes.
    static func timing<Result>(_ body: () -> Result) -> Result {
      let start = processorTime()
      defer {
        let end = processorTime()
        sum.withLock { $0.nanoseconds += end - start }
      }
      return body()
    }

    private static func processorTime() -> UInt64 {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static func tell() {
      let sum = Self.sum.withLock { $0 }
      guard sum.walks > 0 else { return }
      let walked = sum.walked
      print(
        """
        Users' files: \(sum.walks) tests' directories walked, \(walked.directories) directories and \
        \(walked.files) files looked at, \(walked.kept) users' files found again; \
        \(sum.nanoseconds / 1_000_000) ms of a processor
        """)
    }
  }
}
