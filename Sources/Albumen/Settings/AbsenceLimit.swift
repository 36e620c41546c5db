/// Says how many files may be gone at once before nothing is concluded from it: the larger of the two.
public struct AbsenceLimit: Sendable, Hashable {
  /// So many files.
  public var files: Int
  /// So many of a hundred that are known.
  public var percent: Int

  /// Creates a limit; by default 20 files or 10 percent.
  public init(files: Int = 20, percent: Int = 10) {
    self.files = files
    self.percent = percent
  }

  /// The limit where so many files are known.
  func files(of known: Int) -> Int {
    max(files, Int((Double(known) * Double(percent) / 100).rounded(.down)))
  }
}
