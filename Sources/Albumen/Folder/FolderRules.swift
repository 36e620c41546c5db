public import Platform
import Reconciling
import Synchronization

/// Says what in a library's folder is left alone, and why: by its name, as the album view, or by a rule
/// in a `.albumenignore` (docs/design/0019-folder-as-albums.md).
///
/// One for each look at the folder reads each file of rules once. One for a watch looks whether they have
/// changed each time.
final class FolderRules: Sendable {
  /// Why something is left alone.
  enum Verdict: Sendable {
    case name(IgnoreRules.Reason)
    /// It is the album view, or in it.
    case view(Path)
    /// A rule names it.
    case rule(IgnoringRule)
    /// It is on a file system that only shows what the kernel knows, mounted on this directory.
    case kernel(Path)
    /// The rules that may name it cannot be read: nothing is concluded about it.
    case unreadable(Path, PlatformError)
  }

  /// Is what is known of a directory: what rules there are for what is in it.
  struct Level: Sendable {
    /// Relative to the root.
    let directory: Path
    /// Files of rules with how many bytes of a path lead to their directory; the nearest last.
    fileprivate var files: [(path: Path, skip: Int, rules: IgnoreFile)] = []
    fileprivate let view: Path?
    /// Why all that is in the directory is left alone; nil where it is not.
    fileprivate(set) var closed: Verdict?

    /// Why a file of this directory is left alone; nil where it is not.
    func verdict(forFile name: some Collection<UInt8>) -> Verdict? {
      if let closed { return closed }
      if let reason = IgnoreRules.reason(forFile: name) { return .name(reason) }
      return files.isEmpty ? nil : rule(for: name, isDirectory: false)
    }

    /// Why a directory in this one is left alone; nil where it is not.
    func verdict(forDirectory name: some Collection<UInt8>) -> Verdict? {
      if let closed { return closed }
      if let reason = IgnoreRules.reason(forDirectory: name) { return .name(reason) }
      if directory.isEmpty, let view, view.bytes.elementsEqual(name) { return .view(view) }
      return files.isEmpty ? nil : rule(for: name, isDirectory: true)
    }

    private func rule(for name: some Collection<UInt8>, isDirectory: Bool) -> Verdict? {
      let above = directory.isEmpty ? [] : directory.bytes + [UInt8(ascii: "/")]
      let path = above + name
      for (file, skip, rules) in files.reversed() {
        guard let rule = rules.rule(for: path[skip...], isDirectory: isDirectory) else { continue }
        if rule.isNegated { return nil }
        let text = String(decoding: rule.text, as: UTF8.self)
        return .rule(IgnoringRule(file: file, line: rule.line, text: text))
      }
      return nil
    }
  }

  private struct Known {
    let status: FileStatus
    let rules: IgnoreFile
  }

  private struct State {
    var levels: [Path: Level] = [:]
    var files: [Path: Known] = [:]
  }

  private let root: Path
  /// The name of the album view's directory; nil where there is none.
  let view: Path?
  private let staysSame: Bool
  private let state = Mutex(State())

  /// - Parameter staysSame: whether what was read once holds as long as this is used.
  init(root: Path, view: Path?, staysSame: Bool = true) {
    self.root = root
    self.view = view
    self.staysSame = staysSame
  }

  /// The rules of a library's folder as they are now.
  convenience init(_ layout: LibraryLayout, staysSame: Bool = true) {
    self.init(root: layout.root, view: layout.viewDirectory, staysSame: staysSame)
  }

  /// What is known of a directory, which need not be there.
  func level(of directory: Path) -> Level {
    if staysSame, let known = state.withLock({ $0.levels[directory] }) { return known }
    var level = Level(directory: directory, view: view)
    if !directory.isEmpty {
      let above = self.level(of: directory.parent)
      level.files = above.files
      level.closed = above.verdict(forDirectory: directory.lastComponent.bytes)
    }
    if level.closed == nil, isKernels(directory) { level.closed = .kernel(directory) }
    if level.closed == nil { readRules(&level) }
    if staysSame { state.withLock { [level] in $0.levels[directory] = level } }
    return level
  }

  /// Why a path relative to the root is left alone, by itself or by a directory above it.
  func verdict(for path: Path, isDirectory: Bool) -> Verdict? {
    if path.isEmpty { return nil }
    let level = level(of: path.parent)
    let name = path.lastComponent.bytes
    return isDirectory ? level.verdict(forDirectory: name) : level.verdict(forFile: name)
  }

  /// Whether what is in a directory is looked at.
  func shouldDescend(_ path: Path) -> Bool { level(of: path).closed == nil }

  /// Whether a directory is where a file system such as proc is mounted.
  ///
  /// Only what is not on the disk of the directory above it is asked for its type: on a network that costs
  /// a round trip.
  private func isKernels(_ directory: Path) -> Bool {
    guard !directory.isEmpty, let status = try? FileStatus.ofLink(at: root / directory),
      status.kind == .directory,
      let above = try? FileStatus.ofTarget(at: root / directory.parent),
      above.device != status.device
    else { return false }
    return (try? FileSystem(at: root / directory)).map { UnfitRoots.isKernels($0.magic) } ?? false
  }

  private func readRules(_ level: inout Level) {
    guard let name = Path(bytes: IgnoreFile.name) else { return }
    let path = level.directory / name
    do throws(PlatformError) {
      guard let rules = try rules(at: path), !rules.rules.isEmpty else { return }
      let skip = level.directory.isEmpty ? 0 : level.directory.bytes.count + 1
      level.files.append((path, skip, rules))
    } catch { level.closed = .unreadable(path, error) }
  }

  /// The rules of a file; nil where there is none, and for a link, as with git.
  private func rules(at path: Path) throws(PlatformError) -> IgnoreFile? {
    let place = root / path
    do throws(PlatformError) {
      let status = try FileStatus.ofLink(at: place)
      guard status.kind == .regular else { return nil }
      if let known = state.withLock({ $0.files[path] }), known.status == status {
        return known.rules
      }
      let file = try Descriptor.open(place, [.read, .noFollow, .nonBlocking])
      let rules = IgnoreFile(try file.readToEnd(limit: IgnoreFile.limit, path: path))
      state.withLock { $0.files[path] = Known(status: status, rules: rules) }
      return rules
    } catch {
      if error.code == .notFound || error.code == .notDirectory { return nil }
      throw error
    }
  }
}

/// Names a rule that leaves something alone.
public struct IgnoringRule: Sendable, Hashable {
  /// The file that it stands in, relative to the root.
  public let file: Path
  /// Its line, counted from 1.
  public let line: Int
  /// The rule as it is written.
  public let text: String
}

extension FolderRules.Verdict {
  /// Why, in words that follow a colon.
  var words: String {
    switch self {
    case .name(let reason): reason.rawValue
    case .view(let name): "\(name.display)/ is the album view"
    case .rule(let rule):
      "the rule \(rule.text) in \(rule.file.display), line \(rule.line), leaves it alone"
    case .kernel(let path): "\(path.display)/ shows what the system knows, and holds no files"
    case .unreadable(let path, let error): "\(path.display) cannot be read: \(error.message)"
    }
  }
}

extension IgnoreRules {
  /// Whether names alone, and the album view, let a directory be looked into, by its path relative to
  /// the root.
  static func shouldDescend(_ path: Path, view: Path?) -> Bool {
    let names = path.components
    if let view, names.first == view { return false }
    return names.allSatisfy { reason(forDirectory: $0.bytes) == nil }
  }
}
