/// Says what an operation does; `docs/design/0001-operations.md` has the effect of each.
///
/// The raw value is the code that binary files write, fixed for ever. Kinds of later versions are
/// written by name and have no code.
public enum OperationKind: UInt8, CaseIterable, Sendable {
  case assetAdd = 1
  case assetSet, assetTrash, assetRestore, assetPurge
  case tagAdd, tagRemove
  case albumCreate, albumSet, albumDelete, albumRestore
  case referenceAdd, referenceRemove, referenceMove
  case copyAdd, copyRemove
  case logSet, logRetire

  /// The name in JSON Lines.
  public var name: String { Self.names[Int(rawValue) - 1] }

  /// Creates the kind of a name; nil for one that this version does not know.
  public init?(name: some StringProtocol) {
    guard let index = Self.names.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) })
    else { return nil }
    self.init(rawValue: UInt8(index + 1))
  }

  private static let names = [
    "asset.add", "asset.set", "asset.trash", "asset.restore", "asset.purge", "tag.add",
    "tag.remove", "album.create", "album.set", "album.delete", "album.restore", "ref.add",
    "ref.remove", "ref.move", "copy.add", "copy.remove", "log.set", "log.retire",
  ]
}
