import Operations
import Platform

/// Keeps transactions that came before others of their own log, until those come: a file of JSON Lines,
/// `.albumen/waiting/<machine>.jsonl`, that only this machine writes.
struct WaitingRoom {
  private let path: Path

  init(_ path: Path) { self.path = path }

  /// Returns what is kept.
  func transactions() throws(AlbumenError) -> [Transaction] {
    guard try Presence.ofLink(at: path) else { return [] }
    do throws(AlbumenError) { return try HistoryFile(path).transactions() } catch {
      throw AlbumenError(
        .damaged, error.message, subject: error.subject,
        hint: "move the file away, and replay its source again")
    }
  }

  /// Replaces what is kept, durably.
  func replace(with transactions: [Transaction]) throws(AlbumenError) {
    if transactions.isEmpty, try !Presence.ofLink(at: path) { return }
    do throws(PlatformError) {
      if transactions.isEmpty {
        try Failpoint.hit("waiting.unlink")
        return try Files.unlink(path)
      }
      try Files.createDirectories(path.parent)
      var out = JSONWriter()
      for transaction in transactions {
        transaction.write(to: &out)
        out.newline()
      }
      try DurableFile.replace(path, with: out.bytes, failpoint: "waiting")
    } catch { throw AlbumenError(error, "what waits cannot be kept") }
  }
}
