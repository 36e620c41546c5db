public import Operations

/// Sums operations up by what they are about: how many assets came in, which album got how many.
public struct ChangeSummary: Sendable, Equatable {
  /// What happened to one album or folder.
  public struct AlbumPart: Sendable, Equatable {
    /// The album.
    public let album: AlbumID
    /// The title that it was made with.
    public internal(set) var made: String?
    /// The title that it was given.
    public internal(set) var renamed: String?
    /// Whether it was deleted.
    public internal(set) var isDeleted = false
    /// Whether it was brought back.
    public internal(set) var isRestored = false
    /// How many references were added.
    public internal(set) var added = 0
    /// How many references were removed.
    public internal(set) var removed = 0
    /// How many references were given another place, those that were added not counted.
    public internal(set) var moved = 0
    /// Which other fields were set.
    public internal(set) var fields: Set<FieldName> = []
  }

  /// How many assets came in.
  public private(set) var imported = 0
  /// How many assets went to the trash.
  public private(set) var trashed = 0
  /// How many assets came back from there.
  public private(set) var restored = 0
  /// How many assets were purged.
  public private(set) var purged = 0
  /// How many assets, those that came in not counted, had a field set that a person gives.
  public private(set) var edited = 0
  /// How many assets, those that came in not counted, had a fact set, such as a path.
  public private(set) var observed = 0
  /// How many tags were given, to assets that did not come in.
  public private(set) var tagged = 0
  /// How many tags were taken away.
  public private(set) var untagged = 0
  /// How many operations are about anything else, or of kinds that this version does not know.
  public private(set) var others = 0
  /// What happened to albums, in the order in which they come up.
  public private(set) var albums: [AlbumPart] = []

  private var indices: [AlbumID: Int] = [:]

  /// Sums operations up.
  public init(_ operations: some Sequence<Operation>) {
    var (edited, observed): (Set<AssetID>, Set<AssetID>) = ([], [])
    var added: Set<[UInt64]> = []
    // What a photo brings along is part of its coming in.
    var new: Set<AssetID> = []
    var tagged: [AssetID: Int] = [:]
    for operation in operations {
      switch operation.change {
      case .addAsset(let asset, _):
        imported += 1
        new.insert(asset)
      case .setAsset(let asset, let field, _):
        if field.isFact { observed.insert(asset) } else { edited.insert(asset) }
      case .trashAsset(_, let observed, let purges):
        if !observed.isEmpty || !purges.isEmpty { trashed += 1 }
      case .restoreAsset: restored += 1
      case .purgeAsset: purged += 1
      case .addTag(let asset, _): tagged[asset, default: 0] += 1
      case .removeTag(_, _, let observed): untagged += observed.isEmpty ? 0 : 1
      case .createAlbum(let album, let initial):
        let title = initial.first { $0.name == .title }?.value.text
        with(album) { $0.made = title ?? "" }
      case .setAlbum(let album, .title, let value):
        with(album) { $0.renamed = value.text ?? "" }
      case .setAlbum(let album, let field, _): with(album) { $0.fields.insert(field) }
      // A removal that names nothing only says that something is undone.
      case .deleteAlbum(_, let observed) where observed.isEmpty,
        .removeReference(_, _, let observed) where observed.isEmpty:
        break
      case .deleteAlbum(let album, _): with(album) { $0.isDeleted = true }
      case .restoreAlbum(let album): with(album) { $0.isRestored = true }
      case .addReference(let album, let asset, _):
        added.insert(Self.key(album, asset))
        with(album) { $0.added += 1 }
      case .removeReference(let album, _, _): with(album) { $0.removed += 1 }
      case .moveReference(let album, let asset, _):
        // To come back in another place takes both.
        if !added.contains(Self.key(album, asset)) { with(album) { $0.moved += 1 } }
      case .addCopy, .removeCopy, .setLog, .retireLog, .opaque: others += 1
      }
    }
    self.edited = edited.subtracting(new).count
    self.observed = observed.subtracting(new).count
    self.tagged = tagged.reduce(0) { $0 + (new.contains($1.key) ? 0 : $1.value) }
  }

  private static func key(_ album: AlbumID, _ asset: AssetID) -> [UInt64] {
    [album.high, album.low, asset.words.0, asset.words.1, asset.words.2, asset.words.3]
  }

  private mutating func with(_ album: AlbumID, _ body: (inout AlbumPart) -> Void) {
    let index = indices[album] ?? albums.count
    if index == albums.count {
      indices[album] = index
      albums.append(AlbumPart(album: album))
    }
    body(&albums[index])
  }

  /// Tells whether both say the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.albums == right.albums && left.counts == right.counts
  }

  private var counts: [Int] {
    [imported, trashed, restored, purged, edited, observed, tagged, untagged, others]
  }
}
