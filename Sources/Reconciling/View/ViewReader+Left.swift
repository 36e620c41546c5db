import Operations

/// What is left as it is, and told.
extension ViewReader {
  /// Leaves the photos in a directory that is no album's, such as the view's own, and the links to photos.
  mutating func leaveEntries(
    of directory: ViewSnapshot.Directory, _ reason: ViewFindings.Reason
  ) throws(Knowledge.Failure) {
    for entry in directory.entries.sorted(by: { LinkName.precedes($0.name, $1.name) }) {
      let path = directory.path + [entry.name]
      switch entry.kind {
      case .media: findings.left.append((path, reason))
      case .link(let text):
        let isKnown = try asset(ofLink: text, in: directory.path) != nil
        findings.left.append((path, isKnown ? reason : .untaken(text)))
      case .other: break
      }
    }
  }

  /// Takes notice of a directory that stands for no album, and of those in it.
  mutating func noteOutside(_ path: [[UInt8]]) {
    findings.left.append((path, .outside))
    for child in children[path] ?? [] where placed[child]?.album == nil { noteOutside(child) }
  }
}
