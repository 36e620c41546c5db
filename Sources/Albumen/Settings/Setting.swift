/// Is one thing that a user can set, as data: what it is called, what it may be, what holds otherwise.
///
/// The manual, help, completion, lists and errors are made from ``all``; what is not in it cannot be set.
public struct Setting: Sendable, Hashable {
  /// Says what a value may be.
  public enum Kind: Sendable, Hashable {
    /// A whole number in a range, of a unit that is named in the plural (`milliseconds`).
    case number(ClosedRange<Int>, unit: String)
    /// Where copies of an import go: a path below the library's folder with `{year}` and its like.
    case template
    /// One of some words.
    case choice([String])
    /// Text of one line, of at most so many bytes and at least one.
    case text(longest: Int)
  }

  /// Its name, as in git-config(1): `section.key`, in lower case.
  public let name: String
  /// What a value may be.
  public let kind: Kind
  /// The value that holds where none is set, as one would write it; nil where that is for the machine to
  /// say.
  public let standard: String?
  /// What holds where none is set, for people.
  public let standardInWords: String
  /// What it is: one phrase, lower case, without full stop.
  public let summary: String
  /// More about it, in whole sentences; empty where the summary says it all.
  public let discussion: String

  private init(
    _ name: String, _ kind: Kind, standard: String?, inWords: String? = nil, _ summary: String,
    _ discussion: String = ""
  ) {
    self.name = name
    self.kind = kind
    self.standard = standard
    standardInWords = inWords ?? standard ?? ""
    self.summary = summary
    self.discussion = discussion
  }
}

extension Setting {
  /// `device.name`.
  public static let deviceName = Setting(
    "device.name", .text(longest: 255), standard: nil, inWords: "the name of the machine",
    "what this device is called in lists of changes",
    """
    It is written to the log with the first change that this machine makes to a library, and not \
    after that.
    """)
  /// `import.into`.
  public static let importInto = Setting(
    "import.into", .template, standard: ImportOptions().template,
    "where albumen import puts its copies, below the library's folder",
    """
    {year}, {month} and {day} stand for those of the capture time. The option --into goes before \
    it.
    """)
  /// `lock.timeout`.
  public static let lockTimeout = Setting(
    "lock.timeout", .number(0...3600, unit: "seconds"), standard: "10",
    "how long a change waits for another process that is changing the library")
  /// `scan.deletion`.
  public static let deletion = Setting(
    "scan.deletion", .choice(["keep", "trash"]), standard: "keep",
    "what becomes of a photo or video whose last file in the folder is deleted",
    """
    With keep it stays in the roll and in its albums, as missing here. With trash it goes to the \
    trash, when a look at the whole folder that could read everything finds it gone; it comes back \
    when its file does. Where so much is gone at once that scan.missing-files and \
    scan.missing-percent forbid a conclusion, nothing is trashed.
    """)
  /// `scan.missing-files`.
  public static let missingFiles = Setting(
    "scan.missing-files", .number(0...1_000_000_000, unit: "files"), standard: "20",
    "how many files may be gone at once before nothing is concluded from it",
    """
    The larger of this number and the share that scan.missing-percent gives is the limit: beyond \
    it, a disk that is not mounted is more likely than files that were deleted, and albumen scan \
    asks for --confirm-missing.
    """)
  /// `scan.missing-percent`.
  public static let missingPercent = Setting(
    "scan.missing-percent", .number(0...100, unit: "percent"), standard: "10",
    "which share of the known files may be gone at once before nothing is concluded from it",
    "See scan.missing-files.")
  /// `sync.interval`.
  public static let syncInterval = Setting(
    "sync.interval", .number(0...604_800, unit: "seconds"), standard: "900",
    "how often albumen watch exchanges logs with the remotes in any case",
    "0 leaves it to albumen sync alone.")
  /// `sync.quiet`.
  public static let syncQuiet = Setting(
    "sync.quiet", .number(0...86_400, unit: "seconds"), standard: "30",
    "how long nothing must have been changed before albumen watch exchanges logs with the remotes")
  /// `view.collect`.
  public static let viewCollect = Setting(
    "view.collect", .choice(["move", "leave"]), standard: "move",
    "what becomes of a new photo or video that is put into the album view",
    """
    With move it goes to where import.into says, with a link in its place. With leave it stays, and \
    is never renamed, numbered or removed; it is an asset and in the album all the same.
    """)
  /// `view.link`.
  public static let viewLink = Setting(
    "view.link", .choice(PhotoLibrary.ViewLink.allCases.map(\.rawValue)), standard: "sym",
    "what stands for a photo or video in the album view",
    """
    With sym it is a symbolic link. With hard it is a further name of the file, which must be in \
    the same file system. With copy it is a file of its own, and with reflink one that shares the \
    blocks of the other where the file system can do that. Where it cannot be what is set, that is \
    an error, and nothing else is taken in its place. After a change of it the view is made anew by \
    the next scan or change; a file is removed from the view only when another one with the same \
    bytes is in the roll, else it goes to .albumen/trash.
    """)
  /// `watch.retry`.
  public static let watchRetry = Setting(
    "watch.retry", .number(1...3600, unit: "seconds"), standard: "10",
    "how long albumen watch waits before it tries again after something went wrong")
  /// `watch.settle`.
  public static let watchSettle = Setting(
    "watch.settle", .number(0...3_600_000, unit: "milliseconds"), standard: "100",
    "how long a file must be still after it was written before albumen watch takes it in",
    """
    A file that is not complete, such as half a download, is waited for longer. The option \
    --settle goes before it.
    """)

  /// All settings, by name.
  public static let all = [
    deviceName, importInto, lockTimeout, deletion, missingFiles, missingPercent, syncInterval,
    syncQuiet, viewCollect, viewLink, watchRetry, watchSettle,
  ]

  /// Returns the setting of a name; nil where there is none.
  public static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

  /// What a value may be, in words that follow "takes": `a whole number from 0 to 3600 (seconds)`.
  public var allowed: String {
    switch kind {
    case .number(let range, let unit):
      "a whole number from \(range.lowerBound) to \(range.upperBound) (\(unit))"
    case .template: "a path below the library's folder, with {year}, {month} and {day}"
    case .choice(let words): words.joined(separator: " or ")
    case .text(let longest): "one line of text of 1 to \(longest) bytes"
    }
  }

  /// Checks a value.
  ///
  /// - Throws: `.invalid`, saying what is allowed.
  public func check(_ value: String) throws(AlbumenError) {
    var why: String?
    switch kind {
    case .number(let range, _):
      if let number = Int(value), range.contains(number) { return }
    case .template:
      do throws(AlbumenError) {
        _ = try ImportTemplate(value, view: nil)
        return
      } catch { why = [error.message, error.hint].compactMap { $0 }.joined(separator: "; ") }
    case .choice(let words): if words.contains(value) { return }
    case .text(let longest):
      let isLine = value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      if isLine, (1...longest).contains(value.utf8.count) { return }
    }
    throw AlbumenError(.invalid, "\(name) takes \(allowed)", subject: value, hint: why)
  }
}
