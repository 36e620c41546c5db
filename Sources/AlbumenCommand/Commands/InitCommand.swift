import Albumen
import CommandParsing
import Platform

/// Makes a folder a library.
enum InitCommand: Command {
  static let spec = CommandSpec(
    ["init"], "makes a folder a library",
    discussion: """
      Makes DIR (by default the current directory) a library and takes the photos and videos in it \
      in. No file is touched: what the library needs for itself is in .albumen, and Albums shows the \
      albums (albumen help view). On a folder that is a library already it only scans.

      Where a history is to be replayed, --no-scan comes first: a photo that was edited is known \
      by the history alone, and would be taken in as another one before that is here.
      """,
    changes: true,
    options: [
      OptionSpec(
        flag: "new",
        summary: "start anew where a library that this machine knows has lost its .albumen"),
      OptionSpec(
        "view", value: "NAME", summary: "what the folder of the album view is called; else Albums"),
      OptionSpec(
        flag: "adopt-view",
        summary:
          "where that folder is there already: its folders become albums, and no file is moved"),
      OptionSpec(flag: "no-scan", summary: "take nothing in yet; albumen scan does it later"),
    ],
    operands: [OperandSpec("DIR", .optional, kind: .directory, summary: "the folder")],
    examples: [
      CommandExample("albumen init ~/Pictures", "makes ~/Pictures a library"),
      CommandExample("albumen init -n ~/Pictures", "tells whether it would"),
    ],
    exitCodes: [
      ExitCode(2, "the folder is / or one of what the system knows, as /proc; nothing is made"),
      ExitCode(3, "some files could not be read; the others are in"),
      ExitCode(4, "there is no such folder"),
      ExitCode(13, "the folder cannot be read, or was a library that is not in it now"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let parsed = context.parsed
    let root: Path
    if let directory = parsed.operand("DIR") {
      root = try context.environment.absolute(try context.path(of: directory, for: "DIR"))
    } else if let directory = parsed.value("library") {
      root = try context.environment.absolute(try context.path(of: directory, for: "--library"))
    } else {
      root = try context.environment.workingDirectory
    }
    try context.refuseUnfit(root)
    // Before anything is made.
    let view = try parsed.text("view")
    let configuration = try context.configuration
    if context.isDryRun, try !isLibrary(root, configuration) {
      try tell(context, root: root, id: nil, isNew: true, assets: 0)
      return .done
    }
    let (library, isNew) = try await PhotoLibrary.create(
      at: root, configuration, evenIfKnown: parsed.flag("new"))
    return try await context.closing(library) { library in
      if view != nil || parsed.flag("adopt-view"), !context.isDryRun {
        _ = try await library.turnViewOn(name: view, adopts: parsed.flag("adopt-view"))
      }
      if parsed.flag("no-scan") {
        let assets = try await library.assetCount()
        try tell(context, root: library.root, id: library.id, isNew: isNew, assets: assets)
        return .done
      }
      var options = PhotoLibrary.ScanOptions()
      options.isDryRun = context.isDryRun
      let report = try await library.scan(options, progress: context.progress)
      context.diagnostics.endProgress()
      let assets = try await library.assetCount()
      try tell(context, root: library.root, id: library.id, isNew: isNew, assets: assets)
      if isNew {
        if context.isJSON { try ScanCommand.record(report, context) }
        if let off = report.view?.off {
          try context.say("There is no album view: \(Path.printable(off)).")
        }
        try ScanCommand.tellUnsettled(report, context)
      } else {
        try await ScanCommand.tell(report, of: library, context)
      }
      return ScanCommand.conclude(report, context)
    }
  }

  /// Tells whether a folder is a library's root.
  private static func isLibrary(
    _ root: Path, _ configuration: PhotoLibrary.Configuration
  ) throws -> Bool {
    do throws(AlbumenError) {
      let found = try PhotoLibrary.locate(from: root, configuration)
      return found == (try? Files.resolve(root))
    } catch {
      guard error.code == .noLibrary else { throw error }
      return false
    }
  }

  private static func tell(
    _ context: CommandContext, root: Path, id: LibraryID?, isNew: Bool, assets: Int
  ) throws {
    if context.isJSON {
      try context.output.record(.library) { writer in
        writer.member("id", id: id)
        writer.member("root", path: root)
        writer.member("isNew", isNew)
        writer.member("dryRun", context.isDryRun)
        writer.member("assets", assets)
      }
    } else if isNew, context.isDryRun {
      try context.say("Would make a library of \(root.display).")
    } else if isNew, context.parsed.flag("no-scan") {
      try context.say(
        "Made a library in \(root.display); albumen scan takes in what is there.")
    } else if isNew {
      try context.say("Made a library of \(Wording.assets(assets)) in \(root.display).")
    } else {
      try context.say("\(root.display) is a library already, of \(Wording.assets(assets)).")
    }
  }
}
