import Catalogue
import Operations
import Platform
import Reconciling

extension ViewSync {
  /// Leaves out the removals of what is to stand there anew as a copy, where there is no room for the
  /// copies: what stands there is better than nothing.
  func keepingWhatHasNoRoom(
    _ changes: [ViewChange], _ state: ViewState, _ executor: inout ViewExecutor
  ) -> [ViewChange] {
    if form == .sym { return changes }
    let albums = Set(changes.compactMap(\.removedFrom))
    var members: [ViewBase.Reference: ViewState.Member] = [:]
    for album in albums {
      for member in state.albums[album]?.members ?? [] where member.target != nil {
        members[ViewBase.Reference(album, member.asset)] = member
      }
    }
    let isReplacing = { (change: ViewChange) -> ViewBase.Reference? in
      guard case .removeLink(let album, let asset) = change else { return nil }
      let reference = ViewBase.Reference(album, asset)
      return members[reference] == nil ? nil : reference
    }
    let replaced = changes.compactMap(isReplacing)
    if replaced.isEmpty { return changes }
    if !executor.isFull, form == .copy {
      var bytes: Int64 = 0
      for reference in replaced {
        guard let content = members[reference]?.content else { continue }
        let row = executor.files(content).first { $0.content == content }
        let freed = base.entry(reference.album, reference.asset)?.mark?.size ?? 0
        bytes += Self.blocks(row?.size ?? 0) - freed
      }
      if let disk = try? FileSystem(at: layout.root / name), bytes > 0,
        disk.availableBytes < UInt64(bytes), !sharesBlocks
      {
        executor.refuse(copies: replaced.count, bytes: bytes, available: disk.availableBytes)
      }
    }
    return executor.isFull ? changes.filter { isReplacing($0) == nil } : changes
  }

  /// Whether copies are known to take no room.
  private var sharesBlocks: Bool {
    do throws(AlbumenError) { return try store.reason(against: .reflink) == nil } catch {
      return false
    }
  }

  /// How many bytes of a disk a file takes.
  private static func blocks(_ size: Int64) -> Int64 { (size + 4095) & ~4095 }
}

extension ViewChange {
  /// The album from which something is removed.
  fileprivate var removedFrom: AlbumID? {
    if case .removeLink(let album, _) = self { album } else { nil }
  }
}
