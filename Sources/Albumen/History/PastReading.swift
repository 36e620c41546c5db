import Catalogue
import LibraryState
import OperationLog
import Operations

/// Makes a part of a past state out of the operations that are about it.
///
/// Each transaction is read out of its own frame, where the catalogue says that it stands. Where a segment
/// is not the one that the catalogue saw (a log was cut into segments anew, say), or is damaged, its
/// transactions are read in its order, which is also what finds out what is wrong.
struct PastReading {
  private let store: LibraryStore
  private let catalogue: Catalogue
  /// What has been made so far.
  private(set) var state = LibraryState()
  /// How many frames were read by their places, and of others for what those refer to.
  private(set) var framesRead = 0
  /// How many segments were gone through in order.
  private(set) var segmentsWalked = 0

  init(_ store: LibraryStore, _ catalogue: Catalogue) {
    self.store = store
    self.catalogue = catalogue
  }

  /// Applies what transactions say about something.
  ///
  /// - Parameter places: of each log, in its order.
  mutating func read(
    _ places: [LogID: [FramePlace]], about subject: SegmentExcerpt.Subject
  ) throws(AlbumenError) {
    for (log, ofLog) in places {
      var rest = ofLog[...]
      while let first = rest.first {
        let ofSegment = rest.prefix { $0.segment == first.segment }
        rest = rest[ofSegment.endIndex...]
        // As in a fold, a time out of range takes all effect away.
        let wanted = ofSegment.filter { $0.hlc < HybridClock.end }
        if wanted.isEmpty { continue }
        let marks = try store.asking { () throws(CatalogueError) in
          try catalogue.frameMarks(of: log, segment: first.segment)
        }
        if !readFrames(wanted, of: log, marks, about: subject) {
          segmentsWalked += 1
          try walk(wanted, of: log, about: subject)
        }
      }
    }
  }

  /// Takes in which dots keep assets alive now; those that a vector has did so then.
  mutating func keepAlive(_ lives: [(asset: AssetID, dot: Dot)], at vector: VersionVector) {
    for (asset, dot) in lives where vector.contains(dot) { state.add(dot, to: .asset(asset)) }
  }

  /// Ends the reading with what is delivered then.
  mutating func conclude(at vector: VersionVector) { state.vector = vector }

  /// Reads transactions of one segment out of their frames; false, and nothing is applied, where it is not
  /// the one that they were delivered from.
  private mutating func readFrames(
    _ places: [FramePlace], of log: LogID, _ marks: [FrameMark],
    about subject: SegmentExcerpt.Subject
  ) -> Bool {
    // Kept until all have been read.
    var found: [(operation: Operation, dot: Dot, hlc: UInt64)] = []
    found.reserveCapacity(places.count)
    do throws(LogError) {
      var excerpt = try SegmentExcerpt(store.logs.reader(log), places, marks: marks)
      for place in places {
        try excerpt.forEachOperation(of: place, about: subject) { seq, operation in
          found.append((operation, Dot(log: log, seq: seq), place.hlc))
        }
      }
      framesRead += excerpt.framesRead
    } catch { return false }
    for item in found where subject.holds(item.operation.change) {
      state.apply(item.operation, as: item.dot, hlc: item.hlc)
    }
    return true
  }

  /// Reads transactions of one segment by going through it.
  private mutating func walk(
    _ places: [FramePlace], of log: LogID, about subject: SegmentExcerpt.Subject
  ) throws(AlbumenError) {
    let dots = places.map { Dot(log: log, seq: $0.seq) }
    try store.forEachTransaction(named: dots) { transaction in
      for (index, operation) in transaction.operationList.enumerated()
      where subject.holds(operation.change) {
        state.apply(operation, as: transaction.dot(at: index), hlc: transaction.hlc)
      }
    }
  }
}

extension SegmentExcerpt.Subject {
  /// Whether a change is about it.
  fileprivate func holds(_ change: Operation.Change) -> Bool {
    switch self {
    case .album(let album): change.subjects.album == album
    case .lives(let assets): change.life.map(assets.contains) ?? false
    }
  }
}

extension Operation.Change {
  /// The asset whose life it is about.
  fileprivate var life: AssetID? {
    switch self {
    case .addAsset(let asset, _), .trashAsset(let asset, _, _), .restoreAsset(let asset): asset
    default: nil
    }
  }
}
