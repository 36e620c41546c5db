import OperationLog
import Operations
import Platform

extension DirectoryRemote {
  /// How long a piece stays beside a larger one that holds all of it.
  private static let overlapTime: Duration = .seconds(3600)

  package func tidy(_ pieces: [PieceName]) throws(ReplicationError) {
    guard let log = pieces.first?.log else { return }
    // By holder, what it was found to hold: each is read once.
    var held: [PieceName: [UInt64: Chain]] = [:]
    for piece in pieces {
      for holder in pieces where holder != piece {
        guard holder.firstSeq <= piece.firstSeq, holder.lastSeq >= piece.lastSeq,
          let found = try status(of: path(of: holder)), isOld(found, Self.overlapTime)
        else { continue }
        let there: [UInt64: Chain]
        if let known = held[holder] {
          there = known
        } else {
          // Only where there is something to remove: this reads all of the holder.
          guard try status(of: path(of: piece)) != nil else { break }
          there = try chains(in: holder)
          held[holder] = there
        }
        if try remove(piece, unlessOther: there[piece.lastSeq]) { break }
      }
    }
    try removeAbandoned(in: directory(of: log))
  }

  /// Removes a piece that ends with a chain; false where it ends otherwise, or where there is none.
  private func remove(
    _ piece: PieceName, unlessOther chain: Chain?
  ) throws(ReplicationError) -> Bool {
    do throws(PlatformError) {
      guard let chain, try end(of: piece)?.chain == chain else { return false }
      try Failpoint.hit("remote.tidy")
      do throws(PlatformError) { try Files.unlink(path(of: piece)) } catch {
        guard error.code == .notFound else { throw error }
      }
      return true
    } catch { throw ReplicationError(error) }
  }

  /// The chains behind the transactions of a piece, by their last operations, after all of it was
  /// verified; nothing where it is not sound.
  private func chains(in piece: PieceName) throws(ReplicationError) -> [UInt64: Chain] {
    guard let library = try marker()?.library else { return [:] }
    let bytes: [UInt8]
    do throws(ReplicationError) { bytes = try self.bytes(of: piece) } catch {
      switch error.code {
      case .missing, .tooLarge, .damaged: return [:]
      default: throw error
      }
    }
    do throws(LogError) {
      var chains: [UInt64: Chain] = [:]
      var reader = try LogPieceReader(
        bytes, log: piece.log, library: library, range: piece.firstSeq...piece.lastSeq,
        path: path(of: piece))
      while let entry = try reader.next() { chains[entry.transaction.lastSeq] = entry.chain }
      return chains
    } catch {
      // Whatever it is, it holds nothing in place of another.
      return [:]
    }
  }

  /// Removes what writers that died a day ago have left.
  private func removeAbandoned(in directory: Path) throws(ReplicationError) {
    for name in try names(in: directory) {
      let text = name.display
      guard text.hasPrefix(".albumen-"), text.hasSuffix(".tmp"),
        let found = try status(of: directory / name), found.kind == .regular,
        isOld(found, .seconds(86_400))
      else { continue }
      try? Files.unlink(directory / name)
    }
  }
}
