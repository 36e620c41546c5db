import CommandParsing
import Testing

@Suite("Specs")
struct SpecTests {
  private func faults(_ command: CommandSpec, options: [OptionSpec] = []) -> [String] {
    ProgramSpec(
      name: "p", summary: "s", options: options, groups: [ProgramSpec.Group("G", [command])]
    ).faults
  }

  @Test("The example program has no faults")
  func soundSpec() {
    #expect(ExampleProgram.program.faults == [])
  }

  @Test("A command that changes something has --dry-run")
  func dryRun() {
    #expect(CommandSpec(["x"], "does", changes: true).options == [.dryRun])
    #expect(CommandSpec(["x"], "does").options.isEmpty)
  }

  @Test("Faults of a spec are found")
  func faultySpecs() {
    let json = OptionSpec(flag: "json", short: "j", summary: "s")
    #expect(faults(CommandSpec(["x"], "does", options: [json]), options: [json]).count == 2)
    #expect(faults(CommandSpec(["x", "y"], "does")) == ["x y: not a top-level path"])
    #expect(faults(CommandSpec(["x"], "Does.")).count == 1)
    #expect(faults(CommandSpec(["x"], "does", runs: false)).count == 1)
    let many = ["A", "B"].map { OperandSpec($0, .many, summary: "s") }
    #expect(faults(CommandSpec(["x"], "does", operands: many)).count == 1)
    let twice = ["A", "A"].map { OperandSpec($0, summary: "s") }
    #expect(faults(CommandSpec(["x"], "does", operands: twice)) == ["x: two operands named A"])
    let astray = CommandSpec(["x"], "does", subcommands: [CommandSpec(["y", "z"], "does")])
    #expect(faults(astray) == ["y z: not below x"])
    let choice = OptionChoice(.atMostOne, ["nothing"])
    #expect(faults(CommandSpec(["x"], "does", choices: [choice])).count == 1)
    for odd in [
      OptionSpec(flag: nil, summary: "s"), OptionSpec(flag: "a=b", summary: "s"),
      OptionSpec(flag: "a", summary: "s"), OptionSpec(flag: nil, short: "é", summary: "s"),
    ] {
      #expect(faults(CommandSpec(["x"], "does", options: [odd])).count == 1)
    }
    let group = CommandSpec(
      ["x"], "does", options: [json], subcommands: [CommandSpec(["x", "y"], "does")])
    #expect(faults(group) == ["x: a group takes neither operands nor options"])
  }
}
