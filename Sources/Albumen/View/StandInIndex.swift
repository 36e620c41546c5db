import Catalogue
import Operations
import Platform
import Reconciling

/// Knows the files in the album view again that stand in the place of links, without reading them.
struct StandInIndex {
  /// What was recorded of copies, with what they hold, by inode.
  private var copies: [UInt64: [(mark: ViewBase.Mark, content: ContentID)]] = [:]
  /// The files of the index by inode, where there are hard links, or are to be.
  private var files: [UInt64: [FileRow]] = [:]
  /// The inodes that recorded hard links name.
  private var linked: Set<UInt64> = []
  private var root = Path()

  /// Knows none.
  init() {}

  /// Knows what the catalogue has recorded, of a part of the view or of all of it.
  ///
  /// - Parameter hasHardLinks: whether there may be hard links that are not recorded.
  init(
    _ catalogue: Catalogue, root: Path, hasHardLinks: Bool, _ scope: ViewScope?
  ) throws(CatalogueError) {
    self.root = root
    var hasHardLinks = hasHardLinks
    let rows = try catalogue.viewEntries(in: scope)
    for row in rows {
      guard let standIn = row.text.flatMap({ StandIn(text: $0) }) else { continue }
      if standIn.form == .hard {
        hasHardLinks = true
        linked.insert(standIn.inode)
      } else if let mark = row.mark {
        copies[mark.inode, default: []].append((ViewBase.Mark(mark), standIn.content))
      }
    }
    if hasHardLinks, scope != nil {
      for asset in Set(rows.map(\.asset)) {
        for row in try catalogue.files(of: asset) { files[row.inode, default: []].append(row) }
      }
    } else if hasHardLinks {
      for row in try catalogue.files() { files[row.inode, default: []].append(row) }
    }
  }

  /// The files of the roll with hard links in the view that look as they did when they were read, but for the
  /// time at which the inode changed: a name of it came, went, or was renamed.
  ///
  /// - Parameter seen: that time, as it is now, of those that were found in the view.
  func touchedFiles(_ seen: [UInt64: Int64]) -> [FileRow] {
    var touched: [FileRow] = []
    for inode in linked {
      for row in files[inode] ?? [] where seen[inode] != row.changed {
        guard let status = try? FileStatus.ofLink(at: root / row.path), status.inode == inode,
          status.kind == .regular, status.size == row.size,
          status.mtimeNanoseconds == row.modified, status.ctimeNanoseconds != row.changed
        else { continue }
        touched.append(row)
      }
    }
    return touched
  }

  /// What a copy holds that looks exactly as it did when that was known.
  func content(of status: FileStatus) -> ContentID? {
    let now = ViewBase.Mark(status, isMade: false)
    return copies[status.inode]?.first {
      $0.mark.isSame(as: now, .copy) && $0.mark.changed == now.changed
    }?.content
  }

  /// Whether a file that was read may be a copy that was made here.
  func mayBeMade(_ status: FileStatus, _ content: ContentID) -> Bool {
    copies[status.inode]?.contains { $0.content == content } ?? false
  }

  /// The file of an asset that is this very file by another name; nil where there is none by now.
  func file(sharedBy status: FileStatus, at path: Path) -> FileRow? {
    // One that is in the index itself was left in the view, and is an asset's own.
    guard let rows = files[status.inode], !rows.contains(where: { $0.path == path }) else {
      return nil
    }
    return rows.first { row in
      (try? FileStatus.ofLink(at: root / row.path))?.isSameFile(as: status) == true
    }
  }
}

extension ViewBase.Mark {
  /// What a file looks like.
  init(_ status: FileStatus, isMade: Bool) {
    self.init(
      inode: status.inode, size: status.size, modified: status.mtimeNanoseconds,
      changed: status.ctimeNanoseconds, isMade: isMade)
  }

  init(_ row: ViewEntryRow.Mark) {
    self.init(
      inode: row.inode, size: row.size, modified: row.modified, changed: row.changed,
      isMade: row.isMade)
  }

  /// As the catalogue keeps it.
  var row: ViewEntryRow.Mark {
    ViewEntryRow.Mark(
      inode: inode, size: size, modified: modified, changed: changed, isMade: isMade)
  }
}
