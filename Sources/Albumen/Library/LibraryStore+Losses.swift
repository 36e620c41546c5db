import Catalogue
import Operations
import Platform

extension LibraryStore {
  /// Is a log that reached farther once than it does now.
  struct Loss {
    let log: LogID
    /// The last operation that was here once.
    let seq: UInt64
    /// The last operation that is here now; 0 where the log is gone.
    let here: UInt64
  }

  private var lossPath: Path { stateDirectory / "lost" }

  /// Keeps in mind that logs reached farther: the catalogue, which knew, is about to be built anew
  /// (docs/formats/machine-state.md).
  func noteLosses(_ heights: some Sequence<(log: LogID, seq: UInt64)>) {
    var known = recordedLosses()
    for height in heights { known[height.log] = max(height.seq, known[height.log] ?? 0) }
    let lines = known.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
    try? DurableFile.replace(lossPath, with: Array(lines.joined().utf8))
  }

  /// The logs that have lost their end, and have not got it back.
  func losses() throws(AlbumenError) -> [Loss] {
    let known = recordedLosses()
    if known.isEmpty { return [] }
    let heights = try heights()
    let waivers = try asking { () throws(CatalogueError) in try catalogue.delivery.waivers }
    return known.sorted { $0.key < $1.key }.compactMap { log, seq in
      let here = heights[log]?.seq ?? 0
      // Who retires a device says that nothing is waited for behind what is here.
      if let waived = waivers[log], waived <= here { return nil }
      return here < seq ? Loss(log: log, seq: seq, here: here) : nil
    }
  }

  private func recordedLosses() -> [LogID: UInt64] {
    guard let bytes = try? DurableFile.contents(of: lossPath, limit: 1 << 20) else { return [:] }
    var losses: [LogID: UInt64] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      if parts.count == 2, let log = LogID(parts[0]), let seq = UInt64(parts[1]) {
        losses[log] = seq
      }
    }
    return losses
  }
}

extension LibraryStore.Loss {
  /// What is missing, in words.
  var words: String {
    "has lost operations \(here + 1) to \(seq), which were here before: put them back from a backup, "
      + "replay an exported history, or sync; if nobody has them any more: albumen device retire "
      + log.description.prefix(8)
  }
}
