package import Operations
package import Platform

/// Is the directory `.albumen/log` of a library: one directory a log.
package struct LogStore: Sendable {
  /// The directory.
  package let directory: Path
  /// The library, which every segment must name.
  package let library: LibraryID

  /// Names a store; nothing is read yet.
  package init(directory: Path, library: LibraryID) {
    self.directory = directory
    self.library = library
  }

  /// Returns the logs that are here, ascending; names that are no log's are passed over, and a
  /// missing directory holds none.
  package func logs() throws(LogError) -> [LogID] {
    var result: [LogID] = []
    for name in try LogDirectory.names(in: directory) {
      if let log = LogID(String(decoding: name.bytes, as: UTF8.self)) { result.append(log) }
    }
    return result.sorted()
  }

  /// Returns the reader of a log, which need not be here yet.
  package func reader(_ log: LogID) -> LogReader { LogReader(directory: directory(of: log)) }

  /// Returns how far the files of a log reach, without reading them; nil where there are none.
  package func extent(of log: LogID) throws(LogError) -> LogExtent? {
    try directory(of: log).extent()
  }

  /// Takes a log over that was written in another store of this library on the same file system, durably;
  /// it is gone there.
  ///
  /// - Returns: false where something of that log is here, and then nothing is changed.
  package func adopt(_ log: LogID, from other: LogStore) throws(LogError) -> Bool {
    let (from, to) = (other.directory(of: log).path, directory(of: log).path)
    return try LogError.wrapping { () throws(PlatformError) in
      // A library without a log yet may not have it.
      try Files.createDirectories(directory)
      try Failpoint.hit("log.adopt", "rename")
      // A directory that is there and empty gives way.
      do throws(PlatformError) { try Files.rename(from, to: to) } catch {
        guard error.code == .alreadyExists || error.code == .directoryNotEmpty else { throw error }
        return false
      }
      try Files.synchronizeDirectory(directory, failpoint: "log.adopt")
      return true
    }
  }

  func directory(of log: LogID) -> LogDirectory {
    LogDirectory(
      path: directory.appending(name: Array(log.description.utf8)) ?? directory,
      library: library, log: log)
  }
}
