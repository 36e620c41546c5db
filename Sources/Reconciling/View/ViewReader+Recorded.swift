import Operations

extension ViewReader {
  /// Whether a directory has what is recorded of it and nothing else, all of it symbolic links, with
  /// nothing under way: then there is nothing to find out, and most are like that.
  func isAsRecorded(
    _ directory: ViewSnapshot.Directory, _ rows: [AssetID: ViewBase.Entry]
  ) -> Bool {
    guard before.isEstablished, directory.isWhole, directory.entries.count == rows.count else {
      return false
    }
    let path = ViewBase.join(directory.path)
    guard strays[path] == nil, findings.base.strays[path] == nil else { return false }
    var texts: [[UInt8]: [UInt8]] = [:]
    texts.reserveCapacity(rows.count)
    for row in rows.values {
      guard row.standing == .settled, row.nextName == nil, row.mark == nil, row.standIn == nil,
        let text = row.text
      else { return false }
      texts[row.name] = text
    }
    return directory.entries.allSatisfy { entry in
      guard case .link(let text) = entry.kind, entry.mark == nil else { return false }
      return texts[entry.name] == text
    }
  }
}
