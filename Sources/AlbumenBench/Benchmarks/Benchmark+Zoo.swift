import Operations
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
    try bench.require(
      try bench.runAlbumen(["-L", folder.display, "ls", "--json"], state: state, output: output))
    let found = try DurableFile.contents(of: output).split(separator: UInt8(ascii: "\n")).map {
      try file(of: try JSONParser.parse($0))
    }
    let expected = Set(HostileNames.paths)
    let strange = found.filter { !expected.contains($0) }
    guard strange.isEmpty, Set(found).count == found.count else {
      throw BenchError("the library has files that are not in the folder: \(strange)")
    }
    var row = BenchRow(
      name: "zoo", summary: "files of hostile names that are not in the library", unit: .files)
    row.goal = .atMost(0)
    row.values = Spread([Double(expected.count - found.count)])
    let lost = expected.subtracting(found).map(\.display).sorted().joined(separator: ", ")
    row.note = "of \(expected.count)" + (lost.isEmpty ? "" : ": \(lost)")
    return [row]
  }

  /// The file that an asset's record names: a text, or bytes where it is none.
  private static func file(of record: JSONValue) throws -> Path {
    if case .string(let code)? = record.member("fileBase64"),
      let path = base64(code).flatMap({ Path(bytes: $0) })
    {
      return path
    }
    guard case .string(let text)? = record.member("file"), let path = Path(text) else {
      throw BenchError("an asset has no file")
    }
    return path
  }

  /// What a text in Base64 (RFC 4648, section 4) has coded; nil where it is none.
  private static func base64(_ text: String) -> [UInt8]? {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var bytes: [UInt8] = []
    var held = 0
    var count = 0
    for digit in text.utf8 where digit != UInt8(ascii: "=") {
      guard let value = digits.firstIndex(of: digit) else { return nil }
      held = (held << 6 | value) & 0xFFFF
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> count))
      }
    }
    return bytes
  }
}
