import Platform

/// Is a library of folders of photos, each of which is an album: a hundred photos in each.
final class RollLibrary {
  private let bench: BenchRun
  /// How many photos there are, and links in the album view.
  let count: Int
  let albums: Int
  let root: Path
  let state: Path
  private var maker = PhotoMaker(.tiny, seed: 78)
  private var generator = SplitMix(state: 78)
  /// How many photos were added.
  private var added = 0
  /// Whether the album view is there.
  private var hasView = false

  /// Makes the library, without an album view.
  init(_ bench: BenchRun, count: Int) throws {
    self.bench = bench
    self.count = count
    albums = max(count / 100, 2)
    let corpus = try bench.corpus(.tiny, count, folders: albums)
    root = bench.unused("roll")
    state = bench.unused("state")
    try Files.createDirectories(root)
    // Other names of the same files: the corpus stays as it is, and nothing is copied.
    let link = "cp -rl . '\((root / "Photos").display)'"
    try bench.require(try bench.runShell(link, in: corpus.directory))
    bench.note("making a library of \(count) photos in \(albums) albums")
    try bench.require(try bench.runAlbumen(["init", "--json", root.display], state: state))
    try albumen(["view", "off"])
    try albumen(
      ["source", "add", (root / "Photos").display, "--album-from-folder", "leaf"])
  }

  /// Runs `albumen`.
  @discardableResult
  func albumen(
    _ arguments: [String], output: Path = "/dev/null"
  ) throws -> MeasuredProcess.Usage {
    try bench.require(
      try bench.runAlbumen(["-L", root.display] + arguments, state: state, output: output))
  }

  /// Puts a photo into the folder of an album.
  func addPhoto() throws {
    let photo = maker.next(PhotoMetadataBlock(number: added, .tiny, using: &generator))
    let path = root / (Path("Photos/Roll 1/new \(added).JPG") ?? Path())
    added += 1
    let file = try Descriptor.open(path, [.write, .create, .exclusive])
    try file.writeAll(photo, path: path)
    try file.close()
  }

  /// Takes the view away.
  ///
  /// Its directory is moved out of the way, so that no link is deleted.
  func removeView() throws {
    guard hasView else { return }
    try Files.rename(root / "Albums", to: bench.unused("view"))
    try albumen(["view", "off"])
    hasView = false
  }

  /// Makes the view, and measures that.
  func makeView() throws -> MeasuredProcess.Usage {
    hasView = true
    return try albumen(["view", "on"])
  }

  /// - Throws: unless the view has all links.
  func requireView() throws {
    if !hasView { _ = try makeView() }
    let output = bench.unused("links")
    try bench.require(
      try bench.runShell("find Albums -type l -printf x", in: root, output: output))
    let links = try FileStatus.ofLink(at: output).size
    guard links >= Int64(count) else {
      throw BenchError("the album view has \(links) links of \(count)")
    }
  }
}
