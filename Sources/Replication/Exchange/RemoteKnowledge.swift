import OperationLog
package import Operations
package import Platform

/// Is what a machine remembers of one remote: which of its pieces agree with the logs here, so that none
/// is fetched twice, and how far it reached (docs/formats/machine-state.md, "Remotes").
///
/// A cache but for ``library``: without it pieces are compared again.
package struct RemoteKnowledge: Sendable, Equatable {
  /// The library that was seen there; nil as long as none was.
  package var library: LibraryID?
  /// When it was last exchanged with, in milliseconds since 1970 UTC; nil where that never was.
  package var exchanged: Int64?
  /// How far each log reached there when that was last seen, by the names of its pieces.
  package var heights: [LogID: UInt64] = [:]
  /// What there could not be read when that was last tried, the first few things of each log.
  package private(set) var faults: Set<RemoteFault> = []
  /// The logs there that the last exchange did not read to their ends, be it that it was interrupted.
  package internal(set) var unfinished: Set<LogID> = []
  /// The pieces that agree with the log here.
  package private(set) var pieces: [PieceName: PieceEnd] = [:]

  /// Pieces of another history than the one here, which are not fetched again.
  package private(set) var others: [PieceName: PieceEnd] = [:]

  /// How many faults of one log are remembered: a remote may have any number of them.
  static let mostFaults = 8

  /// Knows nothing.
  package init() {}

  /// The logs of which something there was not read: nothing is concluded from what is missing of them.
  package var unread: Set<LogID> { unfinished.union(faults.map(\.log)) }

  /// Notes that something could not be read.
  mutating func note(_ fault: RemoteFault) {
    guard faults.count(where: { $0.log == fault.log }) < Self.mostFaults else { return }
    faults.insert(fault)
  }

  /// Forgets what could not be read: it is there no more, or it is tried now.
  mutating func forgetFaults(where isForgotten: (RemoteFault) -> Bool) {
    faults = faults.filter { !isForgotten($0) }
  }

  /// Forgets that logs were not read to their ends, which are there no more.
  mutating func keepUnfinished(where isThere: (LogID) -> Bool) {
    unfinished = unfinished.filter(isThere)
  }

  /// Notes that a piece agrees with the log here.
  package mutating func note(_ piece: PieceName, _ end: PieceEnd) {
    pieces[piece] = end
    others[piece] = nil
  }

  /// Notes that a piece is of another history.
  package mutating func noteOther(_ piece: PieceName, _ end: PieceEnd) {
    others[piece] = end
    pieces[piece] = nil
  }

  /// Keeps only pieces that are there as they were.
  mutating func keep(where isKept: (PieceName, PieceEnd) -> Bool) {
    pieces = pieces.filter { isKept($0.key, $0.value) }
    others = others.filter { isKept($0.key, $0.value) }
  }

  /// Forgets which pieces of a log are of another history: the history here has changed.
  package mutating func forgetOthers(of log: LogID) {
    others = others.filter { $0.key.log != log }
  }

  /// Forgets a piece, which is damaged.
  mutating func forget(_ piece: PieceName) {
    pieces[piece] = nil
    others[piece] = nil
  }

  /// The pieces of a log, ascending.
  package func pieces(of log: LogID) -> [PieceName] {
    pieces.keys.filter { $0.log == log }.sorted()
  }

  /// The last operation of a log that is known to be there as it is here.
  package func lastSeq(of log: LogID) -> UInt64 { pieces(of: log).map(\.lastSeq).max() ?? 0 }

  // MARK: The file

  private static let title = "albumen-exchange 1"
  private static let limit = 1 << 28
  private static let longestReason = 1_000

  /// Reads what was remembered; nothing where there is no such file.
  ///
  /// - Throws: where there is one that cannot be read, `damaged` where it is something else: whether a
  ///   library was seen there is not known then.
  package init(file: Path) throws(ReplicationError) {
    let bytes: [UInt8]
    do throws(PlatformError) {
      bytes = try DurableFile.contents(of: file, limit: Self.limit)
    } catch {
      if error.code == .notFound { return }
      throw ReplicationError(
        .io, "what is known of a remote cannot be read: \(error.message)", subject: file.display,
        disposition: error.disposition)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first == Substring(Self.title) else {
      throw ReplicationError(
        .damaged, "what is known of a remote cannot be read",
        hint: "remove the remote, and add it again", subject: file.display)
    }
    for line in lines.dropFirst() { take(line.split(separator: " ")) }
  }

  private mutating func take(_ words: [Substring]) {
    switch (words.first, words.count) {
    case ("library", 2): library = LibraryID(words[1])
    case ("exchanged", 2): exchanged = Int64(words[1])
    case ("height", 3):
      if let log = LogID(words[1]), let seq = UInt64(words[2]) { heights[log] = seq }
    case ("unread", 2):
      if let log = LogID(words[1]) { unfinished.insert(log) }
    case ("fault", 4):
      guard let log = LogID(words[1]), let reason = PercentEncoding.decode(words[3].dropFirst())
      else { return }
      let piece = PieceName(log, fileName: Array(words[2].utf8))
      note(RemoteFault(log, piece, reason: String(decoding: reason, as: UTF8.self)))
    case ("piece", 6), ("other", 6):
      if let log = LogID(words[1]), let first = UInt64(words[2]), let last = UInt64(words[3]),
        let name = PieceName(log, first, last), let size = Int(words[4]),
        let chain = Chain(words[5])
      {
        let end = PieceEnd(size: size, chain: chain)
        if words[0] == "piece" { pieces[name] = end } else { others[name] = end }
      }
    default: break
    }
  }

  /// Writes it, durably.
  package func write(to file: Path) throws(PlatformError) {
    var text = Self.title + "\n"
    if let library { text += "library \(library)\n" }
    if let exchanged { text += "exchanged \(exchanged)\n" }
    for (log, seq) in heights.sorted(by: { $0.key < $1.key }) { text += "height \(log) \(seq)\n" }
    for log in unread.sorted() { text += "unread \(log)\n" }
    for fault in faults.sorted() {
      let reason = PercentEncoding.encode(fault.reason.utf8.prefix(Self.longestReason))
      text += "fault \(fault.log) \(fault.piece?.fileName ?? "-") =\(reason)\n"
    }
    for (word, pieces) in [("piece", pieces), ("other", others)] {
      for (name, end) in pieces.sorted(by: { $0.key < $1.key }) {
        text += "\(word) \(name.log) \(name.firstSeq) \(name.lastSeq) \(end.size) \(end.chain)\n"
      }
    }
    try DurableFile.replace(
      file, with: Array(text.utf8), permissions: 0o600, failpoint: "exchange.knowledge")
  }
}
