/// Is one change of a library, the smallest thing that a log holds.
///
/// An operation of a kind that this version does not know, and a malformed one of a known kind, is
/// `.opaque`: it is kept, counted and passed on, and has no effect.
public struct Operation: Hashable, Sendable {
  /// What changes.
  public enum Change: Hashable, Sendable {
    /// An asset came into the library; the fields are its initial values.
    case addAsset(AssetID, initial: [Field])
    /// A field of an asset was set; `.null` clears it.
    case setAsset(AssetID, FieldName, Value)
    /// An asset went to the trash: what of its life and purge sets the author saw.
    case trashAsset(AssetID, observed: [Dot], purges: [Dot])
    /// An asset came back from the trash.
    case restoreAsset(AssetID)
    /// A trashed asset's bytes may go.
    case purgeAsset(AssetID)
    /// An asset got a tag (NFC).
    case addTag(AssetID, String)
    /// An asset lost a tag.
    case removeTag(AssetID, String, observed: [Dot])
    /// An album or folder was made; the fields (title, type, parent) are its initial values.
    case createAlbum(AlbumID, initial: [Field])
    /// A field of an album was set.
    case setAlbum(AlbumID, FieldName, Value)
    /// An album was deleted.
    case deleteAlbum(AlbumID, observed: [Dot])
    /// An album was brought back.
    case restoreAlbum(AlbumID)
    /// An asset was referenced in an album; the field (position) is its initial value.
    case addReference(AlbumID, AssetID, Position?)
    /// A reference was removed.
    case removeReference(AlbumID, AssetID, observed: [Dot])
    /// A reference was given another position.
    case moveReference(AlbumID, AssetID, Position)
    /// A content is at a place.
    case addCopy(ContentID, PlaceID)
    /// A content is no longer at a place.
    case removeCopy(ContentID, PlaceID, observed: [Dot])
    /// A log's name or application was set.
    case setLog(LogID, FieldName, Value)
    /// What of a log is beyond a sequence number is not waited for.
    case retireLog(LogID, at: UInt64)
    /// A kind that this version does not know, or a known one that is malformed: its fields, ascending.
    case opaque(kind: String, fields: [Field])
  }

  /// What changes.
  public let change: Change
  // Between the two, where it takes no room.
  private let ownAssetPlace: UInt32
  /// The fields of a known kind that this version does not know, ascending by name.
  public let extra: [Field]

  /// Creates an operation, in the form in which it will be read back on every device.
  ///
  /// Fields come into their order; an initial value that the kind does not have is an extra field,
  /// without effect; a change with a value of the wrong type is `.opaque`, and an opaque one that is
  /// what a known kind needs is that kind's change.
  public init(_ change: Change, extra: [Field] = []) {
    let fields = (change.fields + extra).sorted { $0.name < $1.name }
    self.init(kind: change.kindName, fields: fields)
  }

  /// Creates an operation that is in the form of reading already.
  init(asRead change: Change, extra: [Field], assetPlace: UInt32 = Self.noPlace) {
    self.change = change
    self.extra = extra
    ownAssetPlace = assetPlace
  }

  /// The kind; nil for one that this version does not know.
  public var kind: OperationKind? { change.kind }

  /// The kind's name as JSON Lines spell it.
  public var kindName: String { change.kindName }

  /// Stands for no place.
  static let noPlace = UInt32.max

  /// Where the asset that it is about stood in the tables that it was read with; nil where that is not
  /// known.
  ///
  /// It says nothing about the operation itself: two that differ in it are the same.
  package var assetPlace: Int? {
    ownAssetPlace == Self.noPlace ? nil : Int(ownAssetPlace)
  }

  /// Whether it says that a part of a log is not waited for.
  package var isWaiver: Bool { if case .retireLog = change { true } else { false } }
}

extension Operation {
  /// Tells whether both are the same operation.
  public static func == (left: Self, right: Self) -> Bool {
    left.change == right.change && left.extra == right.extra
  }

  /// Feeds the operation to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(change)
    hasher.combine(extra)
  }
}

extension Operation.Change {
  /// The kind; nil for one that this version does not know.
  var kind: OperationKind? {
    switch self {
    case .addAsset: .assetAdd
    case .setAsset: .assetSet
    case .trashAsset: .assetTrash
    case .restoreAsset: .assetRestore
    case .purgeAsset: .assetPurge
    case .addTag: .tagAdd
    case .removeTag: .tagRemove
    case .createAlbum: .albumCreate
    case .setAlbum: .albumSet
    case .deleteAlbum: .albumDelete
    case .restoreAlbum: .albumRestore
    case .addReference: .referenceAdd
    case .removeReference: .referenceRemove
    case .moveReference: .referenceMove
    case .addCopy: .copyAdd
    case .removeCopy: .copyRemove
    case .setLog: .logSet
    case .retireLog: .logRetire
    case .opaque(let name, _): OperationKind(name: name)
    }
  }

  /// The kind's name as JSON Lines spell it.
  var kindName: String {
    if case .opaque(let name, _) = self { name } else { kind?.name ?? "" }
  }

  private var isOpaque: Bool { if case .opaque = self { true } else { false } }

  /// Tells whether both are the same change, texts compared byte by byte.
  public static func == (left: Self, right: Self) -> Bool {
    left.isOpaque == right.isOpaque && ExactText(left.kindName) == ExactText(right.kindName)
      && left.fields == right.fields
  }

  /// Feeds the change to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(kindName))
    hasher.combine(fields)
  }
}
