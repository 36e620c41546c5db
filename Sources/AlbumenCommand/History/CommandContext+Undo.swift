import Albumen
import CommandParsing
import TextForms

/// Is how an undo, a redo or a return is told.
struct UndoTelling {
  /// The command: `undo`.
  let action: String
  /// As it begins a sentence: `Undid`.
  let past: String
  /// Behind "Would": `undo`.
  let base: String
  /// What it was done to, for people.
  let object: String
}

extension CommandContext {
  /// How many lines of what is left are told to a person; `--json` has all.
  private static let mostTold = 20

  /// Tells what came of an undo, a redo or a return.
  func tell(
    _ report: UndoReport, _ telling: UndoTelling, in library: PhotoLibrary
  ) async throws -> ExitStatus {
    let status: ExitStatus = report.isWhole ? .done : .partlyDone
    if isJSON {
      try record(report, telling)
      return status
    }
    let titles = try await library.titles()
    let phrases = Wording.phrases(ChangeSummary(report.operations)) { titles[$0] }
    if report.operations.isEmpty {
      try say("Nothing to do: \(telling.object).")
    } else {
      let rest = phrases.isEmpty ? "; nothing that shows changes" : ""
      try say("\(isDryRun ? "Would \(telling.base)" : telling.past) \(telling.object)\(rest).")
      for phrase in phrases { try say("  \(phrase)") }
    }
    if report.filesInTrash > 0 {
      let files = Wording.count(report.filesInTrash, "file")
      let verb = report.filesInTrash == 1 ? "stays" : "stay"
      let them = report.filesInTrash == 1 ? "it" : "them"
      try say("\(files) \(verb) in .albumen/trash; albumen untrash brings \(them) back.")
    }
    if let later = report.laterOfFolder {
      let id = Wording.short(later.id)
      let label = TextForm.printable(later.label)
      try say("What the folder did since, \(id) (\(label)), stands: albumen undo \(id)")
    }
    let facts = report.left.count { $0.reason == .fact }
    if facts > 0 { try say("Left \(Wording.count(facts, "fact")): \(Wording.reason(.fact)).") }
    let contested = report.left.filter { $0.reason != .fact }
    for left in contested.prefix(Self.mostTold) {
      diagnostics.warning("left: \(try await words(left, titles, in: library))")
    }
    if contested.count > Self.mostTold {
      diagnostics.warning("… and \(contested.count - Self.mostTold) more")
    }
    return status
  }

  private func words(
    _ left: UndoReport.Left, _ titles: [AlbumID: String], in library: PhotoLibrary
  ) async throws -> String {
    var parts: [String] = []
    if let album = left.album {
      parts.append(titles[album].map { Wording.quoted($0) } ?? Wording.short(album))
    }
    if let asset = left.asset {
      parts.append(
        try await library.asset(asset).map { Wording.name($0) } ?? Wording.short(asset))
    }
    if let tag = left.tag { parts.append("tag \(Wording.quoted(tag))") }
    if let field = left.field { parts.append(TextForm.printable(field.text)) }
    let what = parts.isEmpty ? "an operation" : parts.joined(separator: ", ")
    return "\(what) (\(Wording.reason(left.reason)))"
  }

  private func record(_ report: UndoReport, _ telling: UndoTelling) throws {
    try output.record(.undo) { writer in
      writer.member("action", telling.action)
      writer.member("dryRun", isDryRun)
      writer.member("subject", id: report.subject)
      writer.member("transaction", id: report.transaction)
      writer.member("operations", report.operations.count)
      let summary = ChangeSummary(report.operations)
      writer.name("effects")
      summary.write(to: &writer)
      writer.list("left", report.left) { writer, left in
        writer.object { writer in
          if let album = left.album { writer.member("album", id: album) }
          if let asset = left.asset { writer.member("asset", id: asset) }
          if let tag = left.tag { writer.member("tag", tag) }
          if let field = left.field { writer.member("field", field.text) }
          writer.member("reason", left.reason.rawValue)
        }
      }
    }
  }
}

extension ChangeSummary {
  /// Writes what operations did as an object: counts, and a list of albums; what is 0 is left out.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      func count(_ name: String, _ number: Int) {
        if number > 0 { writer.member(name, number) }
      }
      count("imported", imported)
      count("trashed", trashed)
      count("restored", restored)
      count("purged", purged)
      count("edited", edited)
      count("observed", observed)
      count("tagged", tagged)
      count("untagged", untagged)
      count("others", others)
      writer.list("albums", albums) { writer, part in
        writer.object { writer in
          writer.member("id", id: part.album)
          if let made = part.made { writer.member("made", made) }
          if let renamed = part.renamed { writer.member("renamed", renamed) }
          if part.isDeleted { writer.member("deleted", true) }
          if part.isRestored { writer.member("restored", true) }
          for (name, number) in [
            ("added", part.added), ("removed", part.removed), ("moved", part.moved),
          ] where number > 0 { writer.member(name, number) }
          if !part.fields.isEmpty {
            writer.list("fields", part.fields.sorted()) { $0.string($1.text) }
          }
        }
      }
    }
  }
}
