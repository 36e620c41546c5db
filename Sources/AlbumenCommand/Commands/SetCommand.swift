import Albumen
import CommandParsing
import Platform
import TextForms

/// Changes what people say of assets.
enum SetCommand: Command {
  static let spec = CommandSpec(
    ["set"], "changes title, stars, time and place of photos and videos",
    discussion: """
      What is set is the library's: no file is written to. It holds against what the file says, and \
      against taking the same file in elsewhere. --clear takes a field away, also what the file \
      said; albumen show tells what is set.

      --part-of says what belongs together where a scan has not found it out: the video of a Live \
      Photo, the raw file of a picture, an edited version. What a scan should not have put together, \
      --clear part-of takes apart. Either holds for good.

      A time is a date (its midnight), or 2026-05-03T12:00 with seconds and with Z or an offset \
      such as +02:00 where they are known; without an offset it is a local time.
      """,
    changes: true,
    options: [
      OptionSpec("title", value: "TEXT", summary: "a short name, one line"),
      OptionSpec("caption", value: "TEXT", summary: "a description; lines may end in it"),
      OptionSpec("rating", value: "STARS", kind: .integer(0...5), summary: "0 to 5 stars"),
      OptionSpec(flag: "favorite", summary: "mark them as favorites"),
      OptionSpec(flag: "no-favorite", summary: "mark them as no favorites"),
      OptionSpec(flag: "hidden", summary: "keep them out of sight, with their parts"),
      OptionSpec(flag: "no-hidden", summary: "show them again, with their parts"),
      OptionSpec("captured", value: "TIME", summary: "when they were taken"),
      OptionSpec(
        "latitude", value: "DEGREES", summary: "where: degrees north, -90 to 90; with --longitude"),
      OptionSpec(
        "longitude", value: "DEGREES", summary: "where: degrees east, -180 to 180; with --latitude"),
      OptionSpec(
        "part-of", value: "ASSET", kind: .path,
        summary: "make them parts of another, with which they are shown, trashed and purged"),
      OptionSpec(
        "role", value: "ROLE", kind: .choice(PartRole.allCases.map(\.rawValue)),
        default: "what the type suggests",
        summary: "what they are to it; with --part-of"),
      OptionSpec(
        "clear", value: "FIELD", kind: .choice(Clearable.allCases.map(\.rawValue)),
        repeatable: true, summary: "take a field away"),
    ],
    choices: [
      OptionChoice(
        .atLeastOne,
        [
          "title", "caption", "rating", "favorite", "no-favorite", "hidden", "no-hidden",
          "captured", "latitude", "longitude", "part-of", "clear",
        ]),
      OptionChoice(.atMostOne, ["favorite", "no-favorite"]),
      OptionChoice(.atMostOne, ["hidden", "no-hidden"]),
    ],
    operands: [.assets],
    examples: [
      CommandExample("albumen set lake.jpg --title 'At the lake' --rating 4", "names a photo"),
      CommandExample("albumen set scan*.jpg --captured 1987-08-01", "dates some scans"),
      CommandExample(
        "albumen set lake.jpg --latitude 47.3769 --longitude 8.5417", "says where it was taken"),
      CommandExample("albumen set lake.jpg --clear rating", "takes its stars away"),
      CommandExample("albumen set lake.mov --part-of lake.heic", "makes a Live Photo of both"),
      CommandExample("albumen set lake.mov --clear part-of", "takes it apart"),
    ])

  /// What can be taken away, as it is called in the command line.
  enum Clearable: String, CaseIterable {
    case title, caption, rating, favorite, hidden, captured, location
    case partOf = "part-of"

    /// The edit that takes it away.
    var edit: AssetEdit? {
      switch self {
      case .title: .title(nil)
      case .caption: .caption(nil)
      case .rating: .rating(nil)
      case .favorite: .favorite(nil)
      case .hidden: .hidden(nil)
      case .captured: .captured(nil)
      case .location: .location(nil)
      case .partOf: nil
      }
    }
  }

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    var (fields, edits) = try edits(context.parsed)
    let takesApart = try context.parsed.texts("clear").contains(Clearable.partOf.rawValue)
    let role = try context.parsed.text("role").flatMap { PartRole(rawValue: $0) }
    let wholeName = context.parsed.value("part-of")
    if wholeName != nil || takesApart { fields.append("grouping") }
    if wholeName != nil, takesApart {
      throw UsageError(
        .conflictingOptions, "a field is either set or cleared", subject: "--clear part-of")
    }
    if wholeName == nil, role != nil {
      throw UsageError(.missingOption, "--role says what they are to --part-of", subject: "--role")
    }
    let words = Wording.list(fields)
    return try await context.withLibrary { [edits] library in
      let ids = try await context.assets("ASSET", in: library).map(\.id)
      var whole: AssetID?
      if let wholeName {
        whole = try await context.asset(wholeName, for: "--part-of", in: library).id
      }
      let result = try await library.performChanges(
        "Set \(words) of \(Wording.assets(ids.count))", isDryRun: context.isDryRun
      ) { [whole] changes in
        var changed = Set(try changes.edit(ids, edits))
        if whole != nil || takesApart {
          changed.formUnion(try changes.setParts(ids, of: whole, as: role))
        }
        return ids.filter { changed.contains($0) }
      }
      return try context.tell(
        Change(
          action: "set", past: "Set", base: "set",
          rest: "\(words) of \(Wording.assets(result.value.count))",
          nothing: "Nothing to do: that is set already.", assets: ids), result)
    }
  }

  /// What the options ask for, and what it is called.
  private static func edits(
    _ parsed: ParsedCommand
  ) throws(UsageError) -> (fields: [String], edits: [AssetEdit]) {
    var fields: [String] = []
    var edits: [AssetEdit] = []
    func add(_ field: String, _ edit: AssetEdit) {
      fields.append(field)
      edits.append(edit)
    }
    if let title = try text("title", parsed, allowing: []) { add("title", .title(title)) }
    if let caption = try text("caption", parsed, allowing: ["\n", "\t"]) {
      add("caption", .caption(caption))
    }
    if let stars = try parsed.integer("rating") { add("rating", .rating(stars)) }
    if parsed.flag("favorite") { add("favorite", .favorite(true)) }
    if parsed.flag("no-favorite") { add("favorite", .favorite(false)) }
    if parsed.flag("hidden") { add("hidden", .hidden(true)) }
    if parsed.flag("no-hidden") { add("hidden", .hidden(false)) }
    if let time = try captured(parsed) { add("captured", .captured(time)) }
    if let place = try location(parsed) { add("location", .location(place)) }
    for name in try parsed.texts("clear") {
      guard let field = Clearable(rawValue: name) else { continue }
      // What belongs together is no word about one asset alone.
      guard let edit = field.edit else { continue }
      guard !fields.contains(name) || edits.contains(edit) else {
        throw UsageError(
          .conflictingOptions, "a field is either set or cleared", subject: "--clear \(name)")
      }
      if !fields.contains(name) { add(name, edit) }
    }
    return (fields, edits)
  }

  private static func text(
    _ option: String, _ parsed: ParsedCommand, allowing: Set<Unicode.Scalar>
  ) throws(UsageError) -> String? {
    guard let text = try parsed.text(option) else { return nil }
    return try GivenText.checked(
      text, "--\(option)", hint: "--clear \(option) takes it away", allowing: allowing)
  }

  private static func captured(_ parsed: ParsedCommand) throws(UsageError) -> CapturedTime? {
    guard let text = try parsed.text("captured") else { return nil }
    guard let time = CapturedTime(text) else {
      throw UsageError(
        .valueNotAllowed, "--captured takes a time", subject: TextForm.printable(text),
        hint: "write 2026-05-03 or 2026-05-03T12:00, with Z or +02:00 behind it where it is known")
    }
    return time
  }

  private static func location(_ parsed: ParsedCommand) throws(UsageError) -> Location? {
    let latitude = try degrees("latitude", within: 90, parsed)
    let longitude = try degrees("longitude", within: 180, parsed)
    if latitude == nil, longitude == nil { return nil }
    guard let latitude, let longitude else {
      throw UsageError(
        .missingOption, "--latitude and --longitude go together",
        subject: latitude == nil ? "--latitude" : "--longitude")
    }
    guard let place = Location(latitude: latitude, longitude: longitude) else {
      throw UsageError(
        .valueNotAllowed, "0 and 0 is what stands for no place",
        subject: "--latitude, --longitude", hint: "--clear location takes the place away")
    }
    return place
  }

  private static func degrees(
    _ option: String, within limit: Double, _ parsed: ParsedCommand
  ) throws(UsageError) -> Double? {
    guard let text = try parsed.text(option) else { return nil }
    let isDecimal = text.utf8.allSatisfy {
      ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || "+-.".utf8.contains($0)
    }
    guard isDecimal, let degrees = Double(text), abs(degrees) <= limit else {
      throw UsageError(
        .valueNotAllowed, "--\(option) takes degrees from -\(Int(limit)) to \(Int(limit))",
        subject: TextForm.printable(text), hint: "write them as a decimal: 47.3769")
    }
    return degrees
  }
}
