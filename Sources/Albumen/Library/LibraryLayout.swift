import Platform

/// Says where a library keeps what, in its root folder (docs/design/0005-layout.md).
struct LibraryLayout: Sendable {
  /// The user's folder.
  let root: Path

  /// The library's own directory in it.
  var own: Path { root / ".albumen" }
  /// The text file that makes a folder a library.
  var libraryFile: Path { own / "library" }
  /// One directory a log.
  var logs: Path { own / "log" }
  /// Transactions that came before others of their log, one file a machine.
  var waiting: Path { own / "waiting" }
  /// Who keeps the album view, and which directory is which album's.
  var viewFile: Path { own / "view" }
  /// Which directories are albums', one file a source.
  var sources: Path { own / "sources" }
  /// The name of the album view's directory in the root, whether it is there or not.
  var viewName: Path {
    let file = (try? ViewFile.read(at: viewFile)) ?? nil
    return file.flatMap { Path(bytes: $0.directory) } ?? ViewFile.defaultPath
  }
  /// The same, as far as it is kept for a view: one that a person has turned off is a directory like any
  /// other.
  var viewDirectory: Path? {
    guard let file = (try? ViewFile.read(at: viewFile)) ?? nil else { return ViewFile.defaultPath }
    return file.isOff ? nil : Path(bytes: file.directory)
  }
  /// What is left of libraries that the folder had before it joined this one.
  var joined: Path { own / "joined" }
  /// What commands moved out of the way.
  var trash: Path { own / "trash" }
  /// Steps under way.
  var steps: Path { own / "tmp" }
  /// Space that is kept so that a full disk can still be tidied up.
  var reserve: Path { own / "reserve" }

  /// The size of the reserve in bytes.
  static let reserveSize: Int64 = 4 << 20

  /// Makes the reserve, unless it is there.
  func reserveSpace() throws(PlatformError) {
    if (try? FileStatus.ofLink(at: reserve))?.size == Self.reserveSize { return }
    let file = try Descriptor.open(reserve, [.write, .create])
    try Failpoint.hit("library.reserve")
    let zeros = [UInt8](repeating: 0, count: Int(Self.reserveSize))
    try file.writeAll(zeros, path: reserve)
    try file.close()
  }
}
