/// Is an entry of a tree, as it stands there: nothing of it can be trusted to be a name of a file.
package struct GitTreeEntry: Sendable, Hashable {
  /// The name: bytes without NUL and slash.
  package let name: [UInt8]
  /// The object.
  package let id: GitObjectID
  /// The mode, as octal digits in the tree: 100644 for a file, 40000 for a directory.
  package let mode: UInt32

  /// Makes an entry.
  package init(name: [UInt8], id: GitObjectID, mode: UInt32) {
    self.name = name
    self.id = id
    self.mode = mode
  }

  /// Whether the object is a plain file's contents.
  package var isFile: Bool { mode & 0o170000 == 0o100000 }
  /// Whether the object is a tree.
  package var isDirectory: Bool { mode & 0o170000 == 0o040000 }
}
