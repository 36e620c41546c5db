public import Platform

extension PhotoLibrary {
  /// Says where the library finds what lies outside its root folder.
  ///
  /// The library reads no environment: who uses it says where things are.
  public struct Configuration: Sendable {
    /// The directory of what is this machine's alone, such as `$XDG_STATE_HOME/albumen`.
    ///
    /// Made if need be; one for all libraries of a user (docs/formats/machine-state.md).
    public var stateDirectory: Path
    /// The directory of what can be fetched again, such as `$XDG_CACHE_HOME/albumen`; nil for one in the
    /// state directory.
    public var cacheDirectory: Path?
    /// The program `albumen-media`, which looks into photos and videos.
    public var mediaHelper: Path
    /// What tells this machine from others, any bytes; nil for the machine-id(5) of the system.
    public var machine: [UInt8]?
    /// What this device is called in a list of changes; empty for no name.
    ///
    /// Written with the first change of a log, and only then.
    public var deviceName: String
    /// The program that writes and its version, such as `albumen/0.1.0`; written to the log.
    public var application: String
    /// How long a change waits for another process that makes one, before it throws `.locked`.
    public var lockTimeout: Duration
    /// Where names, passwords and keys for git servers come from; at first nowhere.
    public var logins = RemoteLogins()
    /// How many files may be gone at once before nothing is concluded from it.
    public var absences = AbsenceLimit()
    /// Whether a photo or video goes to the trash when its last file in the folder is deleted.
    public var trashesDeleted = false
    /// Whether new photos and videos that are put into the album view stay there, instead of going to the
    /// roll.
    public var leavesFilesInView = false
    /// What stands for a photo or video in the album view; nil for what stands there now.
    public var viewLink: ViewLink?
    /// Where photos and videos go that are put into the album view, as for an import.
    public var importTemplate = ImportOptions().template

    /// Creates a configuration.
    public init(
      stateDirectory: Path, mediaHelper: Path, machine: [UInt8]? = nil, deviceName: String = "",
      application: String = PhotoLibrary.application, lockTimeout: Duration = .seconds(10)
    ) {
      self.stateDirectory = stateDirectory
      self.mediaHelper = mediaHelper
      self.machine = machine
      self.deviceName = deviceName
      self.application = application
      self.lockTimeout = lockTimeout
    }

    /// Where what can be fetched again is, in a directory a library.
    var caches: Path { cacheDirectory ?? stateDirectory / "cache" }
  }

  /// The version of this library.
  public static let version = "0.1.0"
  /// What this library calls itself in the logs that it writes.
  public static let application = "albumen/\(version)"
}
