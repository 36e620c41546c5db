import Operations

/// Holds the references of all albums of a library: which asset is in which album, and where.
///
/// Most operations are about a reference, and a fold waits for memory more than for anything else. So all
/// of them are in one table, by the places that their album and asset have in the state's, and each is a
/// `PackedReference`: with its key 64 bytes. The few that hold what does not fit in there are kept whole.
package struct ReferenceTable: Sendable {
  /// Says which reference: where its album and its asset are in the tables of the state.
  struct Key: Hashable, Sendable {
    let album: UInt32
    let asset: UInt32

    init(album: Int, asset: Int) {
      self.album = UInt32(album)
      self.asset = UInt32(asset)
    }
  }

  private var packed = IDTable<Key, PackedReference>()
  /// The initial positions of references that were moved later.
  private var initials: ContiguousArray<PackedReference.Placed> = []
  /// The references that do not fit, by place.
  private var whole: [Int: LibraryState.Reference] = [:]
  /// The logs, whose places stand for them.
  private var logs = IDTable<LogID, Void>()
  /// The places of each album's references, by the album's place.
  private var ofAlbums: ContiguousArray<ContiguousArray<UInt32>> = []

  init() {}

  /// How many references there are, those that are no more included.
  package var count: Int { packed.count }

  /// The places of an album's references, in the order in which they came.
  func places(ofAlbum album: Int) -> some RandomAccessCollection<Int> {
    (album < ofAlbums.count ? ofAlbums[album] : []).lazy.map { Int($0) }
  }

  /// The place of the asset that the reference at a place is to.
  func asset(at place: Int) -> Int { Int(packed[place].key.asset) }

  /// The place of a reference; nil where nothing was ever said of it.
  func place(ofAlbum album: Int, asset: Int) -> Int? {
    packed.place(of: Key(album: album, asset: asset))
  }

  /// Finds the places of many references; nil where one has none, or is not found at once.
  func find(_ keys: ContiguousArray<Key>, _ places: inout ContiguousArray<Int?>) {
    packed.find(keys, &places)
  }

  /// The place of a reference, which is one that holds nothing where there was none.
  mutating func makePlace(_ key: Key) -> Int {
    let count = packed.count
    let album = Int(key.album)
    let place = packed.place(of: key, orNew: PackedReference())
    if packed.count > count {
      while ofAlbums.count <= album { ofAlbums.append([]) }
      ofAlbums[album].append(UInt32(place))
    }
    return place
  }

  /// What is known of the reference at a place.
  subscript(place: Int) -> LibraryState.Reference {
    let packed = packed[at: place]
    if packed.isWhole, let whole = whole[place] { return whole }
    let shown = packed.place.map { entry($0) }
    let aside = packed.initial == 0 ? nil : entry(initials[Int(packed.initial) - 1])
    return LibraryState.Reference(
      life: life(of: packed),
      place: packed.isWritten
        ? LastWrite(written: shown, initial: aside) : LastWrite(initial: shown))
  }

  /// Gives the place of a reference that holds nothing what is known of it.
  mutating func put(_ reference: LibraryState.Reference, at place: Int) {
    withLife(at: place) { $0 = reference.life }
    if let initial = reference.place.initial {
      initialize(place, to: initial.content, at: initial.stamp)
    }
    if let written = reference.place.written {
      write(written.content, at: written.stamp, to: place)
    }
  }

  /// Changes the set of what keeps the reference at a place in being.
  mutating func withLife<Result>(
    at place: Int, _ body: (inout DotSet) -> Result
  ) -> Result {
    if packed[at: place].isWhole { return withWhole(place) { body(&$0.life) } }
    var life = life(of: packed[at: place])
    let result = body(&life)
    if let dot = life.one {
      packed[at: place].life = .init(log: number(of: dot.log), seq: dot.seq)
    } else if life.isEmpty {
      packed[at: place].life = nil
    } else {
      withWhole(place) { $0.life = life }
    }
    return result
  }

  /// Writes the position of the reference at a place, if `stamp` is greater than that of what was written
  /// before.
  mutating func write(_ position: Position, at stamp: Stamp, to place: Int) {
    let old = packed[at: place]
    guard !old.isWhole, let new = placed(position, at: stamp) else {
      return withWhole(place) { $0.place.write(position, at: stamp) }
    }
    if let placed = old.place {
      if !old.isWritten {
        packed[at: place].initial = keep(placed)
      } else if self.stamp(of: placed) >= stamp {
        return
      }
    }
    packed[at: place].place = new
    packed[at: place].isWritten = true
  }

  /// Gives the reference at a place its initial position, if `stamp` is smaller than that of the one it has.
  mutating func initialize(_ place: Int, to position: Position, at stamp: Stamp) {
    let old = packed[at: place]
    guard !old.isWhole, let new = placed(position, at: stamp) else {
      return withWhole(place) { $0.place.initialize(to: position, at: stamp) }
    }
    if !old.isWritten {
      if let placed = old.place, self.stamp(of: placed) <= stamp { return }
      packed[at: place].place = new
    } else if old.initial == 0 {
      packed[at: place].initial = keep(new)
    } else if self.stamp(of: initials[Int(old.initial) - 1]) > stamp {
      initials[Int(old.initial) - 1] = new
    }
  }

  /// Changes the reference at a place, which is kept whole from then on.
  private mutating func withWhole<Result>(
    _ place: Int, _ body: (inout LibraryState.Reference) -> Result
  ) -> Result {
    if !packed[at: place].isWhole {
      whole[place] = self[place]
      packed[at: place] = PackedReference(isWhole: true)
    }
    return body(&whole[place, default: LibraryState.Reference()])
  }

  /// Lays an initial position aside.
  ///
  /// - Returns: its place there, and one.
  private mutating func keep(_ placed: PackedReference.Placed) -> UInt32 {
    initials.append(placed)
    return UInt32(initials.count)
  }

  private mutating func number(of log: LogID) -> UInt32 {
    UInt32(logs.place(of: log, orNew: ()))
  }

  private func dot(_ dot: PackedReference.PackedDot) -> Dot {
    Dot(log: logs[Int(dot.log)].key, seq: dot.seq)
  }

  private func life(of packed: PackedReference) -> DotSet {
    var life = DotSet()
    if let one = packed.life { life.insert(dot(one)) }
    return life
  }

  private func stamp(of placed: PackedReference.Placed) -> Stamp {
    Stamp(hlc: placed.hlc, dot: dot(placed.dot))
  }

  private func entry(_ placed: PackedReference.Placed) -> LastWrite<Position>.Entry {
    .init(stamp: stamp(of: placed), content: Position(words: placed.words))
  }

  /// A position as it is packed; nil for one that is too long.
  private mutating func placed(
    _ position: Position, at stamp: Stamp
  ) -> PackedReference.Placed? {
    position.words.map {
      .init(
        hlc: stamp.hlc, words: $0,
        dot: .init(log: number(of: stamp.dot.log), seq: stamp.dot.seq))
    }
  }
}
