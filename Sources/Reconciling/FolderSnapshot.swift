package import Operations

/// Is what a look at the folder found: the files that had to be read, and which known ones are gone.
package struct FolderSnapshot: Sendable {
  /// A file that is new or has changed, and has been read.
  package struct Found: Sendable, Equatable {
    /// Relative to the root; bytes, as the file system has them.
    package let path: [UInt8]
    package let key: FileKey
    package let content: ContentID
    /// The initial values of an asset made from it (all but `path`).
    package let facts: [Field]
    /// Whether the capture time among `facts` is only the file's time: then it says nothing about which
    /// photo it is.
    package let isCapturedFromFile: Bool

    package init(
      path: [UInt8], key: FileKey, content: ContentID, facts: [Field],
      isCapturedFromFile: Bool = false
    ) {
      self.path = path
      self.key = key
      self.content = content
      self.facts = facts
      self.isCapturedFromFile = isCapturedFromFile
    }
  }

  /// The files that had to be read, each path once, in any order.
  package var found: [Found]
  /// The paths of the base at which there is no file any more, all in directories that were read whole.
  package var gone: [[UInt8]]
  /// How many files the base had when folder and base last agreed in full, with nothing withheld.
  ///
  /// A tenth of them is what may be gone at once. The number must not grow with the files that come in
  /// while something is withheld, or these would lift the guard in the end.
  package var indexedCount: Int

  package init(found: [Found] = [], gone: [[UInt8]] = [], indexedCount: Int = 0) {
    self.found = found
    self.gone = gone
    self.indexedCount = indexedCount
  }
}

/// Is a file of the base: what was at a path when folder and albums last agreed.
package struct IndexedFile: Hashable, Sendable {
  package let path: [UInt8]
  package let key: FileKey
  package let content: ContentID
  package let asset: AssetID
  /// When it was hashed, in nanoseconds since 1970 UTC.
  package let hashedAt: Int64

  package init(path: [UInt8], key: FileKey, content: ContentID, asset: AssetID, hashedAt: Int64) {
    self.path = path
    self.key = key
    self.content = content
    self.asset = asset
    self.hashedAt = hashedAt
  }
}
