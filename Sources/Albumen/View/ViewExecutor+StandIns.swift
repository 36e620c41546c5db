import Catalogue
import Operations
import Platform
import Reconciling

/// Steps with files that stand in the place of links. What is there is known by what was recorded of it;
/// nothing is unlinked but what was made here for certain, and only while the roll has the same bytes.
extension ViewExecutor {
  // MARK: Making

  mutating func make(
    _ standIn: StandIn, _ name: [UInt8], _ names: [[UInt8]]?
  ) throws(PlatformError) -> ViewBase.Outcome {
    guard let names else { return .failed }
    touch(names)
    let rows = files(standIn.content).filter {
      $0.content == standIn.content && (standIn.form != .hard || $0.inode == standIn.inode)
    }
    for row in rows.map({ refreshed[$0.path] ?? $0 }) {
      let file = layout.root / row.path
      let placed = try with(names) { directory throws(PlatformError) in
        try Self.place(row, file, standIn.form, into: directory, as: name)
      }
      guard let placed else { continue }
      if let after = placed.after { refresh(row, placed.before, after) }
      return placed.outcome
    }
    throw PlatformError(
      code: .notFound, message: "its file is not as it was when the folder was looked at",
      operation: "link")
  }

  /// What came of a step with a file of the roll.
  private struct Placed {
    let outcome: ViewBase.Outcome
    /// What the file looked like.
    let before: FileStatus
    /// What it looks like now; nil where nothing has changed of it.
    var after: FileStatus?
  }

  /// Makes a file stand in a directory; nil where it is not as it was when it was read.
  private static func place(
    _ row: FileRow, _ file: Path, _ form: ViewLinkForm, into directory: Path, as name: [UInt8]
  ) throws(PlatformError) -> Placed? {
    let source: Descriptor
    do throws(PlatformError) {
      source = try Descriptor.open(file, [.read, .noFollow, .nonBlocking])
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
    let before = try source.status(path: row.path)
    // One that was written to since is another content, which the next scan finds.
    guard before.kind == .regular, row.isOf(before) else { return nil }
    guard let path = directory.appending(name: name) else {
      return Placed(outcome: .notOurs, before: before)
    }
    return form == .hard
      ? try link(source, before, path) : try copy(source, before, form, into: directory, as: path)
  }

  /// Names a file that is open.
  private static func link(
    _ source: borrowing Descriptor, _ before: FileStatus, _ path: Path
  ) throws(PlatformError) -> Placed {
    try Failpoint.hit("view.hard")
    var isMade = true
    do throws(PlatformError) { try Files.link(source, as: path) } catch {
      guard error.code == .alreadyExists else { throw error }
      guard try FileStatus.ofLink(at: path).isSameFile(as: before) else {
        return Placed(outcome: .notOurs, before: before)
      }
      isMade = false
    }
    let mark = ViewBase.Mark(before, isMade: isMade).recorded(.hard, isMade: isMade)
    return Placed(outcome: .marked(mark), before: before, after: try source.status(path: path))
  }

  /// Copies a file that is open; the copy has its name only when it is on disk.
  private static func copy(
    _ source: borrowing Descriptor, _ before: FileStatus, _ form: ViewLinkForm,
    into directory: Path, as path: Path
  ) throws(PlatformError) -> Placed {
    var copy = try UnnamedFile(in: directory, permissions: before.permissions & 0o777)
    try Failpoint.hit("view.copy")
    if form == .reflink {
      try Files.clone(from: source, to: copy.descriptor)
    } else {
      try Files.copyContents(from: source, to: copy.descriptor, path: path)
    }
    try copy.descriptor.setModificationTime(nanoseconds: before.mtimeNanoseconds, path: path)
    try Failpoint.hit("view.copy.fsync")
    try copy.descriptor.synchronize(path: path)
    // What was written to in the meantime is not what was to be copied.
    let after = try source.status(path: path)
    guard ViewBase.Mark(after, isMade: true) == ViewBase.Mark(before, isMade: true) else {
      return Placed(outcome: .failed, before: before)
    }
    do throws(PlatformError) { try copy.publish(at: path) } catch {
      guard error.code == .alreadyExists else { throw error }
      return Placed(outcome: .notOurs, before: before)
    }
    let made = try copy.descriptor.status(path: path)
    return Placed(outcome: .marked(ViewBase.Mark(made, isMade: true)), before: before)
  }

  // MARK: Renaming

  mutating func rename(
    _ standIn: StandIn, _ row: ViewBase.Entry, _ name: [UInt8], _ names: [[UInt8]]?
  ) throws(PlatformError) -> ViewBase.Outcome {
    guard let names, let mark = row.mark else { return .failed }
    touch(names)
    let renamed =
      try with(names) { directory throws(PlatformError) in
        guard let old = directory.appending(name: row.name),
          let new = directory.appending(name: name)
        else { return nil }
        return try Self.rename(old, to: new, mark, standIn.form)
      } as Placed?
    guard let renamed else { return .notOurs }
    if standIn.form == .hard, let after = renamed.after {
      refreshAll(standIn, renamed.before, after)
    }
    return renamed.outcome
  }

  /// Renames a file; nil, with all as it was, where it is not the one that was recorded.
  private static func rename(
    _ old: Path, to new: Path, _ mark: ViewBase.Mark, _ form: ViewLinkForm
  ) throws(PlatformError) -> Placed? {
    guard let before = try status(of: old) else {
      // Renamed by an earlier try.
      guard let there = try status(of: new), mark.isOf(there, form) else { return nil }
      return Placed(outcome: .marked(mark.now(there, form)), before: there)
    }
    guard mark.isOf(before, form) else { return nil }
    try Failpoint.hit("view.rename")
    do throws(PlatformError) { try Files.renameWithoutReplacing(old, to: new) } catch {
      if error.code == .notFound || error.code == .alreadyExists { return nil }
      throw error
    }
    var failure: PlatformError?
    do throws(PlatformError) {
      let after = try FileStatus.ofLink(at: new)
      if mark.isOf(after, form) {
        return Placed(outcome: .marked(mark.now(after, form)), before: before, after: after)
      }
    } catch { failure = error }
    // Something else had taken its place a moment before: it goes back.
    try? Files.renameWithoutReplacing(new, to: old)
    if let failure { throw failure }
    return nil
  }

  // MARK: Removing

  /// Takes a file out of the way and looks at it: what is not ours goes back, what was made here goes if
  /// the roll has its bytes, and anything else is kept in the library's trash.
  mutating func remove(
    _ standIn: StandIn, _ row: ViewBase.Entry, _ names: [[UInt8]]?
  ) throws(PlatformError) -> ViewBase.Outcome {
    guard let names, let mark = row.mark else { return .notOurs }
    touch(names)
    let removed =
      try with(names) { directory throws(PlatformError) in
        guard let path = directory.appending(name: row.name) else { return .notOurs }
        return try takeOut(path, row.name, mark, standIn)
      } as Removed
    switch removed {
    case .done: return .done
    case .notOurs: return .notOurs
    case .unlinked(let before, let after):
      if let after { refreshAll(standIn, before, after) }
      return .done
    case .kept(let place, let before):
      if let after = try? FileStatus.ofLink(at: layout.root / place) {
        refreshAll(standIn, before, after)
      }
      touched.insert(layout.trash)
      trashed.append(
        Trashed(
          from: path(of: names, row.name), to: place, why: mark.isMade ? .onlyCopy : .maybeForeign))
      return .done
    }
  }

  /// What came of a removal.
  private enum Removed {
    /// It was gone.
    case done
    case notOurs
    /// What it looked like before, and what the file of the roll looks like now that is the same by
    /// another name.
    case unlinked(FileStatus, FileStatus?)
    /// It is there now, and what it looked like before.
    case kept(Path, FileStatus)
  }

  private func takeOut(
    _ path: Path, _ name: [UInt8], _ mark: ViewBase.Mark, _ standIn: StandIn
  ) throws(PlatformError) -> Removed {
    guard let before = try Self.status(of: path) else { return .done }
    guard mark.isOf(before, standIn.form) else { return .notOurs }
    try Failpoint.hit("view.aside")
    let aside: Path
    do throws(PlatformError) { aside = try takeAside(path) } catch {
      // It may as well be the directory to put it into that is not there.
      if error.code == .notFound, try Self.isGone(path) { return .done }
      throw error
    }
    do throws(PlatformError) {
      let there = try FileStatus.ofLink(at: aside)
      guard mark.isOf(there, standIn.form) else {
        Self.putBack(aside, to: path)
        return .notOurs
      }
      guard mark.isMade, let other = try rollFile(like: aside, there, standIn.content) else {
        return .kept(try keep(aside, name), before)
      }
      try Failpoint.hit("view.unlink")
      // Nobody has written to it, nor put another one there, since it was compared.
      let last = try FileStatus.ofLink(at: aside)
      guard last.isSameFile(as: there), last.size == there.size,
        last.mtimeNanoseconds == there.mtimeNanoseconds
      else {
        Self.putBack(aside, to: path)
        return .notOurs
      }
      try Files.unlink(aside)
      return .unlinked(before, try Self.status(of: layout.root / other.path))
    } catch {
      Self.putBack(aside, to: path)
      throw error
    }
  }

  /// Removes a file that was taken out of the way and is one that was made here for certain, whose bytes
  /// the roll has; false where it is not.
  func removeMade(_ path: Path, _ rows: [ViewEntryRow]) throws(PlatformError) -> Bool {
    let status = try FileStatus.ofLink(at: path)
    for row in rows {
      guard let standIn = row.text.flatMap({ StandIn(text: $0) }),
        let mark = row.mark.map({ ViewBase.Mark($0) }), mark.isMade,
        mark.isOf(status, standIn.form),
        let other = try rollFile(like: path, status, standIn.content)
      else { continue }
      // A further name of the roll's own file changes that.
      if standIn.form == .hard, other.inode != status.inode { continue }
      let last = try FileStatus.ofLink(at: path)
      guard last.isSameFile(as: status), last.size == status.size,
        last.mtimeNanoseconds == status.mtimeNanoseconds
      else { return false }
      try Files.unlink(path)
      return true
    }
    return false
  }

  /// The file of the roll that has the same bytes, read and compared, or is the same file by another name.
  private func rollFile(
    like entry: Path, _ status: FileStatus, _ content: ContentID
  ) throws(PlatformError) -> FileRow? {
    let open = try Descriptor.open(entry, [.read, .noFollow, .nonBlocking])
    guard try open.status().isSameFile(as: status) else { return nil }
    for row in files(content) {
      let path = layout.root / row.path
      guard let other = try? Descriptor.open(path, [.read, .noFollow, .nonBlocking]),
        let there = try? other.status(path: row.path), there.kind == .regular
      else { continue }
      if there.isSameFile(as: status) { return row }
      if there.size == status.size, try FileComparison.haveSameBytes(open, entry, other, path) {
        return row
      }
    }
    return nil
  }

  private static func status(of path: Path) throws(PlatformError) -> FileStatus? {
    do throws(PlatformError) { return try FileStatus.ofLink(at: path) } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  // MARK: The index of files

  /// Takes notice of the files of the roll that share an inode which a step has changed.
  private mutating func refreshAll(
    _ standIn: StandIn, _ before: FileStatus, _ after: FileStatus
  ) {
    for row in files(standIn.content) where row.inode == after.inode {
      refresh(refreshed[row.path] ?? row, before, after)
    }
  }

  /// Takes notice that a name more or less has changed an inode, and nothing else: else all photos would
  /// have to be read again for it.
  private mutating func refresh(_ row: FileRow, _ before: FileStatus, _ after: FileStatus) {
    guard row.isOf(before), before.isSameFile(as: after), before.size == after.size,
      before.mtimeNanoseconds == after.mtimeNanoseconds
    else { return }
    refreshed[row.path] = row.with(changed: after.ctimeNanoseconds, hashed: row.hashed)
  }
}

extension ViewBase.Mark {
  /// Whether a file is the one that was recorded.
  fileprivate func isOf(_ status: FileStatus, _ form: ViewLinkForm) -> Bool {
    status.kind == .regular && isSame(as: ViewBase.Mark(status, isMade: false), form)
  }

  /// The same with what a rename has changed.
  fileprivate func now(_ status: FileStatus, _ form: ViewLinkForm) -> ViewBase.Mark {
    ViewBase.Mark(status, isMade: isMade).recorded(form, isMade: isMade)
  }
}

extension FileRow {
  /// The same bytes, after a name more or less has moved the time at which the inode changed.
  ///
  /// - Parameter hashed: when they were read last.
  func with(changed now: Int64, hashed: Int64) -> FileRow {
    // At rest before is at rest now: whoever writes to it moves its old modification time.
    let wasAtRest = changed < self.hashed - FileKey.racyWindow
    return FileRow(
      path: path, inode: inode, size: size, modified: modified, changed: now, born: born,
      content: content, asset: asset,
      hashed: wasAtRest ? max(hashed, now + FileKey.racyWindow + 1) : hashed)
  }

  /// Whether a file looks exactly as it did when it was read.
  fileprivate func isOf(_ status: FileStatus) -> Bool {
    inode == status.inode && size == status.size && modified == status.mtimeNanoseconds
      && changed == status.ctimeNanoseconds
  }
}
