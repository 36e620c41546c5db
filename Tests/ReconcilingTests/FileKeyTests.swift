import Reconciling
import Testing

/// When a file need not be read again (docs/design/0004-folder-sync.md, "Which files are read").
@Suite struct FileKeyTests {
  private static let second: Int64 = 1_000_000_000

  private func key(
    inode: UInt64 = 7, size: Int64 = 100, mtime: Int64 = 10, ctime: Int64 = 10, birth: Int64? = 5
  ) -> FileKey {
    FileKey(
      inode: inode, size: size, mtime: mtime * Self.second, ctime: ctime * Self.second,
      birth: birth.map { $0 * Self.second })
  }

  private func isUnchanged(
    _ now: FileKey, _ then: FileKey, hashedAt: Int64 = 20, inodesCount: Bool = true
  ) -> Bool {
    now.isUnchanged(
      since: then, hashedAt: hashedAt * Self.second, inodesCount: inodesCount)
  }

  @Test("a file that looks as it did, and was at rest when it was hashed, is unchanged")
  func unchanged() { #expect(isUnchanged(key(), key())) }

  @Test("another inode, size or time is a change")
  func changed() {
    for now in [key(inode: 8), key(size: 101), key(mtime: 11), key(ctime: 11)] {
      #expect(!isUnchanged(now, key()))
    }
  }

  @Test("inode numbers count only where they mean something")
  func inodes() {
    #expect(isUnchanged(key(inode: 8), key(), inodesCount: false))
    #expect(!isUnchanged(key(inode: 8, size: 101), key(), inodesCount: false))
  }

  @Test("a file that changed within two seconds of being hashed is read again")
  func racy() {
    #expect(isUnchanged(key(), key(), hashedAt: 13))
    #expect(!isUnchanged(key(), key(), hashedAt: 12))
    #expect(!isUnchanged(key(), key(), hashedAt: 10))
  }

  @Test("a modification time in the future does not make a file be read for ever")
  func futureTime() {
    let key = key(mtime: 1_000_000)
    #expect(isUnchanged(key, key))
    // On FAT there is no other time to go by.
    #expect(!isUnchanged(key, key, inodesCount: false))
  }

  @Test("a renamed file is known by inode, size, modification time and birth")
  func renamed() {
    func isRenamed(_ now: FileKey, hashedAt: Int64 = 20, inodesCount: Bool = true) -> Bool {
      now.isRenamed(
        from: key(), hashedAt: hashedAt * Self.second, inodesCount: inodesCount)
    }
    // A rename moves ctime.
    #expect(isRenamed(key(ctime: 30)))
    #expect(!isRenamed(key(inode: 8)))
    #expect(!isRenamed(key(size: 101)))
    #expect(!isRenamed(key(mtime: 11)))
    // The inode of a deleted file, given to a new one with the same old modification time.
    #expect(!isRenamed(key(birth: 29)))
    #expect(!isRenamed(key(birth: nil)))
    #expect(!isRenamed(key(), hashedAt: 12))
    #expect(!isRenamed(key(), inodesCount: false))
    #expect(
      !key(birth: nil).isRenamed(
        from: key(birth: nil), hashedAt: 20 * Self.second, inodesCount: true))
  }

  @Test(arguments: [Int64.min, -1, .max]) func anyTimeCanBeCompared(_ time: Int64) {
    let key = FileKey(inode: 1, size: 1, mtime: time, ctime: time, birth: time)
    for hashedAt in [Int64.min, .min + 1, 0, .max] {
      for inodesCount in [true, false] {
        let isKnown = key.isUnchanged(since: key, hashedAt: hashedAt, inodesCount: inodesCount)
        #expect(isKnown == (hashedAt == 0 ? time == .min : hashedAt == .max && time < .max))
        _ = key.isRenamed(from: key, hashedAt: hashedAt, inodesCount: inodesCount)
      }
    }
  }
}
