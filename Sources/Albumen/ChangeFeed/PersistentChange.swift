public import Operations

/// Is one transaction as who follows a library's changes sees it: what came, what is different, what went.
public struct PersistentChange: Sendable {
  /// Is what a transaction did to one album or folder.
  public struct AlbumDetails: Sendable, Equatable {
    /// Fields that were set.
    public internal(set) var fields: Set<FieldName> = []
    /// Assets that were referenced in it.
    public internal(set) var added: [AssetID] = []
    /// Assets that are not referenced in it any more.
    public internal(set) var removed: [AssetID] = []
    /// Assets that were given another place in it.
    public internal(set) var moved: [AssetID] = []
  }

  /// Is what of a kind of thing changed, by id.
  public struct Identifiers<ID: Hashable & Comparable & Sendable>: Sendable, Equatable {
    /// What came in, or came back.
    public internal(set) var inserted: [ID] = []
    /// What is there as before, and different.
    public internal(set) var updated: [ID] = []
    /// What went: trashed assets, deleted albums.
    public internal(set) var deleted: [ID] = []
  }

  /// The transaction's name.
  public let transaction: Dot
  /// The author's clock, in milliseconds since 1970 UTC.
  public let wall: Int64
  /// The name of the device that wrote it, where it has one.
  public let device: String?
  /// Who asked for it.
  public let origin: String?
  /// What it is called.
  public let label: String
  /// What it undoes.
  public let undoes: Dot?
  /// The assets that it changed.
  public let assets: Identifiers<AssetID>
  /// The albums and folders that it changed.
  public let albums: Identifiers<AlbumID>
  /// Which fields of assets it set, `tags` for tags.
  public let assetFields: [AssetID: Set<FieldName>]
  /// What it did to albums.
  public let albumDetails: [AlbumID: AlbumDetails]
  /// What has been seen with this change.
  public let token: PersistentChangeToken

  init(_ transaction: Transaction, device: String?, token: PersistentChangeToken) {
    self.transaction = transaction.dot
    self.token = token
    self.device = device
    wall = transaction.wall
    origin = transaction.origin
    label = transaction.label
    undoes = transaction.undoes
    var collector = Collector()
    // A time out of range leaves a transaction without effect.
    if transaction.hlc < HybridClock.end {
      for operation in transaction.operations { collector.take(operation.change) }
    }
    assets = Self.identifiers(collector.assets)
    albums = Self.identifiers(collector.albums)
    assetFields = collector.fields
    albumDetails = collector.details
  }

  /// What became of a thing: the last that was said of its life counts.
  fileprivate enum Fate { case inserted, updated, deleted }

  private static func identifiers<ID>(_ fates: [ID: Fate]) -> Identifiers<ID> {
    var identifiers = Identifiers<ID>()
    for (id, fate) in fates.sorted(by: { $0.key < $1.key }) {
      switch fate {
      case .inserted: identifiers.inserted.append(id)
      case .updated: identifiers.updated.append(id)
      case .deleted: identifiers.deleted.append(id)
      }
    }
    return identifiers
  }

  private struct Collector {
    var assets: [AssetID: Fate] = [:]
    var albums: [AlbumID: Fate] = [:]
    var fields: [AssetID: Set<FieldName>] = [:]
    var details: [AlbumID: AlbumDetails] = [:]

    mutating func take(_ change: Operation.Change) {
      switch change {
      case .addAsset(let asset, _), .restoreAsset(let asset): assets[asset] = .inserted
      case .trashAsset(let asset, let observed, _):
        if observed.isEmpty { update(asset) } else { assets[asset] = .deleted }
      case .purgeAsset(let asset): update(asset)
      case .setAsset(let asset, let field, _): update(asset, field)
      case .addTag(let asset, _), .removeTag(let asset, _, _): update(asset, FieldName("tags"))
      case .createAlbum(let album, _), .restoreAlbum(let album): albums[album] = .inserted
      case .deleteAlbum(let album, let observed):
        if !observed.isEmpty { albums[album] = .deleted }
      case .setAlbum(let album, let field, _):
        update(album) { $0.fields.insert(field) }
      case .addReference(let album, let asset, _): update(album) { $0.added.append(asset) }
      case .removeReference(let album, let asset, let observed):
        if !observed.isEmpty { update(album) { $0.removed.append(asset) } }
      case .moveReference(let album, let asset, _): update(album) { $0.moved.append(asset) }
      case .addCopy, .removeCopy, .setLog, .retireLog, .opaque: break
      }
    }

    private mutating func update(_ asset: AssetID, _ field: FieldName? = nil) {
      if assets[asset] == nil { assets[asset] = .updated }
      if let field { fields[asset, default: []].insert(field) }
    }

    private mutating func update(_ album: AlbumID, _ body: (inout AlbumDetails) -> Void) {
      if albums[album] == nil { albums[album] = .updated }
      body(&details[album, default: AlbumDetails()])
    }
  }
}
