public import LibraryState
public import Operations

/// Says what differs between two points in a library's history, as far as one sees it.
public struct LibraryDifference: Sendable {
  /// Is a field that differs: nil where there was, or is, no value.
  public struct FieldPart: Sendable {
    /// The field.
    public let name: FieldName
    /// What it was.
    public let before: Value?
    /// What it is.
    public let after: Value?
  }

  /// Is what differs in one asset.
  public struct AssetPart: Sendable {
    /// The asset.
    public let id: AssetID
    /// The name of the file that it came from.
    public let filename: String?
    /// What it was; nil where it was not known.
    public let before: AssetStatus?
    /// What it is; nil where it is not known.
    public let after: AssetStatus?
    /// Fields that differ, by name.
    public let fields: [FieldPart]
    /// Tags that it has now and had not.
    public let tagged: [String]
    /// Tags that it had and has not.
    public let untagged: [String]
  }

  /// Is what differs in one album or folder.
  public struct AlbumPart: Sendable {
    /// The album.
    public let id: AlbumID
    /// Its title; what it was where it is not known any more.
    public let title: String
    /// Whether it was there; nil where it was not known.
    public let wasThere: Bool?
    /// Whether it is there; nil where it is not known.
    public let isThere: Bool?
    /// Fields that differ, by name.
    public let fields: [FieldPart]
    /// Assets that show in it and did not, in its order.
    public let added: [AssetID]
    /// Assets that showed in it and do not, in the order that it had.
    public let removed: [AssetID]
    /// Assets that show in another order than they did, the fewest that explain it.
    public let moved: [AssetID]
  }

  /// The assets that differ, by id.
  public let assets: [AssetPart]
  /// The albums and folders that differ, by id.
  public let albums: [AlbumPart]

  /// Whether nothing differs.
  public var isEmpty: Bool { assets.isEmpty && albums.isEmpty }

  init(from old: LibraryState, to new: LibraryState) {
    let ids = Set(old.assets.keys).union(new.assets.keys).sorted()
    assets = ids.compactMap { Self.asset($0, old, new) }
    let albumIDs = Set(old.albums.keys).union(new.albums.keys).sorted()
    albums = albumIDs.compactMap { Self.album($0, old, new) }
  }

  private static func asset(
    _ id: AssetID, _ old: LibraryState, _ new: LibraryState
  ) -> AssetPart? {
    let was = old.assets[id].flatMap { $0.isKnown ? $0 : nil }
    let now = new.assets[id].flatMap { $0.isKnown ? $0 : nil }
    if was == nil, now == nil { return nil }
    let tagsBefore = tags(was), tagsAfter = tags(now)
    let part = AssetPart(
      id: id, filename: (now ?? was)?.registers[.filename]?.value?.text,
      before: was.map { _ in old.status(of: id) }, after: now.map { _ in new.status(of: id) },
      // What has just come in has all its fields anew: that says nothing.
      fields: was == nil || now == nil
        ? [] : fields(was?.registers ?? Registers(), now?.registers ?? Registers()),
      tagged: tagsAfter.subtracting(tagsBefore).sorted().map(\.text),
      untagged: tagsBefore.subtracting(tagsAfter).sorted().map(\.text))
    let isSame =
      part.before == part.after && part.fields.isEmpty && part.tagged.isEmpty
      && part.untagged.isEmpty
    return isSame ? nil : part
  }

  private static func tags(_ asset: LibraryState.Asset?) -> Set<ExactText> {
    Set(asset?.tags.filter { !$0.value.isEmpty }.map(\.key) ?? [])
  }

  private static func album(
    _ id: AlbumID, _ old: LibraryState, _ new: LibraryState
  ) -> AlbumPart? {
    let was = old.albums[id].flatMap { $0.isKnown ? $0 : nil }
    let now = new.albums[id].flatMap { $0.isKnown ? $0 : nil }
    if was == nil, now == nil { return nil }
    let before = was == nil ? [] : old.members(of: id)
    let after = now == nil ? [] : new.members(of: id)
    let (there, here) = (Set(before), Set(after))
    let part = AlbumPart(
      id: id, title: (now ?? was)?.registers[.title]?.value?.text ?? "",
      wasThere: was.map { !$0.life.isEmpty }, isThere: now.map { !$0.life.isEmpty },
      fields: was == nil || now == nil
        ? [] : fields(was?.registers ?? Registers(), now?.registers ?? Registers()),
      added: after.filter { !there.contains($0) }, removed: before.filter { !here.contains($0) },
      moved: moved(before.filter { here.contains($0) }, after.filter { there.contains($0) }))
    let isSame =
      part.wasThere == part.isThere && part.fields.isEmpty && part.added.isEmpty
      && part.removed.isEmpty && part.moved.isEmpty
    return isSame ? nil : part
  }

  private static func fields(
    _ old: Registers, _ new: Registers
  ) -> [FieldPart] {
    Set(old.keys).union(new.keys).sorted().compactMap { name in
      let (before, after) = (old[name]?.value, new[name]?.value)
      return before == after ? nil : FieldPart(name: name, before: before, after: after)
    }
  }

  /// The fewest members that have to move for one order to become another: all but those of a longest
  /// run that ascends in both.
  static func moved(_ before: [AssetID], _ after: [AssetID]) -> [AssetID] {
    if before == after { return [] }
    let places = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1, $0) })
    let sequence = after.map { places[$0] ?? 0 }
    let kept = Set(sequence.longestAscending())
    return after.indices.filter { !kept.contains($0) }.map { after[$0] }
  }
}
