import OperationLog
import Operations
import Platform
import Replication

/// Remembers how far this machine's logs may be elsewhere (docs/formats/machine-state.md, "What has left").
///
/// Unlike what is known of a remote it is no cache: it only grows, and no removed remote takes it along.
extension LibraryStore {
  private static let leavingTitle = "albumen-left 1"
  private var leavingPath: Path { stateDirectory / "left" }

  /// Up to which operation each log may have left this machine.
  ///
  /// - Throws: `.damaged` where the file is something else, and what reading throws.
  private func left() throws(AlbumenError) -> [LogID: UInt64] {
    let bytes: [UInt8]
    do throws(PlatformError) {
      bytes = try DurableFile.contents(of: leavingPath, limit: 1 << 20)
    } catch {
      if error.code == .notFound { return [:] }
      throw AlbumenError(error, "what has left this machine cannot be read")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    var left: [LogID: UInt64] = [:]
    for line in lines.dropFirst() {
      let words = line.split(separator: " ")
      guard words.count == 2, let log = LogID(words[0]), let seq = UInt64(words[1]) else {
        throw unreadable
      }
      left[log] = seq
    }
    guard lines.first == Substring(Self.leavingTitle), bytes.last == UInt8(ascii: "\n") else {
      throw unreadable
    }
    return left
  }

  private var unreadable: AlbumenError {
    AlbumenError(
      .damaged, "what has left this machine cannot be read", subject: leavingPath.display,
      hint: "remove the file", disposition: .corrupt)
  }

  /// Notes, durably, that operations of this machine's log up to one may be elsewhere from now on.
  func noteLeaving(_ log: LogID, upTo seq: UInt64) throws(AlbumenError) {
    var left = try left()
    guard left[log].map({ $0 < seq }) ?? true else { return }
    left[log] = seq
    let lines = left.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
    let text = Self.leavingTitle + "\n" + lines.joined()
    do throws(PlatformError) {
      try DurableFile.replace(
        leavingPath, with: Array(text.utf8), permissions: 0o600, failpoint: "left")
    } catch { throw AlbumenError(error, "what leaves this machine cannot be noted") }
  }

  /// Whether something of a log may have left this machine while that was its own, which it need not be any
  /// more.
  func hasLeft(_ log: LogID) throws(AlbumenError) -> Bool { try left()[log] != nil }

  /// Whether it is certain that nobody else has anything of this machine's log behind an operation.
  ///
  /// It is not where nothing was noted of the log, where a remote is known to have more, or where
  /// another log was written by somebody who had seen more of it as it is here. Reads all logs if need be.
  ///
  /// - Throws: where the remotes, or what is known of them, cannot be read.
  func isAlone(with log: LogID, behind seq: UInt64) throws(AlbumenError) -> Bool {
    guard let left = try left()[log], left <= seq else { return false }
    for entry in try remoteList().entries {
      if try knowledge(of: entry.name).lastSeq(of: log) > seq { return false }
    }
    do throws(LogError) {
      // Who goes on with the other history names that one's end.
      var ends: Set<Context.Entry> = []
      var own = try logs.reader(log).entries(behind: seq)
      while let entry = try own.next() {
        let last = entry.transaction.lastSeq
        ends.insert(Context.Entry(log: log, seq: last, chain: entry.chain.prefix))
      }
      for other in try logs.logs() where other != log {
        var cursor = try logs.reader(other).entries()
        while let transaction = try cursor.next()?.transaction {
          if transaction.context.entries.contains(where: { ends.contains($0) }) { return false }
        }
      }
    } catch {
      // What cannot be read may name it.
      return false
    }
    return true
  }
}
