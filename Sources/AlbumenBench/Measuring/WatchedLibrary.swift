import Hashing
import Operations
import Platform

/// Is a library that `albumen watch` keeps up.
final class WatchedLibrary {
  private let bench: BenchRun
  private let root: Path
  private let stream: RecordStream
  /// How long the watch waits for a file to be still, in milliseconds.
  private static let settle = 100.0
  private static let patience = Duration.seconds(120)

  /// Starts a watch and waits until it has looked at the whole folder.
  init(_ bench: BenchRun, _ root: Path, state: Path) throws {
    self.bench = bench
    self.root = root
    stream = try RecordStream(
      bench, ["-L", root.display, "watch", "--json"], state: state)
    let deadline = Deadline(after: Self.patience)
    while true {
      for record in try stream.records(until: deadline) {
        if case .string("scanned")? = record.member("event") { return }
      }
      if deadline.hasPassed { throw BenchError("watch does not come to rest") }
    }
  }

  /// Writes photos into the folder, one after the other.
  ///
  /// - Returns: for each how many milliseconds above the settle time it took to be told as added.
  func drop(_ count: Int, in folder: Path = "arrivals") throws -> [Double] {
    let interval = UInt64(bench.options.arrivals.interval) * 1_000_000
    let directory = root / folder
    try Files.createDirectories(directory)
    var maker = PhotoMaker(.small, seed: 77)
    var generator = SplitMix(state: 77)
    var closed: [String: UInt64] = [:]
    var latencies: [Double] = []
    var next = SystemClock.monotonicNanoseconds + interval
    let deadline = Deadline(after: Self.patience)
    var made = 0
    while latencies.count < count {
      if made < count, SystemClock.monotonicNanoseconds >= next {
        let photo = maker.next(PhotoMetadataBlock(number: made, .small, using: &generator))
        let path = directory / (Path("ARRIVED_\(made).JPG") ?? Path())
        let id = AssetID(words: SHA256.hash(photo).words).description
        let file = try Descriptor.open(path, [.write, .create, .exclusive])
        try file.writeAll(photo, path: path)
        try file.close()
        closed[id] = SystemClock.monotonicNanoseconds
        made += 1
        next += interval
      }
      let now = SystemClock.monotonicNanoseconds
      let pause = made == count ? 1_000_000_000 : next > now ? next - now : 0
      for id in try added(until: Deadline(after: .nanoseconds(pause))) {
        let time = SystemClock.monotonicNanoseconds
        guard let start = closed[id] else { continue }
        latencies.append(Double(time - start) / 1e6 - Self.settle)
      }
      if deadline.hasPassed { throw BenchError("watch has not taken in what arrived") }
    }
    return latencies
  }

  /// Copies a directory into the folder, as fast as another program does it.
  ///
  /// - Returns: how many seconds passed until all photos in it were told as added, and how many of a
  ///   processor the watch took.
  func take(_ directory: Path, count: Int) throws -> (seconds: Double, processor: Double) {
    let before = try process.processorSeconds()
    let start = SystemClock.monotonicNanoseconds
    // Its records are read while it copies, or the watch would wait for a reader.
    var copying = try ChildProcess(
      executable: "/bin/cp", arguments: ["-r", directory.display, (root / "burst").display],
      errorOutput: .inherit)
    var seen: Set<String> = []
    let deadline = Deadline(after: .seconds(600))
    while seen.count < count {
      seen.formUnion(try added(until: deadline))
      if deadline.hasPassed { throw BenchError("watch has not taken in what was copied") }
    }
    let end = SystemClock.monotonicNanoseconds
    guard try copying.wait(until: deadline) == .exited(0) else {
      throw BenchError("the photos were not copied")
    }
    return (Double(end - start) / 1e9, try process.processorSeconds() - before)
  }

  /// The process of the watch.
  var process: RunningProcess { RunningProcess(identifier: stream.identifier) }

  /// The ids of the photos that are told as added until a moment.
  private func added(until deadline: Deadline) throws -> [String] {
    try stream.records(until: deadline).flatMap { record -> [String] in
      guard case .array(let added)? = record.member("added") else { return [] }
      return added.compactMap { id in
        guard case .string(let text) = id else { return nil }
        return text
      }
    }
  }

  /// What the watch has in memory now, and had at the most, in bytes.
  func memory() throws -> (resident: UInt64, peak: UInt64) {
    let path = Path("/proc/\(stream.identifier)/status") ?? Path()
    let text = String(decoding: try DurableFile.contents(of: path), as: UTF8.self)
    func kilobytes(_ name: String) throws -> UInt64 {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
      guard let number = line?.split(separator: " ").dropFirst().first.flatMap({ UInt64($0) })
      else { throw BenchError("\(path.display) does not tell \(name)") }
      return number
    }
    return (try kilobytes("VmRSS:") << 10, try kilobytes("VmHWM:") << 10)
  }
}
