import Platform

extension Benchmark {
  /// Files whose names are hard to handle: how many of them are not in the library as what they are.
  static let zoo = Benchmark(
    name: "zoo", summary: "a folder of hostile names becomes a library, which has every file"
  ) { bench in
    let folder = bench.unused("zoo")
    try HostileNames.write(to: folder)
    let state = bench.unused("state")
    let output = bench.unused("assets")
    try bench.require(try bench.runAlbumen(["init", folder.display], state: state))
    // Between NULs names stand as they are, whatever is in them.
    try bench.require(
      try bench.runAlbumen(["-L", folder.display, "ls", "-0"], state: state, output: output))
    let found = try DurableFile.contents(of: output).split(separator: 0).map { Array($0) }
    let expected = Dictionary(
      uniqueKeysWithValues: HostileNames.paths.map { ((folder / $0).bytes, $0) })
    let strange = found.filter { expected[$0] == nil }.compactMap { Path(bytes: $0) }
    guard strange.isEmpty, Set(found).count == found.count else {
      throw BenchError("the library has files that are not in the folder: \(strange)")
    }
    var row = BenchRow(
      name: "zoo", summary: "files of hostile names that are not in the library", unit: .files)
    row.goal = .atMost(0)
    row.values = Spread([Double(expected.count - found.count)])
    let lost = Set(expected.keys).subtracting(found).compactMap { expected[$0]?.display }
      .sorted().joined(separator: ", ")
    row.note = "of \(expected.count)" + (lost.isEmpty ? "" : ": \(lost)")
    return [row]
  }
}
