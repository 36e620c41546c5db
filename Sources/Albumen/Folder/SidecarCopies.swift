import Operations
import Platform

/// Knows, of several copies of one photo that are taken in together, which of them has a sidecar: what it
/// says counts for all, whichever of them the asset is made from.
struct SidecarCopies {
  private var copies: [ContentID: (path: Path, facts: AssetFacts)] = [:]

  /// Takes notice of a copy; of several with sidecars the first by path counts.
  mutating func note(_ facts: AssetFacts, of content: ContentID, at path: Path) {
    guard facts.hasSidecar else { return }
    if let known = copies[content], known.path < path { return }
    copies[content] = (path, facts)
  }

  /// What is known of a copy that came with some facts.
  func facts(_ own: AssetFacts, of content: ContentID) -> AssetFacts {
    guard !copies.isEmpty, !own.hasSidecar, let other = copies[content]?.facts else { return own }
    return other.named(as: own)
  }
}
