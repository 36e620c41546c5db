public import Operations

/// Says where in an album references go.
public enum Placement: Sendable, Hashable {
  /// Before all others.
  case first
  /// Behind all others.
  case last
  /// So that the first of them is at this place, from 1, as shown; beyond the end is last.
  case index(Int)
  /// Directly before a member.
  case before(AssetID)
  /// Directly behind a member.
  case after(AssetID)
}
