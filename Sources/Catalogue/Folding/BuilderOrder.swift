import LibraryState
import Operations

/// Numbers the assets and albums of a state, from 1, in the order of their ids.
struct BuilderOrder {
  /// For each number its asset's place in the state, ascending by number.
  let assets: [(number: Int64, place: Int)]
  /// For each number its album's place.
  let albums: [(number: Int64, place: Int)]
  /// The number of the asset at each place.
  let assetNumbers: [Int64]
  /// The number of the album at each place.
  let albumNumbers: [Int64]

  init(_ state: LibraryState) {
    (assets, assetNumbers) = Self.number(state.assetIDs)
    (albums, albumNumbers) = Self.number(state.albumIDs)
  }

  private static func number<Key: Comparable>(
    _ keys: [Key]
  ) -> (sorted: [(number: Int64, place: Int)], numbers: [Int64]) {
    let places = keys.indices.sorted { keys[$0] < keys[$1] }
    var numbers = [Int64](repeating: 0, count: keys.count)
    for (index, place) in places.enumerated() { numbers[place] = Int64(index + 1) }
    return (places.enumerated().map { (Int64($0.offset + 1), $0.element) }, numbers)
  }
}
