import Platform

/// Is a tree of made photos, kept between runs.
struct PhotoCorpus: Sendable {
  let kind: PhotoMaker.Kind
  let count: Int
  /// The directory of the photos.
  let directory: Path
  /// Where a corpus's photos are, relative to its directory, in the order in which they were made.
  let files: [Path]

  private static let seed: UInt64 = 20_261_101

  /// Opens a corpus, making it if it is not there whole.
  ///
  /// - Parameters:
  ///   - folders: how many folders they lie in; nil for one for each month.
  ///   - parent: where corpora are kept.
  static func prepare(
    _ kind: PhotoMaker.Kind, count: Int, folders: Int? = nil, in parent: Path,
    note: (String) -> Void
  ) throws -> PhotoCorpus {
    let name = "\(kind.name)-\(count)" + (folders.map { "-in-\($0)" } ?? "")
    let directory = parent / (Path(name) ?? Path())
    let marker = parent / (Path("\(name).made") ?? Path())
    var generator = SplitMix(state: seed)
    let metadata = (0..<count).map {
      PhotoMetadataBlock(number: $0, kind, using: &generator)
    }
    let files = metadata.map { Self.path(of: $0, folders: folders) }
    if (try? FileStatus.ofLink(at: marker)) != nil {
      return PhotoCorpus(kind: kind, count: count, directory: directory, files: files)
    }
    note("making \(count) photos of kind \(kind.name)")
    var maker = PhotoMaker(kind, seed: seed)
    var made: Set<Path> = []
    for (file, metadata) in zip(files, metadata) {
      let path = directory / file
      if made.insert(path.parent).inserted { try Files.createDirectories(path.parent) }
      let photo = try Descriptor.open(path, [.write, .create, .truncate])
      try photo.writeAll(maker.next(metadata), path: path)
      try photo.close()
    }
    let root = try Descriptor.open(directory, [.read, .directory])
    try root.synchronizeFileSystem(path: directory)
    // What is hashed within two seconds of being written is read again by the next scan.
    _ = try MeasuredProcess.run("/bin/sleep", ["3"])
    try Descriptor.open(marker, [.write, .create]).close()
    return PhotoCorpus(kind: kind, count: count, directory: directory, files: files)
  }

  /// `2021/05/IMG_100017.JPG`, or `Roll 17/IMG_100017.JPG`.
  private static func path(of metadata: PhotoMetadataBlock, folders: Int?) -> Path {
    if let folders {
      let folder = metadata.number % folders
      return Path("Roll \(folder)/IMG_\(100_000 + metadata.number).JPG") ?? Path()
    }
    let time = metadata.taken
    let month = time.month < 10 ? "0\(time.month)" : "\(time.month)"
    return Path("\(time.year)/\(month)/IMG_\(100_000 + metadata.number).JPG") ?? Path()
  }
}
