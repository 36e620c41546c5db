import Albumen
import CommandParsing
import Platform
import TextForms

/// Lists what devices did without knowing of each other.
enum ConflictsCommand: Command {
  static let spec = CommandSpec(
    ["conflicts"], "lists changes of two devices of which only one was kept",
    discussion: """
      Devices that change the same thing before they have heard of each other are merged without \
      asking: of two titles the later one holds, and what one removes and another adds, stays. This \
      lists both sides: values of which one was kept, removals that were overruled, and photos and \
      videos that have become the same. What somebody has changed again since, having seen both, is \
      settled and not listed.
      """,
    options: [
      OptionSpec("since", value: "TIME", summary: "only what was changed at or after this time")
    ],
    operands: [
      OperandSpec(
        "ALBUM|ASSET", .optional, summary: "only what concerns this album, photo or video")
    ],
    examples: [
      CommandExample("albumen conflicts", "lists them, the newest first"),
      CommandExample("albumen conflicts Summer", "lists those of an album"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let since = try context.parsed.text("since").map {
      try TimePhrase.milliseconds(
        $0, meaning: .start, now: SystemClock.wallMilliseconds, for: "--since")
    }
    return try await context.withLibrary { library in
      var album: AlbumID?
      var asset: AssetID?
      if let name = context.parsed.operand("ALBUM|ASSET") {
        switch try await context.albumOrAsset(name, in: library) {
        case .album(let found): album = found.id
        case .asset(let found): asset = found.id
        }
      }
      var conflicts = try await library.conflicts(album: album, asset: asset)
      if let since { conflicts.removeAll { $0.newest.map { $0 < since } ?? false } }
      if context.isJSON {
        for conflict in conflicts {
          try context.output.record(.conflict) { conflict.write(to: &$0) }
        }
        return .done
      }
      let titles = try await library.titles()
      for conflict in conflicts {
        for line in try await lines(conflict, titles, library) { try context.output.line(line) }
      }
      if conflicts.isEmpty { try context.say("There are none.") }
      return .done
    }
  }

  /// What it is about, what was kept and what was not: a line each.
  private static func lines(
    _ conflict: Conflict, _ titles: [AlbumID: String], _ library: PhotoLibrary
  ) async throws -> [String] {
    guard let kept = conflict.kept else {
      var names: [String] = []
      for asset in conflict.assets { names.append(try await name(asset, library)) }
      return ["\(Wording.list(names)) have the same content"]
    }
    let album = conflict.album.map { Wording.quoted(titles[$0] ?? "") }
    let asset =
      if let id = conflict.asset { try await name(id, library) } else { String?.none }
    let subject =
      switch (album, asset) {
      case (let album?, let asset?): "\(asset) in \(album)"
      default: album ?? asset ?? ""
      }
    let tag = conflict.tag.map { ", tag \(Wording.quoted($0))" } ?? ""
    let field = conflict.field.map { ", \(TextForm.printable($0.text))" } ?? ""
    var lines = [subject + tag + field]
    let isRemoval = conflict.kind == .removal
    lines.append(
      "  kept \(isRemoval ? TextForm.printable(kept.label) : value(kept, titles))\(by(kept))")
    for act in conflict.lost {
      lines.append(
        "  lost \(isRemoval ? TextForm.printable(act.label) : value(act, titles))\(by(act))")
    }
    return lines
  }

  private static func name(_ asset: AssetID, _ library: PhotoLibrary) async throws -> String {
    try await library.asset(asset).map { Wording.name($0) } ?? Wording.short(asset)
  }

  private static func by(_ act: Conflict.Act) -> String {
    let device = act.device.map { TextForm.printable($0) } ?? Wording.short(act.transaction.log)
    return
      " (\(device), \(Wording.moment(milliseconds: act.wall)), \(Wording.short(act.transaction)))"
  }

  /// A value as people read it.
  private static func value(_ act: Conflict.Act, _ titles: [AlbumID: String]) -> String {
    switch act.value {
    case nil, .null?: return "nothing"
    case .text(let text)?: return Wording.quoted(text)
    case .bytes?: return "another place"
    case .identifier?:
      return act.value?.album.flatMap { titles[$0] }.map(Wording.quoted) ?? "an album"
    case .digest?: return act.value?.asset.map { Wording.short($0) } ?? "a content"
    case let value?:
      var out = JSONWriter()
      value.write(to: &out, in: .any)
      return TextForm.printable(String(decoding: out.bytes, as: UTF8.self))
    }
  }
}
