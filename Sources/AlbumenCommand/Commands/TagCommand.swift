import Albumen
import CommandParsing
import Platform

/// Gives assets tags.
enum TagCommand: Command {
  static let spec = CommandSpec(
    ["tag"], "gives photos and videos tags",
    discussion: """
      A tag is a word or some, at most 256 bytes of text. Keywords that a photo brings along are \
      its tags from the start.
      """,
    changes: true,
    options: [
      OptionSpec(
        "tag", short: "t", value: "TAG", repeatable: true, summary: "a tag to give"
      )
    ],
    choices: [OptionChoice(.atLeastOne, ["tag"])],
    operands: [.assets],
    examples: [
      CommandExample("albumen tag lake.jpg boat.jpg --tag water", "gives two photos a tag"),
      CommandExample("albumen tag lake.jpg -t water -t 'summer 2026'", "gives a photo two tags"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let tags = try context.tags()
    let words = Wording.tags(tags)
    return try await context.withLibrary { library in
      let ids = try await context.assets("ASSET", in: library).map(\.id)
      let result = try await library.performChanges(
        "Tag \(Wording.assets(ids.count)) \(words)", isDryRun: context.isDryRun
      ) { try $0.addTags(tags, to: ids) }
      return try context.tell(
        Change(
          action: "tag", past: "Tagged", base: "tag",
          rest: "\(Wording.assets(result.value.count)) \(words)",
          nothing: "Nothing to do: \(ids.count == 1 ? "it has" : "they have") "
            + "\(tags.count == 1 ? "that tag" : "those tags") already.",
          assets: ids), result)
    }
  }
}

extension CommandContext {
  /// The tags that the command's option names, each once.
  func tags() throws(UsageError) -> [String] {
    var tags: [String] = []
    for text in try parsed.texts("tag") {
      let tag = try GivenText.checked(text, "--tag")
      if !tags.contains(where: { $0.utf8.elementsEqual(tag.utf8) }) { tags.append(tag) }
    }
    return tags
  }
}
