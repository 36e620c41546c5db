import Operations

/// What links in the view lead to.
extension ViewReader {
  /// The asset that a link leads to, or led to when it was made.
  mutating func asset(
    ofLink text: [UInt8], in directory: [[UInt8]]
  ) throws(Knowledge.Failure) -> AssetID? {
    try asset(of: text, in: directory) ?? assetsByText[text]
  }

  /// Whether a link leads to nothing from where it is, and says what one of ours does.
  mutating func isKnownByTextAlone(
    _ text: [UInt8], in directory: [[UInt8]]
  ) throws(Knowledge.Failure) -> Bool {
    try asset(of: text, in: directory) == nil && assetsByText[text] != nil
  }

  /// Whether what was saved over an asset's link is an edit of it: of one that was purged since nothing is
  /// left that could be edited, so that is a new photo.
  func isEditable(_ asset: AssetID) throws(Knowledge.Failure) -> Bool {
    if try knowledge.isAlive(asset) { return true }
    return try knowledge.isHere(asset)
  }

  func asset(
    of text: [UInt8], in directory: [[UInt8]]
  ) throws(Knowledge.Failure) -> AssetID? {
    if let standIn = StandIn(text: text) { return try knowledge.asset(ofContent: standIn.content) }
    guard let target = links.target(of: text, in: directory, orInView: true) else { return nil }
    return try knowledge.asset(at: target)
  }

  /// Whether a link says what one of ours would.
  func hasOurText(_ text: [UInt8], _ directory: [[UInt8]]) -> Bool {
    if StandIn(text: text) != nil { return true }
    guard let target = links.target(of: text, in: directory) else { return false }
    return ViewLinks.text(depth: directory.count, target: target) == text
  }

  /// Whether a link is, by its name and what it says, like one of ours.
  func hasOurForm(_ name: [UInt8], _ text: [UInt8], _ directory: [[UInt8]]) -> Bool {
    LinkName(name).isNumbered && hasOurText(text, directory)
  }
}

extension ViewBase {
  /// The assets of our links, by what the links say.
  var assetsByText: [[UInt8]: AssetID] {
    var assets: [[UInt8]: AssetID] = [:]
    for rows in entries.values {
      for (asset, row) in rows {
        guard let text = row.text, row.isOurs else { continue }
        assets[text] = min(asset, assets[text] ?? asset)
      }
    }
    return assets
  }
}
