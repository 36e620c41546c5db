package import LibraryState
package import Operations

/// Tells which of some assets belong together (docs/design/0018-pairs.md).
///
/// Pure, and the same for whatever order they come in. Where more than two come into question for one
/// pair, nothing is concluded.
package struct PairRules {
  /// Says how sure it is that two belong together; the smaller, the surer.
  package enum Evidence: Int, Comparable, Sendable {
    /// One identifier, and one name in one directory.
    case identifierAndName
    /// One identifier.
    case identifier
    /// One name in one directory, and taken at the same time.
    case name

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Two that may belong together.
  package struct Edge: Hashable, Sendable {
    package let part: AssetID
    package let whole: AssetID
    package let role: PartRole
    package let evidence: Evidence

    /// What is said of the part.
    package var fields: [Field] {
      [Field(.partOf, .digest(whole.cast())), Field(.role, .text(role.rawValue))]
    }
  }

  /// No motion part of a photo is longer, in seconds.
  private static let longestMotion = 5.0

  /// Those that may belong together.
  package private(set) var edges: [Edge] = []
  private var byPart: [AssetID: [Edge]] = [:]
  private var byWhole: [AssetID: [Edge]] = [:]

  /// - Parameters:
  ///   - assets: all that come into question.
  ///   - names: the names that each asset's files have.
  package init(_ assets: [PairAsset], names: [AssetID: Set<PairName>]) {
    var byName: [PairName: [PairAsset]] = [:]
    var byIdentifier: [ExactText: [PairAsset]] = [:]
    for still in assets where still.traits.kind == .still {
      for name in names[still.id] ?? [] { byName[name, default: []].append(still) }
      if let identifier = still.traits.identifier {
        byIdentifier[ExactText(identifier), default: []].append(still)
      }
    }
    for part in assets {
      let role: PartRole
      switch part.traits.kind {
      case .movie?: role = .pairedVideo
      case .raw?: role = .raw
      case .still?, nil: continue
      }
      var stills: [AssetID: (asset: PairAsset, isBeside: Bool)] = [:]
      let alike = part.traits.identifier.flatMap { byIdentifier[ExactText($0)] } ?? []
      for still in alike { stills[still.id] = (still, false) }
      for still in (names[part.id] ?? []).flatMap({ byName[$0] ?? [] }) {
        stills[still.id] = (still, true)
      }
      for (whole, still) in stills.sorted(by: { $0.key < $1.key }) {
        let evidence = Self.evidence(part.traits, still.asset.traits, isBeside: still.isBeside)
        guard let evidence else { continue }
        edges.append(Edge(part: part.id, whole: whole, role: role, evidence: evidence))
      }
    }
    byPart = Dictionary(grouping: edges, by: \.part)
    byWhole = Dictionary(grouping: edges, by: \.whole)
  }

  private static func evidence(
    _ part: PairTraits, _ whole: PairTraits, isBeside: Bool
  ) -> Evidence? {
    if part.kind == .movie, let one = part.identifier, let other = whole.identifier {
      guard one.utf8.elementsEqual(other.utf8) else { return nil }
      return isBeside ? .identifierAndName : .identifier
    }
    guard isBeside, let one = part.captured, let other = whole.captured,
      CaptureClock.areTogether(one, other)
    else { return nil }
    if part.kind == .movie {
      guard let duration = part.duration, duration <= longestMotion else { return nil }
    }
    return .name
  }

  /// What a part belongs to, if that is beyond doubt; and if not, what it may belong to.
  package func conclusion(for part: AssetID) -> Conclusion {
    guard let strongest = byPart[part]?.map(\.evidence).min() else { return .nothing }
    let wholes = (byPart[part] ?? []).filter { $0.evidence == strongest }
    guard wholes.count == 1, let edge = wholes.first else {
      return .doubt(wholes.map(\.whole).sorted())
    }
    // Another part of that kind has as good a claim.
    let rivals = (byWhole[edge.whole] ?? []).filter {
      $0.evidence == strongest && $0.role == edge.role && $0.part != part
    }
    return rivals.isEmpty ? .pair(edge) : .doubt(([edge.whole] + rivals.map(\.part)).sorted())
  }

  /// The pairs that are to be noted, by their parts.
  ///
  /// What a person has said of a part stands, and so does what is noted already, unless the new is surer:
  /// files that have moved apart stay a pair.
  ///
  /// - Parameter assets: all that come into question.
  package func pairs(among assets: [AssetID: PairAsset]) -> [Edge] {
    byPart.keys.sorted().compactMap { part in
      guard case .pair(let edge) = conclusion(for: part), let known = assets[part],
        !known.isDecided, known.whole != edge.whole, assets[edge.whole]?.whole != part
      else { return nil }
      if let whole = known.whole, evidence(for: part, in: whole) <= edge.evidence { return nil }
      return edge
    }
  }

  /// Says what is concluded of an asset.
  package enum Conclusion: Equatable, Sendable {
    case nothing
    case pair(Edge)
    /// Too many come into question: these.
    case doubt([AssetID])
  }

  /// Whether an asset may be part of another.
  package func isPart(_ asset: AssetID) -> Bool { byPart[asset] != nil }

  /// What others of which an asset would be the whole make doubtful.
  package func doubts(about whole: AssetID) -> [AssetID] {
    var doubtful: Set<AssetID> = []
    for edge in byWhole[whole] ?? [] {
      guard case .doubt(let others) = conclusion(for: edge.part) else { continue }
      doubtful.formUnion(others)
      doubtful.insert(edge.part)
    }
    doubtful.remove(whole)
    return doubtful.sorted()
  }

  /// How sure it is that a part belongs to what it is said to be part of.
  ///
  /// That was concluded when it was sure enough; where nothing speaks for it any more, its files have
  /// moved apart.
  private func evidence(for part: AssetID, in whole: AssetID) -> Evidence {
    byPart[part]?.first { $0.whole == whole }?.evidence ?? .name
  }
}
