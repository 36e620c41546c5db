import Albumen
import CommandParsing
import Platform
import TextForms

/// Replays a span of a library's own history: tells of it, steps through it, makes a library of it.
struct SpanReplay {
  private let context: CommandContext
  private let titles: [AlbumID: String]

  /// Does it.
  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let isSpan = ["from", "to", "into"].contains { context.parsed.value($0) != nil }
    guard isSpan || context.parsed.flag("step") else {
      throw UsageError(
        .missingOperand, "FILE is missing",
        hint: "name a file that log export wrote, or a span with --from and --to")
    }
    return try await context.withLibrary { library in
      let old = try await context.point(option: "from", in: library)
      let new = try await context.point(option: "to", in: library) ?? .now
      let span = try await library.span(from: old, to: new)
      let replay = Self(context: context, titles: try await library.titles())
      guard let into = context.parsed.value("into"), !context.isDryRun else {
        _ = try await replay.tell(span, in: library) { _ in }
        return .done
      }
      let path = try context.environment.absolute(try context.path(of: into, for: "--into"))
      return try await replay.make(span, in: path, from: library)
    }
  }

  /// Makes a library of a span.
  private func make(
    _ span: HistorySpan, in path: Path, from library: PhotoLibrary
  ) async throws -> ExitStatus {
    try Files.createDirectories(path)
    let configuration = try context.configuration
    let (made, isNew) = try await PhotoLibrary.create(at: path, configuration)
    return try await context.closing(made) { made in
      guard isNew else {
        throw AlbumenError(
          .invalid, "a library is there already", subject: path.display,
          hint: "name a folder that is none; or export the history, and replay the file there")
      }
      let delivered: Int
      if context.parsed.flag("step") {
        let before = try await made.replayBeginning(of: span).delivered
        delivered = try await before + tell(span, in: library) { _ = try await made.replay($0) }
      } else {
        _ = try await tell(span, in: library) { _ in }
        delivered = try await made.replay(span).delivered
      }
      if context.isJSON {
        try context.output.record(.replay) { writer in
          writer.member("dryRun", false)
          writer.member("delivered", delivered)
          writer.member("seen", 0)
          writer.member("kept", 0)
          writer.list("waiting", [String]()) { $0.string($1) }
          writer.list("forks", [String]()) { $0.string($1) }
        }
      } else {
        try context.say(
          "Made a library in \(path.display) of \(Wording.count(delivered, "transaction")).")
      }
      return .done
    }
  }

  /// How many steps are read at a time.
  private static let portion = 1_000

  /// Tells of each step, and takes it where that is asked for.
  ///
  /// - Returns: how many there were, up to where it was ended.
  private func tell(
    _ span: HistorySpan, in library: PhotoLibrary,
    take: (HistorySpan.Step) async throws -> Void
  ) async throws -> Int {
    let isStepping = context.parsed.flag("step")
    let input = isStepping ? try StepInput() : nil
    for start in stride(from: 0, to: span.count, by: Self.portion) {
      let range = start..<min(start + Self.portion, span.count)
      for (place, step) in zip(range, try await library.steps(of: span, in: range)) {
        if context.isJSON {
          try context.output.record(.transaction) { step.record.write(to: &$0) }
        } else {
          try context.output.line(words(step))
        }
        try await take(step)
        guard let input, place < span.count - 1 else { continue }
        try context.output.flush()
        guard try input.goesOn() else { return place + 1 }
      }
    }
    return span.count
  }

  private func words(_ step: HistorySpan.Step) -> String {
    let effects = Wording.effects(step.record, step.summary) { titles[$0] }
    let label = TextForm.printable(step.record.label)
    return [
      Wording.moment(milliseconds: step.record.wall), Wording.short(step.record.id),
      TextForm.printable(step.record.device ?? ""), "\(label) (\(effects))",
    ].filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

/// Is what a person answers behind each step.
private final class StepInput {
  private let input: Descriptor

  init() throws { input = try Descriptor.open("/dev/stdin", .read) }

  /// Waits for a line: false for one that begins with q, and where there is no more.
  func goesOn() throws -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
    defer { buffer.deallocate() }
    var first: UInt8?
    while try input.read(into: buffer, path: "/dev/stdin") == 1 {
      if buffer[0] == UInt8(ascii: "\n") { return first != UInt8(ascii: "q") }
      first = first ?? buffer[0]
    }
    return false
  }
}
