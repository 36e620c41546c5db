import OperationLog
import Operations
import Platform

/// Says whether something is there, where a decision hangs on it: what cannot be looked at is no answer.
enum Presence {
  /// Whether there is an entry at a path, following no link.
  ///
  /// - Throws: what keeps it from being looked at, other than its not being there.
  static func ofLink(at path: Path) throws(AlbumenError) -> Bool {
    do throws(PlatformError) {
      _ = try FileStatus.ofLink(at: path)
      return true
    } catch {
      if error.code == .notFound { return false }
      throw AlbumenError(error, "it cannot be seen what is here")
    }
  }

  /// Whether a path leads to something, following links.
  ///
  /// - Throws: what keeps it from being looked at, other than its not being there.
  static func ofTarget(at path: Path) throws(AlbumenError) -> Bool {
    do throws(PlatformError) {
      _ = try FileStatus.ofTarget(at: path)
      return true
    } catch {
      if error.code == .notFound { return false }
      throw AlbumenError(error, "it cannot be seen what is here")
    }
  }

  /// The logs of a store that belong to another library than that.
  ///
  /// - Throws: for a log of which that cannot be told.
  static func foreignLogs(in store: LogStore) throws(AlbumenError) -> [LogID] {
    var foreign: [LogID] = []
    do throws(LogError) {
      for log in try store.logs() {
        do throws(LogError) {
          var cursor = try store.reader(log).entries()
          _ = try cursor.next()
        } catch {
          guard error.code == .otherLibrary else { throw error }
          foreign.append(log)
        }
      }
    } catch { throw AlbumenError(error) }
    return foreign
  }
}
