import Operations
import Platform
import TestSupport
import Testing

@testable import AlbumenBench

/// The program works, on little of everything, so that it cannot rot.
@Suite(.serialized) struct BenchProgramTests {
  private func bench(_ arguments: String..., in place: Path) throws -> ProgramResult {
    try run(
      try builtExecutable("AlbumenBench"), arguments, workingDirectory: place,
      limit: .seconds(300))
  }

  @Test(.timeLimit(.minutes(6))) func quickRunMeasuresEverything() throws {
    try withTemporaryDirectory { place in
      let result = try bench(
        "run", "--quick", "--json", "figures.json", "--directory", "bench", in: place)
      try #require(result.exitCode == 0, "\(result.errorText)")
      let figures = try JSONParser.parse(readFile(place / "figures.json").dropLast())
      guard case .string(let schema)? = figures.member("schema"),
        case .array(let rows)? = figures.member("rows")
      else { throw TestFailure("the figures are no record") }
      #expect(schema == "albumen.bench/1")
      for row in rows {
        guard case .string(let name)? = row.member("name"),
          case .array(let values)? = row.member("values")
        else { throw TestFailure("a row is not what docs/formats/bench.md says") }
        #expect(result.outputText.contains(name))
        let isSkipped = row.member("skipped") != nil
        #expect(values.isEmpty == isSkipped, "\(name)")
      }
      #expect(rows.count >= 40)
      // What it wrote is gone, but for the photos.
      let left = try listTree(place / "bench").filter { $0.components.count == 1 }
      #expect(left == ["corpora"])
    }
  }

  @Test func wrongNamesAreRefused() throws {
    try withTemporaryDirectory { place in
      let result = try bench("run", "inti", in: place)
      #expect(result.exitCode == 2)
      #expect(result.errorText.contains("init"))
      #expect(result.output.isEmpty)
    }
  }
}

/// What a spread says.
@Suite struct SpreadTests {
  @Test func quantilesLieBetweenValues() {
    let spread = Spread([4, 1, 3, 2])
    #expect(spread.minimum == 1)
    #expect(spread.maximum == 4)
    #expect(spread.median == 2.5)
    #expect(spread.quantile(1) == 4)
    #expect(Spread([]).median == 0)
  }

  @Test func ratiosAreTakenRoundByRound() {
    let ratios = Spread([2, 30, 4]).ratios(to: Spread([1, 10, 4]))
    #expect(ratios.values == [2, 3, 1])
  }

  @Test(arguments: [
    (0.0, "0.000"), (0.0449, "0.045"), (1.005, "1.00"), (9.999, "10.00"), (12.34, "12.3"),
    (123.5, "124"), (-0.5, "-0.500"), (3_000_000, "3000000"),
  ])
  func numbersAreShort(_ number: Double, _ text: String) {
    #expect(Report.text(number) == text)
  }
}
