import Albumen
import CommandParsing
import Platform
import TextForms

/// Lists transactions.
enum LogCommand: Command {
  static let spec = CommandSpec(
    ["log"], "lists what was changed, the newest first",
    discussion: """
      Lists transactions: when, its id, on which device, what it is called, and what it did. A \
      time is 2026-05-03, 2026-05-03T12:00, yesterday, or 3 days ago; a date means its start for \
      --since and its end for --until.
      """,
    runs: true,
    options: [
      OptionSpec("since", value: "TIME", summary: "only what was changed at or after this time"),
      OptionSpec("until", value: "TIME", summary: "only what was changed at or before this time"),
      OptionSpec(
        "device", value: "NAME", kind: .listed("devices"),
        summary: "only what this device changed; its name, or the start of its log's id"),
      OptionSpec("limit", value: "N", kind: .integer(1...Int.max), summary: "at most so many"),
    ],
    operands: [
      OperandSpec(
        "ALBUM|ASSET", .optional, summary: "only what concerns this album, photo or video")
    ],
    examples: [
      CommandExample("albumen log --since yesterday", "lists the latest changes"),
      CommandExample("albumen log Summer --limit 5", "lists the latest changes of an album"),
    ],
    subcommands: [LogExportCommand.spec, LogVerifyCommand.spec])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let parsed = context.parsed
    let now = SystemClock.wallMilliseconds
    var filter = HistoryFilter()
    filter.since = try parsed.text("since").map {
      try TimePhrase.milliseconds($0, meaning: .start, now: now, for: "--since")
    }
    filter.until = try parsed.text("until").map {
      try TimePhrase.milliseconds($0, meaning: .end, now: now, for: "--until")
    }
    if let since = filter.since, since > now {
      throw UsageError(
        .valueNotAllowed, "--since is in the future", subject: parsed.value("since")?.display,
        hint: "write 2026-05-03, 2026-05-03T12:00, yesterday or '3 days ago'")
    }
    let device = try parsed.text("device")
    let limit = try parsed.integer("limit")
    // Devices are told apart here, so the limit must come after.
    if device == nil { filter.limit = limit }
    return try await context.withLibrary { [filter] library in
      var filter = filter
      if let name = parsed.operand("ALBUM|ASSET") {
        switch try await context.albumOrAsset(name, in: library) {
        case .album(let album): filter.album = album.id
        case .asset(let asset): filter.asset = asset.id
        }
      }
      if context.isJSON, device == nil {
        try await writeRecords(filter, in: library, context)
        return .done
      }
      var history = try await library.history(filter)
      if let device {
        history = try await Self.history(history, of: device, in: library)
        if let limit { history = Array(history.prefix(limit)) }
      }
      if context.isJSON {
        for record in history {
          try context.output.record(.transaction) { record.write(to: &$0) }
        }
      } else {
        try await write(history, in: library, context)
      }
      return .done
    }
  }

  /// How many transactions are asked for at a time where all are listed, which bounds the memory.
  private static let portion = 10_000

  /// Writes a record for each transaction.
  private static func writeRecords(
    _ filter: HistoryFilter, in library: PhotoLibrary, _ context: CommandContext
  ) async throws {
    var filter = filter
    var rest = filter.limit ?? .max
    var last: Dot?
    repeat {
      filter.limit = min(rest, portion)
      let records = try await library.history(filter, behind: last)
      for record in records {
        try context.output.record(.transaction) { record.write(to: &$0) }
      }
      rest -= records.count
      last = records.count == filter.limit ? records.last?.id : nil
    } while last != nil && rest > 0
  }

  /// What one device wrote.
  ///
  /// - Throws: `.notFound` where no device is called that.
  private static func history(
    _ history: [TransactionRecord], of device: String, in library: PhotoLibrary
  ) async throws -> [TransactionRecord] {
    func isMeant(_ record: TransactionRecord) -> Bool {
      record.device == device
        || (device.utf8.count >= 4 && record.id.log.description.hasPrefix(device))
    }
    let found = history.filter(isMeant)
    if found.isEmpty, try await !library.history().contains(where: isMeant) {
      throw AlbumenError(
        .notFound, "no device of this name has changed anything here", subject: device,
        hint: "albumen devices lists those of the library")
    }
    return found
  }

  /// How many transactions are read out of the logs at a time.
  private static let batch = 1_000

  private static func write(
    _ history: [TransactionRecord], in library: PhotoLibrary, _ context: CommandContext
  ) async throws {
    var table = Table([
      Table.Column(dropped: 3), Table.Column(dropped: 1), Table.Column(dropped: 2),
      Table.Column(isFlexible: true),
    ])
    let titles = try await library.titles()
    var rest = history[...]
    while !rest.isEmpty {
      let records = rest.prefix(batch)
      rest = rest.dropFirst(batch)
      let summaries = try await library.summaries(of: records.map(\.id))
      for record in records {
        let effects = Wording.effects(record, summaries[record.id]) { titles[$0] }
        let label = TextForm.printable(record.label)
        table.add(
          Wording.moment(milliseconds: record.wall), Wording.short(record.id),
          TextForm.printable(record.device ?? ""),
          effects.isEmpty ? label : label.isEmpty ? effects : "\(label) (\(effects))")
      }
    }
    for line in table.lines(width: context.tableWidth) { try context.output.line(line) }
  }
}
