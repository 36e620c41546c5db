/// Says why an undo, a redo or a return leaves something as it is.
public enum LeftReason: String, Sendable, CaseIterable {
  /// Someone has set the field to something else since.
  case changedSince
  /// Others have used the album or asset since: put something into it, or edited it.
  case usedSince
  /// Someone else has removed it as well, and that stands.
  case removedByOthers
  /// Someone else has added it again.
  case addedByOthers
  /// It had no place of its own before, and a place cannot be taken away.
  case noEarlierPlace
  /// The bytes are gone.
  case bytesGone
  /// It is a fact that was observed: a file's path or content, where copies are, a device's name.
  case fact
  /// It was made by a newer version, or is malformed.
  case unknown
}
