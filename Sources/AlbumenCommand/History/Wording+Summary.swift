import Albumen
import TextForms

extension Wording {
  /// What operations did, a phrase each: `2 imported`, `Rome: added 12, moved 3`.
  ///
  /// - Parameter title: what an album is called.
  static func phrases(_ summary: ChangeSummary, title: (AlbumID) -> String?) -> [String] {
    var phrases: [String] = []
    func count(_ number: Int, _ past: String) {
      if number > 0 { phrases.append("\(number) \(past)") }
    }
    count(summary.imported, "imported")
    count(summary.trashed, "trashed")
    count(summary.restored, "restored")
    count(summary.purged, "purged")
    count(summary.edited, "edited")
    count(summary.observed, "moved or changed in the folder")
    if summary.tagged > 0 { phrases.append(Self.count(summary.tagged, "tag") + " added") }
    if summary.untagged > 0 { phrases.append(Self.count(summary.untagged, "tag") + " removed") }
    for part in summary.albums {
      let words = words(part)
      let name = part.made ?? title(part.album) ?? part.renamed
      let printed = name.map { TextForm.printable($0) } ?? short(part.album)
      if !words.isEmpty { phrases.append("\(printed): \(words.joined(separator: ", "))") }
    }
    if summary.others > 0 { phrases.append(Self.count(summary.others, "other operation")) }
    return phrases
  }

  /// What a transaction did, in words.
  ///
  /// - Parameters:
  ///   - summary: its operations summed up; nil where they could not be read.
  ///   - title: what an album is called.
  static func effects(
    _ record: TransactionRecord, _ summary: ChangeSummary?, title: (AlbumID) -> String?
  ) -> String {
    guard let summary else { return effects(record.effects) }
    let phrases = phrases(summary, title: title)
    // An undo that has to leave everything is written all the same.
    return phrases.isEmpty ? "nothing that shows changes" : phrases.joined(separator: "; ")
  }

  private static func words(_ part: ChangeSummary.AlbumPart) -> [String] {
    var words: [String] = []
    if part.made != nil { words.append("made") }
    if part.isRestored { words.append("restored") }
    if let renamed = part.renamed, part.made == nil {
      words.append("renamed to \(quoted(renamed))")
    }
    if part.added > 0 { words.append("added \(part.added)") }
    if part.removed > 0 { words.append("removed \(part.removed)") }
    if part.moved > 0 { words.append("moved \(part.moved)") }
    if part.fields.contains(.parent) { words.append("put elsewhere") }
    if part.fields.contains(.cover) { words.append("cover set") }
    let others = part.fields.subtracting([.parent, .cover]).sorted()
    if !others.isEmpty {
      words.append("set " + others.map { TextForm.printable($0.text) }.joined(separator: ", "))
    }
    if part.isDeleted { words.append("deleted") }
    return words
  }

  /// Why something is left, for people.
  static func reason(_ reason: LeftReason) -> String {
    switch reason {
    case .changedSince: "changed since"
    case .usedSince: "used since"
    case .removedByOthers: "removed by another change, too"
    case .addedByOthers: "added again since"
    case .noEarlierPlace: "it had no place of its own before"
    case .bytesGone: "its file is gone"
    case .fact: "what was found in the folder stays"
    case .unknown: "made by a newer version"
    }
  }
}
