import Albumen
import CommandParsing
import Platform
import TextForms

/// Shows what is known of one asset or album.
enum ShowCommand: Command {
  static let spec = CommandSpec(
    ["show"], "shows all that is known of a photo, video or album",
    options: [.at],
    operands: [OperandSpec("ASSET|ALBUM", summary: "a path, the start of an id, or a title")],
    examples: [
      CommandExample("albumen show 2026/07/lake.jpg", "shows a photo and the albums it is in"),
      CommandExample("albumen show Summer", "shows an album"),
      CommandExample("albumen show Summer --at yesterday", "shows what it was then"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    guard let name = context.parsed.operand("ASSET|ALBUM") else { return .usage }
    return try await context.withLibrary { library in
      if let point = try await context.point(option: "at", in: library) {
        try await show(name, at: point, in: library, context)
        return .done
      }
      switch try await context.albumOrAsset(name, in: library) {
      case .album(let album): try await show(album, in: library, context)
      case .asset(let asset): try await show(asset, in: library, context)
      }
      return .done
    }
  }

  /// Shows what something was at a point in time.
  private static func show(
    _ name: Argument, at point: PointInTime, in library: PhotoLibrary, _ context: CommandContext
  ) async throws {
    switch try await context.albumOrAsset(name, at: point, in: library) {
    case .album(let album, let past):
      try await show(
        album, in: library, context, tree: AlbumTree(past.albums(includingDeleted: true)))
    case .asset(let asset, let past):
      try await show(asset, in: library, context, at: past)
    }
  }

  private static func show(
    _ album: Album, in library: PhotoLibrary, _ context: CommandContext, tree past: AlbumTree? = nil
  ) async throws {
    if context.isJSON {
      try context.output.record(.album) { writer in album.write(to: &writer) }
      return
    }
    let tree: AlbumTree
    if let past {
      tree = past
    } else {
      tree = AlbumTree(try await library.albums(includingDeleted: true))
    }
    var cover: Asset?
    if let id = album.cover { cover = try await library.asset(id) }
    try write(
      [
        (album.isFolder ? "folder" : "album", TextForm.printable(tree.path(of: album))),
        ("id", "@\(album.id)"),
        ("photos", album.isFolder ? nil : "\(album.count)"),
        ("cover", cover.map { Wording.name($0) }),
        ("state", album.isDeleted ? "deleted; albumen album restore brings it back" : nil),
      ], album.fields.filter { ![.title, .type, .parent, .cover].contains($0.key) }, context)
  }

  private static func show(
    _ asset: Asset, in library: PhotoLibrary, _ context: CommandContext,
    at past: LibraryPast? = nil
  ) async throws {
    let albums: [Album]
    if let past {
      albums = past.albums(containing: asset.id)
    } else {
      albums = try await library.albums(containing: asset.id)
    }
    let files = try await library.files(of: asset.id)
    let (whole, parts) = try await family(asset, in: library, past)
    var filter = HistoryFilter()
    filter.asset = asset.id
    let history = try await library.history(filter)
    if context.isJSON {
      try context.output.record(.asset) { writer in
        asset.write(to: &writer)
        writer.list("files", paths: files)
        writer.list("parts", ids: parts.map(\.id))
        writer.list("albums", ids: albums.map(\.id))
        writer.list("history", history) { writer, record in
          writer.object { writer in
            writer.member("transaction", id: record.id)
            writer.member("wall", record.wall)
            writer.member("device", record.device)
            writer.member("label", record.label)
          }
        }
      }
      return
    }
    let size = asset.size.map { Wording.bytes($0) }
    let pixels = asset.width.flatMap { width in asset.height.map { "\(width) x \($0)" } }
    var shown: Set<FieldName> = [
      .filename, .path, .type, .size, .width, .height, .captured, .duration, .title, .partOf, .role,
      .contentIdentifier,
      FieldName("capturedFrom"), FieldName("capturedGiven"),
    ]
    if asset.caption != nil { shown.insert(.caption) }
    if asset.camera != nil { shown.insert(.camera) }
    if asset.rating != nil { shown.insert(.rating) }
    if asset.location != nil { shown.formUnion([.latitude, .longitude]) }
    if case .bool? = asset.fields[.favorite] { shown.insert(.favorite) }
    if case .bool? = asset.fields[.hidden] { shown.insert(.hidden) }
    let marks = [("favorite", asset.isFavorite), ("hidden", asset.isHidden)]
      .compactMap { $0.1 ? $0.0 : nil }
    var rows: [(String, String?)] = [
      ("name", asset.filename.map { TextForm.printable($0) }),
      ("title", asset.title.map { TextForm.printable($0) }),
      ("caption", asset.caption.map { TextForm.printable($0) }),
      ("id", "\(asset.id)"),
      ("type", asset.type.map { TextForm.printable($0) }),
      ("size", [size, pixels].compactMap { $0 }.joined(separator: ", ")),
      ("plays", asset.duration.map { Wording.playingTime($0) }),
      ("taken", taken(asset)),
      ("place", asset.location.map { Wording.location($0) }),
      ("camera", asset.camera.map { TextForm.printable($0) }),
      ("rating", asset.rating.map { $0 == 1 ? "1 star" : "\($0) stars" }),
      ("marked", marks.joined(separator: ", ")),
      ("tags", asset.tags.isEmpty ? nil : TextForm.printable(asset.tags.joined(separator: ", "))),
      ("part of", whole.map { "\(Self.name($0)), as \(Wording.role(asset))" }),
      ("state", asset.status == .alive ? nil : asset.status.rawValue),
    ]
    rows += parts.map { ("part", "\(Self.name($0)), as \(Wording.role($0))") }
    rows += files.map { ("file", $0.display) }
    if files.isEmpty { rows.append(("file", "none here")) }
    rows += albums.map { ("album", "\(TextForm.printable($0.title))  \(Wording.short($0.id))") }
    try write(rows, asset.fields.filter { !shown.contains($0.key) }, context)
    try write(history, context)
  }

  /// What an asset is part of, and what its parts are.
  private static func family(
    _ asset: Asset, in library: PhotoLibrary, _ past: LibraryPast?
  ) async throws -> (whole: Asset?, parts: [Asset]) {
    if let past { return (asset.partOf.flatMap { past.asset($0) }, past.parts(of: asset.id)) }
    var whole: Asset?
    if let id = asset.partOf { whole = try await library.asset(id) }
    return (whole, try await library.parts(of: asset.id))
  }

  /// What an asset is called beside another, with its id.
  private static func name(_ asset: Asset) -> String {
    "\(Wording.name(asset))  \(Wording.short(asset.id))"
  }

  /// Lists what was done to an asset: when, by which device, under which label; the newest first.
  private static func write(
    _ history: [TransactionRecord], _ context: CommandContext
  ) throws {
    var table = Table([
      Table.Column(), Table.Column(), Table.Column(dropped: 1), Table.Column(dropped: 2),
      Table.Column(isFlexible: true),
    ])
    for (index, record) in history.enumerated() {
      table.add(
        index == 0 ? "history  " : "", Wording.moment(milliseconds: record.wall),
        Wording.short(record.id), TextForm.printable(record.device ?? ""),
        TextForm.printable(record.label))
    }
    for line in table.lines(width: context.tableWidth) { try context.output.line(line) }
  }

  /// When it was taken; a time that is only the file's says so.
  private static func taken(_ asset: Asset) -> String? {
    guard let captured = asset.captured else { return nil }
    return TextForm.printable(captured)
      + (asset.isCapturedFromFile ? " (when the file was last written)" : "")
  }

  private static func write(
    _ rows: [(name: String, value: String?)], _ fields: [FieldName: Value],
    _ context: CommandContext
  ) throws {
    for (name, value) in rows {
      guard let value, !value.isEmpty else { continue }
      try context.output.line("\(TextForm.padded(name, to: 9)) \(value)")
    }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      let label = TextForm.padded(TextForm.printable(name.text), to: 9)
      try context.output.line("\(label) \(TextForm.printable(text(of: value)))")
    }
  }

  /// A value for people: texts and ids as they are, all else as JSON.
  private static func text(of value: Value) -> String {
    switch value {
    case .text(let text): return text
    case .digest(let id): return "\(id)"
    case .identifier(let id): return "\(id)"
    default:
      var writer = JSONWriter()
      value.write(to: &writer, in: .any)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }
}
