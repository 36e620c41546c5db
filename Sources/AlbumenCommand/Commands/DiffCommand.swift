import Albumen
import CommandParsing
import TextForms

/// Tells what differs between two points in time.
enum DiffCommand: Command {
  static let spec = CommandSpec(
    ["diff"], "tells what differs between two points in time",
    discussion: """
      Lists the albums, photos and videos that are not what they were: what came in, what was trashed, \
      what an album got, lost, or shows in another order.
      """,
    operands: [
      OperandSpec("A", summary: "a time, an id as log shows it, or now~N for N changes back"),
      OperandSpec("B", .optional, summary: "the same; now, if it is not given"),
    ],
    examples: [
      CommandExample("albumen diff yesterday", "tells what has changed since"),
      CommandExample("albumen diff now~5 now~1", "compares two points of the past"),
    ],
    exitCodes: [ExitCode(4, "a time is before the first change")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    guard let first = try context.parsed.operandText("A") else { return .usage }
    let second = try context.parsed.operandText("B") ?? "now"
    return try await context.withLibrary { library in
      let old = try await context.point(first, for: "A", in: library)
      let new = try await context.point(second, for: "B", in: library)
      let difference = try await library.difference(from: old, to: new)
      if context.isJSON {
        for album in difference.albums {
          try context.output.record(.difference) { album.write(to: &$0) }
        }
        for asset in difference.assets {
          try context.output.record(.difference) { asset.write(to: &$0) }
        }
        return .done
      }
      if difference.isEmpty { try context.say("Nothing differs.") }
      for album in difference.albums { try context.output.line(words(album)) }
      let ids = AssetPrefixes(difference.assets.map(\.id))
      for asset in difference.assets { try context.output.line(words(asset, ids)) }
      return .done
    }
  }

  private static func words(_ album: LibraryDifference.AlbumPart) -> String {
    var words: [String] = []
    switch (album.wasThere, album.isThere) {
    case (nil, true): words.append("made")
    case (nil, false): words.append("made and deleted")
    case (false, true): words.append("restored")
    case (true, false), (true, nil): words.append("deleted")
    case (false, nil): words.append("no longer known")
    default: break
    }
    for field in album.fields {
      if field.name == .title {
        words.append("was called \(Wording.quoted(field.before?.text ?? ""))")
      } else {
        words.append("\(TextForm.printable(field.name.text)) set")
      }
    }
    for (verb, assets) in [
      ("added", album.added), ("removed", album.removed), ("moved", album.moved),
    ] where !assets.isEmpty { words.append("\(verb) \(assets.count)") }
    return "\(TextForm.printable(album.title)): \(words.joined(separator: ", "))"
  }

  private static func words(
    _ asset: LibraryDifference.AssetPart, _ ids: AssetPrefixes
  ) -> String {
    var words: [String] = []
    if asset.before != asset.after {
      switch (asset.before, asset.after) {
      case (nil, .alive?): words.append("imported")
      case (nil, let status?): words.append("imported, \(status.rawValue)")
      case (_, .alive?): words.append("restored")
      case (_, let status?): words.append(status.rawValue)
      case (_, nil): words.append("no longer known")
      }
    }
    if !asset.fields.isEmpty {
      let names = asset.fields.map { TextForm.printable($0.name.text) }
      words.append("\(names.joined(separator: ", ")) set")
    }
    words += asset.tagged.map { "tagged \(Wording.quoted($0))" }
    words += asset.untagged.map { "no longer tagged \(Wording.quoted($0))" }
    let name = asset.filename.map { TextForm.printable($0) + "  " } ?? ""
    return "\(name)\(ids.prefix(of: asset.id)): \(words.joined(separator: ", "))"
  }
}

extension LibraryDifference.AlbumPart {
  /// Writes the members of `albumen.difference/1` for an album.
  func write(to writer: inout JSONWriter) {
    writer.member("kind", "album")
    writer.member("id", id: id)
    writer.member("title", title)
    writer.member("before", Self.word(wasThere))
    writer.member("after", Self.word(isThere))
    writer.fields(fields)
    writer.list("added", ids: added)
    writer.list("removed", ids: removed)
    writer.list("moved", ids: moved)
  }

  private static func word(_ isThere: Bool?) -> String? {
    isThere.map { $0 ? "alive" : "deleted" }
  }
}

extension LibraryDifference.AssetPart {
  /// Writes the members of `albumen.difference/1` for an asset.
  func write(to writer: inout JSONWriter) {
    writer.member("kind", "asset")
    writer.member("id", id: id)
    writer.member("filename", filename)
    writer.member("before", before?.rawValue)
    writer.member("after", after?.rawValue)
    writer.fields(fields)
    writer.list("tagged", tagged) { $0.string($1) }
    writer.list("untagged", untagged) { $0.string($1) }
  }
}

extension JSONWriter {
  /// Writes the member `fields`: for each field that differs what it was and what it is.
  fileprivate mutating func fields(_ fields: [LibraryDifference.FieldPart]) {
    name("fields")
    object { writer in
      for field in fields {
        writer.name(field.name.text)
        writer.object { writer in
          writer.name("before")
          (field.before ?? .null).write(to: &writer, in: .any)
          writer.name("after")
          (field.after ?? .null).write(to: &writer, in: .any)
        }
      }
    }
  }
}
