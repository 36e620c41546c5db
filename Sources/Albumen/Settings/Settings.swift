/// Is what a user has set: a value for some of the settings, each checked.
///
/// The library reads no file by itself: who uses it says what is set (`SettingsFile` reads one).
public struct Settings: Sendable, Hashable {
  private var values: [String: String] = [:]

  /// Creates settings of which none is set.
  public init() {}

  /// The value of a setting that is set; nil otherwise.
  public subscript(setting: Setting) -> String? { values[setting.name] }

  /// Sets a value.
  ///
  /// - Throws: `.invalid` for one that the setting does not take.
  public mutating func set(_ setting: Setting, to value: String) throws(AlbumenError) {
    try setting.check(value)
    values[setting.name] = value
  }

  /// Takes a value back, so that the standard one holds.
  public mutating func unset(_ setting: Setting) { values[setting.name] = nil }

  /// The value that holds: the one that is set, else the standard one; nil where the machine says.
  public func value(of setting: Setting) -> String? { self[setting] ?? setting.standard }

  /// What holds of a setting that is a number.
  private func number(_ setting: Setting) -> Int {
    guard let number = value(of: setting).flatMap({ Int($0) }) else {
      preconditionFailure("a number was checked, and has a standard")
    }
    return number
  }

  // MARK: What is set, as the library takes it

  /// How long a file must be still after it was written.
  public var settle: Duration { .milliseconds(number(.watchSettle)) }
  /// How long a watch waits before it tries again.
  public var retryDelay: Duration { .seconds(number(.watchRetry)) }
  /// How long nothing must have been changed before a watch exchanges logs.
  public var syncQuiet: Duration { .seconds(number(.syncQuiet)) }
  /// How often a watch exchanges logs in any case; nil for never.
  public var syncInterval: Duration? {
    let seconds = number(.syncInterval)
    return seconds == 0 ? nil : .seconds(seconds)
  }
  /// How long a change waits for another process.
  public var lockTimeout: Duration { .seconds(number(.lockTimeout)) }
  /// What this device is called; nil where the machine says.
  public var deviceName: String? { self[.deviceName] }
  /// Where copies of an import go.
  public var importTemplate: String { value(of: .importInto) ?? ImportOptions().template }
  /// Whether what is deleted in the folder goes to the trash.
  public var trashesDeleted: Bool { value(of: .deletion) == "trash" }
  /// Whether what is put into the album view stays there.
  public var leavesFilesInView: Bool { value(of: .viewCollect) == "leave" }
  /// What stands for a photo or video in the album view.
  public var viewLink: PhotoLibrary.ViewLink {
    value(of: .viewLink).flatMap { PhotoLibrary.ViewLink(rawValue: $0) } ?? .sym
  }
  /// How much may be gone at once.
  public var absences: AbsenceLimit {
    AbsenceLimit(files: number(.missingFiles), percent: number(.missingPercent))
  }
}
