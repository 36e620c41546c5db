import Albumen
import CommandParsing
import TextForms

/// Lists the devices that write to the library.
enum DevicesCommand: Command {
  static let spec = CommandSpec(
    ["devices"], "lists the devices that write to the library",
    discussion: """
      Each device writes a log of its own; one that was set up anew, or whose disk was put back to \
      an earlier time, begins a new one under the same name. Told are the name, the start of the \
      log's id, when it wrote last, how many operations of it are here, and by which program it was \
      begun. A star marks this machine's own.

      A device gets the name of its machine, or what device.name is set to, with the first change \
      that it makes; albumen device rename gives it another.
      """,
    examples: [CommandExample("albumen devices", "lists them")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let devices = try await library.devices()
      if context.isJSON {
        for device in devices {
          try context.output.record(.device) { device.write(to: &$0) }
        }
        return .done
      }
      var table = Table([
        Table.Column(), Table.Column(isFlexible: true), Table.Column(), Table.Column(dropped: 3),
        Table.Column(alignment: .trailing, dropped: 2), Table.Column(dropped: 1), Table.Column(),
      ])
      for device in devices.sorted(by: precedes) {
        table.add(
          device.isOwn ? "*" : "", TextForm.printable(device.name ?? ""), Wording.short(device.log),
          device.lastWrite.map { Wording.moment(milliseconds: $0) } ?? "", "\(device.lastSeq)",
          TextForm.printable(device.application ?? ""), standing(device))
      }
      for line in table.lines(width: context.tableWidth) { try context.output.line(line) }
      return .done
    }
  }

  /// This machine's own first, then by name, those without one last.
  private static func precedes(_ left: Device, _ right: Device) -> Bool {
    if left.isOwn != right.isOwn { return left.isOwn }
    if (left.name == nil) != (right.name == nil) { return left.name != nil }
    return (left.name ?? "", left.log) < (right.name ?? "", right.log)
  }

  /// What there is to say of a device beyond that it writes.
  private static func standing(_ device: Device) -> String {
    var words: [String] = []
    if let at = device.retiredAt { words.append("retired at \(at)") }
    if let waiting = device.waiting { words.append(waiting) }
    if let needed = device.missingUpTo {
      words.append("\(Wording.missing(device.lastSeq, needed)) missing")
    }
    if device.hasOtherHistory {
      words.append(
        "another history of it is kept aside"
          + (device.isOwn ? "" : ": albumen device resolve \(Wording.short(device.log))"))
    }
    return TextForm.printable(words.joined(separator: "; "))
  }
}
