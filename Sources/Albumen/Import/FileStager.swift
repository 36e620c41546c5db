import Hashing
import MediaKit
import Operations
import Platform
import Reconciling

/// Copies files from outside to where they wait to be taken in, on a thread of its own.
actor FileStager {
  /// What became of one file.
  enum Outcome: Sendable {
    /// It is copied, and this is what was copied from where.
    case staged(StagedFile)
    /// It is no photo or video.
    case other
    case failed(PlatformError)
  }

  private let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(name: String) { executor = ThreadExecutor(name: name) }

  /// Copies files into a directory, under the numbers that come with them; without a directory it only
  /// reads them, to see what would come of it.
  func stage(_ files: [(number: Int, source: Path)], into directory: Path?) -> [Outcome] {
    files.map { file in
      guard let directory else { return Self.look(at: file.source) }
      return Self.stage(file.source, as: directory / Self.name(file.number))
    }
  }

  /// Copies sidecars into a directory, under the numbers that come with them; without a directory it only
  /// reads them.
  func stageSidecars(
    _ files: [(number: Int, source: Path)], into directory: Path?
  ) -> [Outcome] {
    files.map { file in
      guard let directory else {
        let nothing = FileKey(inode: 0, size: 0, mtime: 0, ctime: 0, birth: nil)
        return .staged(
          StagedFile(
            source: file.source, sourceKey: nothing, path: file.source,
            content: ContentID(words: (0, 0, 0, 0))))
      }
      return Self.stage(file.source, as: directory / Self.name(file.number), isMedia: false)
    }
  }

  private static func look(at source: Path) -> Outcome {
    switch ContentHasher.look(into: source, followsLink: true) {
    case .media(let content, let key, _):
      .staged(StagedFile(source: source, sourceKey: key, path: source, content: content))
    case .other: .other
    case .unreadable(let error): .failed(error)
    case .vanished:
      .failed(
        PlatformError(code: .notFound, message: "it is gone", operation: "open", path: source))
    case .changing: .failed(changing(source))
    }
  }

  private static func changing(_ source: Path) -> PlatformError {
    PlatformError(
      code: .moved, message: "it is being changed; try again when that is done",
      operation: "stage", path: source)
  }

  /// The name that a staged file has until it is placed.
  private static func name(_ number: Int) -> Path { Path("\(number)") ?? Path() }

  private static func stage(
    _ source: Path, as target: Path, isMedia: Bool = true
  ) -> Outcome {
    do throws(PlatformError) {
      let from = try Descriptor.open(source, [.read, .nonBlocking])
      let status = try from.status(path: source)
      guard status.kind == .regular, status.size > 0 else { return .other }
      if isMedia {
        let head = try from.bytes(count: MediaType.sniffLength, at: 0, path: source)
        guard MediaType.sniff(head) != nil else { return .other }
      }
      try Failpoint.hit("import.copy")
      let to = try Descriptor.open(target, [.readWrite, .create, .exclusive])
      let content = try copy(from, to, target)
      try to.setModificationTime(nanoseconds: status.mtimeNanoseconds, path: target)
      // A source that is being written is not what was copied.
      guard FileKey(try from.status(path: source)) == FileKey(status) else {
        try? Files.unlink(target)
        return .failed(changing(source))
      }
      try to.close()
      return .staged(
        StagedFile(source: source, sourceKey: FileKey(status), path: target, content: content))
    } catch {
      try? Files.unlink(target)
      return .failed(error)
    }
  }

  /// Copies and hashes in one pass; where the file system can share blocks, that and then hashing.
  private static func copy(
    _ from: borrowing Descriptor, _ to: borrowing Descriptor, _ target: Path
  ) throws(PlatformError) -> ContentID {
    var isCloned = true
    do throws(PlatformError) { try Files.clone(from: from, to: to) } catch { isCloned = false }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { buffer.deallocate() }
    var hasher = SHA256()
    while true {
      let count =
        isCloned
        ? try to.read(into: buffer, path: target) : try from.read(into: buffer, path: target)
      if count == 0 { break }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      hasher.update(bytes)
      if !isCloned { try to.writeAll(bytes, path: target) }
    }
    return ContentID(words: hasher.finalize().words)
  }
}

/// Is a copy that waits to be taken in.
struct StagedFile: Sendable {
  let source: Path
  /// What the source looked like when it was copied.
  let sourceKey: FileKey
  /// Where the copy is.
  let path: Path
  let content: ContentID
}
