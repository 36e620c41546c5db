import Hashing
import OperationLog
import Operations
import Platform
import Replication

/// Is a piece of another history of a log than the one here, kept in the state directory
/// (docs/formats/machine-state.md, "Remotes").
struct AsidePiece {
  let name: PieceName
  let path: Path

  /// Opens it.
  ///
  /// - Throws: where it cannot be read, or is damaged.
  func reader(_ library: LibraryID) throws(AlbumenError) -> LogPieceReader {
    let bytes: [UInt8]
    do throws(PlatformError) {
      bytes = try DurableFile.contents(of: path, limit: LogPiece.maximumSize)
    } catch {
      throw unread(AlbumenError(error))
    }
    do throws(LogError) {
      return try LogPieceReader(
        bytes, log: name.log, library: library, range: name.firstSeq...name.lastSeq, path: path)
    } catch { throw unread(error) }
  }

  /// Reads on in it.
  func next(_ reader: inout LogPieceReader) throws(AlbumenError) -> LogEntry? {
    do throws(LogError) { return try reader.next() } catch { throw unread(error) }
  }

  /// The chain at its end.
  func end(_ library: LibraryID) throws(AlbumenError) -> Chain {
    var reader = try reader(library)
    while try next(&reader) != nil {}
    return reader.chain
  }

  /// Says that it cannot be read.
  func unread(_ error: LogError) -> AlbumenError { unread(AlbumenError(error)) }

  private func unread(_ error: AlbumenError) -> AlbumenError {
    AlbumenError(
      error.code, "a piece of another history cannot be read: \(error.message)",
      subject: path.display,
      hint: error.disposition == .corrupt
        ? "move it away; albumen sync gets it again where a remote has it" : error.hint,
      disposition: error.disposition, cause: error.cause)
  }
}
