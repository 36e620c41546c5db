import Albumen
import CommandParsing
import Platform
import TextForms

/// Explains files.
enum WhyCommand: Command {
  static let spec = CommandSpec(
    ["why"], "explains why a file is in the library, or is not",
    discussion: """
      Tells which photo or video a file is, in which albums, and where else it lies; or which rule \
      leaves it alone, how long it is waited for, where a link leads, what keeps it from being \
      read. Of a file that is gone it tells what it was. Nothing is changed.
      """,
    operands: [
      OperandSpec("PATH", .atLeastOne, kind: .path, summary: "a file or directory, there or not")
    ],
    examples: [
      CommandExample("albumen why IMG_0412.jpg", "explains one file"),
      CommandExample("albumen why *", "explains everything in this directory"),
    ],
    exitCodes: [
      ExitCode(3, "of some paths nothing is known; the others are explained"),
      ExitCode(4, "nothing is there, and nothing was"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let paths = try context.parsed.operands("PATH").map { try context.path(of: $0, for: "PATH") }
    return try await context.withLibrary { library in
      var unknown = 0
      for path in paths {
        let explanation = try await library.explain(
          path, from: try context.environment.workingDirectory)
        if context.isJSON {
          try record(explanation, of: library, context)
        } else if explanation.standing != .unknown {
          for line in lines(explanation) { try context.output.line(line) }
        }
        guard explanation.standing == .unknown else { continue }
        unknown += 1
        context.diagnostics.error("\(explanation.reason): \(explanation.path.display)")
      }
      return unknown == 0 ? .done : unknown == paths.count ? .notFound : .partlyDone
    }
  }

  private static func record(
    _ explanation: FileExplanation, of library: PhotoLibrary, _ context: CommandContext
  ) throws {
    try context.output.record(.explanation) { writer in
      writer.member("path", path: explanation.path)
      writer.member("standing", explanation.standing.rawValue)
      writer.member("reason", explanation.reason)
      if let rule = explanation.rule {
        writer.name("rule")
        writer.object { writer in
          writer.member("file", path: rule.file)
          writer.member("line", rule.line)
          writer.member("text", rule.text)
        }
      }
      if let link = explanation.link { writer.member("link", path: link) }
      if let target = explanation.target { writer.member("target", path: target) }
      writer.member("asset", id: explanation.asset?.id)
      writer.member("status", explanation.asset?.status.rawValue)
      writer.member("partOf", id: explanation.asset?.partOf)
      writer.list("parts", ids: explanation.parts.map(\.id))
      writer.list("inDoubt", ids: explanation.inDoubt.map(\.id))
      writer.list("beside", paths: explanation.beside)
      writer.list("albums", ids: explanation.albums.map(\.id))
      writer.list("otherFiles", paths: explanation.otherFiles)
      if let time = explanation.settlesAt { writer.member("settlesAt", time) }
      if let time = explanation.lastRead { writer.member("lastRead", time) }
    }
  }

  private static func lines(_ explanation: FileExplanation) -> [String] {
    var first = "\(explanation.path.display): \(words(explanation))"
    if let link = explanation.link { first = "\(link.display) is a link to \(first)" }
    var lines = [first]
    if !explanation.reason.isEmpty {
      lines.append("  why      \(Path.printable(explanation.reason))")
    }
    if let target = explanation.target { lines.append("  leads to \(target.display)") }
    if let until = explanation.settlesAt {
      lines.append(
        "  until    \(Wording.clock(milliseconds: until)), if nothing more happens to it")
    }
    if explanation.standing == .sidecar {
      for path in explanation.beside { lines.append("  beside   \(path.display)") }
    }
    guard let asset = explanation.asset else { return lines }
    lines.append(
      "  asset    \(asset.id.description.prefix(12)), \(Wording.status(asset.status))")
    let captured = Wording.captured(asset)
    if !captured.isEmpty { lines.append("  taken    \(captured)") }
    if let whole = explanation.whole {
      lines.append("  part of  \(Self.name(whole)), as \(Wording.role(asset))")
    }
    for part in explanation.parts {
      lines.append("  part     \(Self.name(part)), as \(Wording.role(part))")
    }
    if !explanation.inDoubt.isEmpty {
      let names = explanation.inDoubt.map { Self.name($0) }
      lines.append("  no pair  too many come into question: \(names.joined(separator: ", "))")
    }
    if !explanation.albums.isEmpty {
      let titles = explanation.albums.map { Wording.quoted($0.title) }
      lines.append("  albums   \(titles.joined(separator: ", "))")
    }
    for path in explanation.beside where explanation.standing != .sidecar {
      lines.append("  sidecar  \(path.display)")
    }
    for path in explanation.otherFiles { lines.append("  also at  \(path.display)") }
    if let time = explanation.lastRead {
      lines.append("  read     \(Wording.moment(milliseconds: time))")
    }
    return lines
  }

  /// What an asset is called where its file is meant.
  private static func name(_ asset: Asset) -> String {
    asset.file?.display ?? Wording.name(asset)
  }

  private static func words(_ explanation: FileExplanation) -> String {
    switch explanation.standing {
    case .known:
      switch explanation.asset?.status {
      case .trashed?: "in the library, and in its trash"
      case .purged?: "in the library, and purged"
      default: "in the library"
      }
    case .new: explanation.asset == nil ? "not taken in yet" : "a copy that was not taken in yet"
    case .changed: "changed since it was last read"
    case .settling: "waited for"
    case .empty: "empty"
    case .ignored: "left alone"
    case .sidecar: "a sidecar, which is part of a photo's files"
    case .otherFile: "no photo or video"
    case .directory: "a directory; its files are looked at one by one"
    case .special: "a device, pipe or socket, which is left alone"
    case .linkOut: "a link that leads out of the library, which is not followed"
    case .linkNowhere: "a link that leads nowhere"
    case .outside: "outside the library; albumen import takes it in"
    case .unreadable: "cannot be read, so nothing is concluded from it"
    case .missing: "not there any more"
    case .unknown: "never seen"
    }
  }
}
