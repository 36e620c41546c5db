import Operations

/// Keeps where the assets in the tables of segments are in the table of a state: so that each is looked up
/// once a segment, and not once an operation, which would be a wait for memory each time.
struct SegmentPlaces: Sendable {
  /// What is kept of one segment: for each place in its table, one more than that in the state's; 0 where
  /// it was not looked up yet.
  private struct Segment: Sendable {
    let tables: TableIdentity
    var places: ContiguousArray<UInt32> = []
  }

  /// Those of several logs, which come in turn.
  private var segments: [Segment] = []
  private var current = 0
  /// Where the asset that is folded in stands in the current segment's table.
  private var asset: Int?

  private static var most: Int { 16 }

  /// Begins with operations that were read with certain tables.
  mutating func begin(_ tables: TableIdentity) {
    if current < segments.count, segments[current].tables === tables { return }
    if let known = segments.firstIndex(where: { $0.tables === tables }) {
      current = known
    } else if segments.count < Self.most {
      current = segments.count
      segments.append(Segment(tables: tables))
    } else {
      current = (current + 1) % Self.most
      segments[current] = Segment(tables: tables)
    }
  }

  /// Says where the asset of the operation that comes next stands in the tables; nil where it is not known,
  /// and behind the last one.
  ///
  /// Until it is said anew `place` answers for this asset alone: the fold of an operation asks for no other.
  mutating func expect(_ place: Int?) { asset = place }

  /// The place of the asset that is expected, if it was looked up before.
  var place: Int? {
    guard let asset, asset < segments[current].places.count else { return nil }
    let known = segments[current].places[asset]
    return known == 0 ? nil : Int(known) - 1
  }

  /// Keeps the place that was found for the asset that is expected.
  mutating func keep(_ place: Int) {
    guard let asset else { return }
    let missing = asset + 1 - segments[current].places.count
    if missing > 0 {
      segments[current].places.append(contentsOf: repeatElement(0, count: missing))
    }
    segments[current].places[asset] = UInt32(place + 1)
  }
}
