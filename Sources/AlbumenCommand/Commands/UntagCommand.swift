import Albumen
import CommandParsing
import Platform

/// Takes tags from assets.
enum UntagCommand: Command {
  static let spec = CommandSpec(
    ["untag"], "takes tags from photos and videos",
    discussion: "The keywords in the files themselves stay as they are.",
    changes: true,
    options: [
      OptionSpec(
        "tag", short: "t", value: "TAG", repeatable: true, summary: "a tag to take"
      ),
      OptionSpec(flag: "all", short: "a", summary: "take all their tags"),
    ],
    choices: [OptionChoice(.exactlyOne, ["tag", "all"])],
    operands: [.assets],
    examples: [
      CommandExample("albumen untag lake.jpg --tag water", "takes a tag from a photo"),
      CommandExample("albumen untag lake.jpg --all", "takes all tags from it"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let takesAll = context.parsed.flag("all")
    // What stands in the library is taken as it is: another device may have written anything.
    let tags = try context.parsed.texts("tag")
    if tags.contains("") { throw UsageError(.valueNotAllowed, "--tag is empty") }
    let words = takesAll ? "all tags" : Wording.tags(tags)
    return try await context.withLibrary { library in
      let ids = try await context.assets("ASSET", in: library).map(\.id)
      let result = try await library.performChanges(
        "Take \(words) from \(Wording.assets(ids.count))", isDryRun: context.isDryRun
      ) { changes in
        takesAll
          ? try changes.removeAllTags(from: ids) : try changes.removeTags(tags, from: ids)
      }
      let what = takesAll ? "any tags" : tags.count == 1 ? "that tag" : "those tags"
      return try context.tell(
        Change(
          action: "untag", past: "Took", base: "take",
          rest: "\(words) from \(Wording.assets(result.value.count))",
          nothing: "Nothing to do: \(ids.count == 1 ? "it does" : "they do") not have \(what).",
          assets: ids), result)
    }
  }
}
