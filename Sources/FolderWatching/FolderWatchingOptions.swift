import Platform

/// Sets how a folder is watched where events alone do not suffice.
public struct FolderWatchingOptions: Sendable {
  /// How often the reader is asked to compare a folder that cannot be watched, or not all of it.
  public var pollInterval: Duration = .seconds(60)
  /// How often the reader is asked to compare every folder, whatever was reported.
  public var fullRescanInterval: Duration = .seconds(6 * 3600)
  /// How often it is checked that the folder is still the one at its path.
  public var rootCheckInterval: Duration = .seconds(5)
  /// How many events are kept for a reader that falls behind.
  public var eventLimit = 65_536

  /// How many watches may be used; nil for nine tenths of what the user has.
  var watchLimit: Int?
  /// Decides how a folder is watched.
  var mode: @Sendable (Path) -> WatchMode = WatchMode.ofFileSystem

  /// Makes the usual settings.
  public init() {}
}
