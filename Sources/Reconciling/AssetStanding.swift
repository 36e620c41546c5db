/// Is what the planner has found out about an asset.
struct AssetStanding {
  /// What the state says; nil for an asset that the plan makes.
  let known: KnownAsset?
  /// Whether the base has a file of it.
  let wasHere: Bool
  /// Whether the base once had a file of it that has gone since.
  let hadFile: Bool
  /// The files of the base that are as they were.
  let unchanged: [[UInt8]]
  /// The files of this look that hold it.
  var found: [[UInt8]] = []
  /// Whether it has more, fewer or other files than in the base.
  var hasMoved = false
  /// Whether a file of it was changed and is still its own.
  var isChanged = false
  /// Whether a file of it is gone, and nothing is concluded from that.
  var isWithheld = false
  /// The file that it is edited to.
  var newContent: FolderSnapshot.Found?

  /// Whether some file here holds it.
  var isHere: Bool { !unchanged.isEmpty || !found.isEmpty }
  /// The files here that hold it.
  var files: [[UInt8]] { unchanged + found }
}
