import CommandParsing
import Platform
import TestSupport
import Testing

@Suite("Manual")
struct ManualTests {
  private static let manual = ManualRenderer(
    ExampleProgram.program,
    ManualFacts(
      title: "Prog Manual", source: "prog 1.0", date: "2026-01-31",
      environment: [ManualFacts.Entry("PROG_HOME", "Where it lives.")],
      files: [ManualFacts.Entry("~/.prog", "What it keeps.")]))

  @Test("A command's page is this text")
  func commandPage() throws {
    let add = try ExampleProgram.program.command(named: [Argument("album"), Argument("add")])
    let page = Self.manual.page(for: add)
    #expect(page.fileName == "prog-album-add.1")
    let expected = #"""
      .TH PROG\-ALBUM\-ADD 1 2026-01-31 "prog 1.0" "Prog Manual"
      .nh
      .ad l
      .SH NAME
      prog\-album\-add \- adds photos to an album
      .SH SYNOPSIS
      .SY "prog album add"
      [\fB\-\-first\fR\ |
      \fB\-\-last\fR\ |
      \fB\-\-index\fR\ \fIN\fR]
      [\fB\-n\fR]
      \fIALBUM\fR
      \fIASSET\fR...\&
      .YS
      .SH DESCRIPTION
      Adds photos to an album.
      .PP
      A photo that is in the album already stays where it is.
      .PP
      .EX
        kept  as it is
      .EE
      .SH OPERANDS
      .TP
      \fIALBUM\fR
      The album.
      .TP
      \fIASSET\fR
      A photo or video.
      .SH OPTIONS
      .TP
      \fB\-\-first\fR
      Before all others.
      .TP
      \fB\-\-last\fR
      After all others.
      .TP
      \fB\-\-index\fR=\fIN\fR
      As the Nth.
      .TP
      \fB\-n\fR, \fB\-\-dry\-run\fR
      Show what would be done, and change nothing.
      .PP
      The options that every command takes are in prog(1).
      .SH EXIT STATUS
      These mean something particular here; prog(1) has the others.
      .TP
      \fB5\fR
      More than one album has this title.
      .SH EXAMPLES
      .EX
      prog album add Summer *.jpg
      .EE
      .RS 4
      Adds what lies here.
      .RE
      .SH SEE ALSO
      .BR prog (1),
      .BR prog\-album (1),
      .BR prog\-album\-create (1),
      .BR prog\-album\-move (1)

      """#
    #expect(page.text == expected)
  }

  @Test("There is a page for everything that is not hidden, and the overview tells of all of them")
  func pages() throws {
    let pages = Self.manual.pages
    let commands = ExampleProgram.program.allCommands.filter { !$0.hidden }
    #expect(
      pages.map { $0.name } == ["prog"] + commands.map { "prog-" + $0.path.joined(separator: "-") })
    let overview = try #require(pages.first).text
    for command in commands {
      let name = "prog\\-" + command.path.joined(separator: "\\-")
      #expect(overview.contains("\\fB\(name)\\fR(1)\n"), "\(name)")
    }
    #expect(overview.contains("\\fB\\-L\\fR \\fIDIR\\fR, \\fB\\-\\-library\\fR=\\fIDIR\\fR\n"))
    #expect(overview.contains("Default: the one around here.\n"))
    #expect(overview.contains(".SH ENVIRONMENT\n.TP\n\\fBPROG_HOME\\fR\nWhere it lives.\n"))
    #expect(overview.contains(".SH FILES\n.TP\n\\fB\\(ti/.prog\\fR\nWhat it keeps.\n"))
    #expect(overview.contains("\\fB130\\fR\nInterrupted.\n"))
    #expect(!pages.contains { $0.text.contains("crash") || $0.text.contains("secret") })
    let set = try #require(pages.first { $0.name == "prog-set" })
    #expect(set.text.contains("A tag.\nIt may be repeated.\n"))
  }

  @Test(
    "No formatter finds anything to warn of",
    .enabled(if: !Self.formatters.isEmpty, "neither groff, man nor mandoc is installed"),
    arguments: Self.formatters)
  func formatting(formatter: [String]) throws {
    let odd = ManualRenderer(
      ProgramSpec(
        name: "odd", summary: "it's -- \"odd\" \\n",
        discussion: ".PP is\n.no request. 'Nor is this' \\fBé…\\fR.\n\n  .kept 'x'\n  \\kept",
        options: [.help],
        groups: [ProgramSpec.Group(".Group", [CommandSpec(["x"], "'does' .y")])],
        examples: [CommandExample(".x 'y' \\z", ".dot")]),
      ManualFacts(title: "T", source: "odd", date: "2026-01-31"))
    try withTemporaryDirectory { place in
      for page in Self.manual.pages + odd.pages {
        let file = place / "page"
        try writeFile(file, page.text)
        let result = try run(
          "/usr/bin/env", formatter + ["\(file)"], environment: Self.environment)
        #expect(result.exitCode == 0, "\(page.name)")
        #expect(result.errorText == "", "\(page.name)")
        // Only mandoc's findings go to standard output; the others write the page.
        if formatter[0] == "mandoc" { #expect(result.outputText == "", "\(page.name)") }
      }
    }
  }

  @Test(
    "What is shown is what the spec says, to the character",
    .enabled(if: ShellCompletion.isInstalled("mandoc"), "mandoc is not installed"))
  func shown() throws {
    let line = "odd -x --y=\"a b\" 'c' `d` \\e ^ ~ .f é"
    let odd = ManualRenderer(
      ProgramSpec(
        name: "odd", summary: "is odd", options: [], groups: [],
        examples: [CommandExample(line, "does")]),
      ManualFacts(title: "T", source: "odd", date: "2026-01-31"))
    let result = try run(
      "/usr/bin/env", ["mandoc", "-Tutf8"], input: Array(odd.overview().text.utf8),
      environment: Self.environment)
    #expect(result.outputText.contains("     \(line)\n"), "\(result.outputText)")
  }

  /// Commands that format the page named behind them and complain on standard error, or, mandoc, on
  /// standard output.
  private static let formatters = [
    ["man", "--warnings", "-l"], ["groff", "-man", "-ww", "-z"], ["mandoc", "-Tlint"],
  ].filter { ShellCompletion.isInstalled($0[0]) }

  private static let environment = [
    "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "MANPAGER=cat", "MANWIDTH=80",
  ]
}

@Suite struct ManualDocumentTests {
  private static let document = ManualDocument(
    "example-file", section: 5, "the file of example",
    sections: [
      ManualDocument.Section(
        "Settings",
        [.paragraphs("Some words.\n\n  [kept]"), .entry("a.b-c", "A number. Default: 5.")])
    ], related: ["example-config"])

  private static let renderer = ManualRenderer(
    ExampleProgram.program,
    ManualFacts(title: "Manual", source: "example 1", date: "2026-01-02", documents: [document]))

  @Test func `a page of a format has its section, its terms and its relatives`() {
    let page = Self.renderer.page(for: Self.document)
    #expect(page.fileName == "example-file.5")
    #expect(page.text.hasPrefix(".TH EXAMPLE\\-FILE 5 2026-01-02 "))
    #expect(page.text.contains("example\\-file \\- the file of example\n"))
    #expect(page.text.contains(".TP\n\\fBa.b\\-c\\fR\nA number.\nDefault: 5.\n"))
    #expect(page.text.contains(".EX\n  [kept]\n.EE\n"))
    #expect(page.text.contains(".BR example\\-config (1)\n"))
  }

  @Test func `the overview names it, and it is among the pages`() {
    #expect(Self.renderer.overview().text.contains(".BR example\\-file (5)\n"))
    #expect(Self.renderer.pages.last?.name == "example-file")
  }
}
