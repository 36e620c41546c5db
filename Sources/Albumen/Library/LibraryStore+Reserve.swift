import Platform

extension LibraryStore {
  /// How much must be free before the reserve is made again, in bytes: sixteen times its size.
  private static let plenty = UInt64(LibraryLayout.reserveSize) * 16

  /// Gives up the space that is kept for a full disk; false where there is none left.
  func giveUpReserve() -> Bool {
    guard (try? FileStatus.ofLink(at: layout.reserve))?.kind == .regular else { return false }
    guard (try? Files.unlink(layout.reserve)) != nil else { return false }
    ownLog.reset()
    notices.append(
      "the disk is full, so the space that was kept for this was used; make room on it")
    return true
  }

  /// Keeps space for a full disk again, once there is plenty; with the lock held.
  ///
  /// What cannot be kept keeps nobody from anything.
  func renewReserve() {
    guard (try? FileStatus.ofLink(at: layout.reserve)) == nil,
      let disk = try? FileSystem(at: layout.own), disk.availableBytes > Self.plenty
    else { return }
    do throws(PlatformError) { try layout.reserveSpace() } catch {
      try? Files.unlink(layout.reserve)
    }
  }
}
