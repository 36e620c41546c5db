import Catalogue
import Operations
import Platform
import Reconciling

/// Where entries are taken out of the way to, and what becomes of those that a process which died had
/// taken there.
extension ViewExecutor {
  /// The directory in the view's own for that, where the view is on another file system than the library's:
  /// a look passes over what begins with a dot.
  static let asideName: Path = ".albumen-steps"

  /// Takes an entry out of the way, within its own file system, and returns where it is.
  func takeAside(_ path: Path) throws(PlatformError) -> Path {
    let name = Path("view-\(LogID.random())") ?? Path()
    do throws(PlatformError) {
      try Files.renameWithoutReplacing(path, to: layout.steps / name)
      return layout.steps / name
    } catch { guard error.code == .crossDevice else { throw error } }
    let own = try makeOwnDirectory()
    do throws(PlatformError) { try Files.renameWithoutReplacing(path, to: own / name) } catch {
      guard error.code == .crossDevice else { throw error }
      throw PlatformError(
        code: .crossDevice,
        message:
          "its folder is on another file system than \(view.display), so nothing can be taken "
          + "out of it", operation: "rename")
    }
    return own / name
  }

  private func makeOwnDirectory() throws(PlatformError) -> Path {
    let own = layout.root / view / Self.asideName
    do throws(PlatformError) { try Files.createDirectory(own) } catch {
      guard error.code == .alreadyExists, try FileStatus.ofLink(at: own).kind == .directory else {
        throw error
      }
    }
    return own
  }

  /// Makes the directory that entries are taken out of the way to, and returns those that a process which
  /// died had taken there, or into the view's own.
  func prepare() throws(PlatformError) -> [Path] {
    try Files.createDirectories(layout.steps)
    // What a probe that was cut short has left is nobody's.
    for probe in try Self.left(in: layout.steps, "probe-") { try? Files.unlink(probe) }
    var left = try Self.left(in: layout.steps)
    let own = layout.root / view / Self.asideName
    if let steps = try? FileStatus.ofLink(at: layout.steps),
      let top = try? FileStatus.ofLink(at: layout.root / view), top.device != steps.device
    {
      // On a full disk there may be no room for it by then.
      _ = try? makeOwnDirectory()
    }
    if (try? FileStatus.ofLink(at: own))?.kind == .directory { left += try Self.left(in: own) }
    return left
  }

  private static func left(
    in directory: Path, _ prefix: String = "view-"
  ) throws(PlatformError) -> [Path] {
    let start = Array(prefix.utf8)
    return try DirectoryWalk.names(in: directory).filter { $0.bytes.starts(with: start) }
      .map { directory / $0 }
  }

  /// Removes what a process which died had taken out of the way, as it would have done; what is not ours for
  /// certain goes to the trash, where nothing is ever removed.
  ///
  /// - Parameter rows: what the record has as ours.
  mutating func tidy(_ left: [Path], ours rows: [ViewEntryRow]) {
    let texts = Set(rows.compactMap(\.text))
    for path in left {
      if let text = try? Files.readLink(path) {
        if texts.contains(text.bytes) {
          try? Files.unlink(path)
          continue
        }
      } else if (try? removeMade(path, rows)) == true {
        continue
      }
      if let place = try? keep(path, path.lastComponent.bytes) {
        trashed.append(
          Trashed(from: path.relative(to: layout.root) ?? path, to: place, why: .leftBehind))
      }
    }
  }

  /// Takes away the directory for entries, where nothing is in it.
  func removeAsideDirectory() {
    try? Files.removeDirectory(layout.root / view / Self.asideName)
  }

  /// Puts what was taken out of the way into the library's trash, under its name or a numbered one.
  func keep(_ aside: Path, _ name: [UInt8]) throws(PlatformError) -> Path {
    try Failpoint.hit("view.keep")
    try Files.createDirectories(layout.trash)
    let wanted = layout.trash.appending(name: name) ?? layout.trash / aside.lastComponent
    var number = 1
    while true {
      let place = number == 1 ? wanted : ImportStep.numbered(wanted, number)
      do throws(PlatformError) {
        do throws(PlatformError) { try Files.renameWithoutReplacing(aside, to: place) } catch {
          guard error.code == .crossDevice else { throw error }
          try Self.moveAcross(aside, to: place)
        }
        return place.relative(to: layout.root) ?? place
      } catch {
        guard error.code == .alreadyExists, number < 10_000 else { throw error }
      }
      number += 1
    }
  }

  /// Moves a link or file that was taken out of the way to another file system, without replacing.
  private static func moveAcross(_ from: Path, to place: Path) throws(PlatformError) {
    // Before all of it is copied.
    if (try? FileStatus.ofLink(at: place)) != nil {
      throw PlatformError(
        code: .alreadyExists, message: "the name is taken", operation: "move", path: place)
    }
    let before = try FileStatus.ofLink(at: from)
    if before.kind == .symbolicLink {
      try Files.symlink(try Files.readLink(from), as: place)
    } else {
      let source = try Descriptor.open(from, [.read, .noFollow, .nonBlocking])
      var copy = try UnnamedFile(in: place.parent, permissions: before.permissions & 0o777)
      try Files.copyContents(from: source, to: copy.descriptor, path: place)
      try copy.descriptor.setModificationTime(nanoseconds: before.mtimeNanoseconds, path: place)
      try copy.descriptor.synchronize(path: place)
      try copy.publish(at: place)
    }
    try Files.synchronizeDirectory(place.parent, failpoint: "view.across")
    let after = try FileStatus.ofLink(at: from)
    guard after.isSameFile(as: before), after.size == before.size,
      after.mtimeNanoseconds == before.mtimeNanoseconds
    else {
      throw PlatformError(
        code: .inputOutput, message: "it was written to while it was moved", operation: "move")
    }
    try Files.unlink(from)
  }
}
