import Albumen
import CommandParsing
import Platform
import TextForms

/// Looks at the machine and the library's folder.
enum DoctorCommand: Command {
  static let spec = CommandSpec(
    ["doctor"], "looks for what keeps the machine or the folder from working well",
    discussion: """
      Limits of the kernel, the file system of the folder, free space, rights, the clock, the \
      program that reads photos and how it is shut in, settings, other programs that synchronise \
      the folder, remotes, of which no server is asked. What could be better comes with what to \
      do about it. Nothing is changed. Where no library is found only the machine is looked at.
      """,
    examples: [CommandExample("albumen doctor", "looks at everything")],
    exitCodes: [
      ExitCode(0, "no problem; warnings do not count"), ExitCode(1, "there is a problem"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let configuration = try context.environment.configuration
    var root: Path?
    do {
      root = try context.libraryRoot(configuration)
    } catch let error as AlbumenError {
      // That there is none is no fault of the machine; that one is lost is.
      if error.code != .noLibrary || context.namesLibrary { throw error }
    }
    let found = PhotoLibrary.diagnose(
      root, configuration, settings: context.environment.settingsFile)
    for item in found {
      if context.isJSON {
        try context.output.record(.diagnosis) { writer in
          writer.member("subject", item.subject)
          writer.member("verdict", item.verdict.rawValue)
          writer.member("text", item.text)
          writer.member("remedy", item.remedy)
        }
        continue
      }
      // Not cut to the terminal: a remedy is there to be copied.
      let verdict = TextForm.padded(item.verdict.rawValue, to: 7, .leading)
      try context.output.line("\(verdict)  \(item.subject): \(TextForm.printable(item.text))")
      if let remedy = item.remedy {
        try context.output.line("         remedy: \(TextForm.printable(remedy))")
      }
    }
    return found.contains { $0.verdict == .problem } ? .failed : .done
  }
}
