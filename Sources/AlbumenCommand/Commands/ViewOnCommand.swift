import Albumen
import CommandParsing

/// Turns the album view on.
enum ViewOnCommand: Command {
  static let spec = CommandSpec(
    ["view", "on"], "makes the album view, or turns it on again",
    discussion: """
      A folder of that name which is there already, with something in it, is not taken over: \
      choose another name, or say --adopt-view. Then its folders become albums of the photos and \
      videos in them, and every file stays where it is.
      """,
    changes: true,
    options: [
      OptionSpec("name", value: "NAME", summary: "what the view's folder is called; else Albums"),
      OptionSpec(
        flag: "adopt-view",
        summary: "take over what is in that folder: its folders become albums, no file is moved"),
    ],
    examples: [
      CommandExample("albumen view on --name Views", "makes the view as Views"),
      CommandExample("albumen view on --adopt-view", "makes albums of the folders in Albums"),
    ],
    exitCodes: [ExitCode(1, "there can be no album view here, and why")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let name = try context.parsed.text("name")
    let adopts = context.parsed.flag("adopt-view")
    return try await context.withLibrary { library in
      guard context.isDryRun else {
        return try ViewShowCommand.tell(
          try await library.turnViewOn(name: name, adopts: adopts), context)
      }
      let made = try await library.viewToTurnOn(name: name, adopts: adopts)
      guard let made, !context.isJSON else {
        return try ViewShowCommand.tell(try await library.viewStatus(), context)
      }
      try context.say(
        "Would make the album view as \(made.display)"
          + (adopts ? ", and albums of the folders in it." : "."))
      return .done
    }
  }
}
