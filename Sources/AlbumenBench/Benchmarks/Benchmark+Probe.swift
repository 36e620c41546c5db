import Platform

extension Benchmark {
  /// Looking into photos, without hashing or recording anything.
  static let probe = Benchmark(
    name: "probe", summary: "metadata of small photos, read by the media helper alone"
  ) { bench in
    let corpus = try bench.corpus(.small, bench.options.small)
    try bench.require(
      try bench.runShell("find . -name '*.JPG' -exec cat {} +", in: corpus.directory))
    var all = BenchRow(
      name: "probe", summary: "metadata of \(corpus.count) photos, all that a record has")
    all.goal = .ratioAtMost(2)
    try measure(
      &all, bench, corpus, corpus.files, peer: "exiv2",
      "xargs -0 -a LIST exiv2 -q -Pkv" + tags.map { " -K \($0)" }.joined())
    var some = BenchRow(
      name: "probe-exiftool", summary: "metadata of \(bench.options.probes) photos")
    some.goal = .ratioAtMost(1.0 / 15)
    try measure(
      &some, bench, corpus, Array(corpus.files.prefix(bench.options.probes)), peer: "exiftool",
      "xargs -0 -a LIST exiftool -fast2 -n -json")
    return [all, some]
  }

  /// What exiv2 is asked for: what a record has of such photos.
  private static let tags = [
    "Exif.Photo.DateTimeOriginal", "Exif.Photo.SubSecTimeOriginal", "Exif.Photo.OffsetTimeOriginal",
    "Exif.Image.Make", "Exif.Image.Model", "Exif.Image.Orientation", "Exif.GPSInfo.GPSLatitude",
    "Exif.GPSInfo.GPSLongitude",
  ]

  private static func measure(
    _ row: inout BenchRow, _ bench: BenchRun, _ corpus: PhotoCorpus, _ files: [Path],
    peer: String, _ line: String
  ) throws {
    let list = bench.unused("list")
    let names = files.flatMap { file -> [UInt8] in (corpus.directory / file).bytes + [0] }
    let file = try Descriptor.open(list, [.write, .create])
    try file.writeAll(names, path: list)
    try file.close()
    let parts = line.split(separator: " ").map { $0 == "LIST" ? "'\(list.display)'" : String($0) }
    let command = parts.joined(separator: " ")
    let arguments = ["worker-probe", bench.mediaHelper.display, list.display]
    let measured = try bench.interleave(
      { try MeasuredProcess.run(bench.worker, arguments) },
      bench.program(peer) == nil ? nil : { try bench.runShell(command, in: corpus.directory) })
    row.take(measured, peer: peer)
    if row.peer == nil { row.note = "\(peer) is not installed" }
  }
}
