import MediaKit
import Platform

/// Is a sidecar that comes along with a photo.
struct ImportSidecar: Sendable {
  /// The photo or video that it says something about.
  let photo: Path
  /// The copy, or, where only a try is made, the source.
  let staged: StagedFile

  /// Where it goes beside a copy of its photo: by the same of the two namings.
  func name(beside copy: Path) -> Path {
    let names = MediaSidecar.paths(beside: photo)
    let index = names.firstIndex { $0.lastComponent == staged.source.lastComponent } ?? 0
    let wanted = MediaSidecar.paths(beside: copy)
    return wanted.indices.contains(index)
      ? wanted[index] : copy.parent / staged.source.lastComponent
  }
}
