import Platform

/// Is one run of the benchmarks: where things are, and what programs there are.
final class BenchRun {
  let options: BenchOptions
  /// The programs that are measured.
  let albumen: Path
  let mediaHelper: Path
  /// This program, which runs its own workers: its memory then counts for none of them.
  let worker: Path
  /// What this run writes; removed at its end, not between: ext4 steps over freshly deleted inodes
  /// one by one, and that would be measured.
  let scratch: Path
  private let corpora: Path
  private let search: [Path]
  private var numbers = 0
  private var made: [String: PhotoCorpus] = [:]
  private var rolls: [Int: RollLibrary] = [:]
  /// The machine's state of each library that stands in a corpus.
  private var libraries: [Path: Path] = [:]

  /// - Parameters:
  ///   - directory: where corpora are kept and everything is written.
  ///   - search: the directories of `PATH`.
  init(_ options: BenchOptions, directory: Path, search: [Path]) throws {
    self.options = options
    self.search = search
    worker = try Files.readLink("/proc/self/exe")
    albumen = worker.parent / "albumen"
    mediaHelper = worker.parent / "albumen-media"
    for program in [albumen, mediaHelper] where !Self.isFile(program) {
      throw BenchError("\(program.display) is not built: run contrib/bench")
    }
    corpora = directory / "corpora"
    try Files.createDirectories(corpora)
    let time = SystemClock.wallMilliseconds
    scratch = directory / (Path("run-\(time)") ?? Path())
    try Files.createDirectories(scratch)
  }

  /// Tells what is being done, on standard error.
  func note(_ text: String) {
    try? StandardStream.errorOutput.writeAll(Array("bench: \(text)\n".utf8))
  }

  /// A name of this run that nothing has yet.
  func unused(_ name: String) -> Path {
    numbers += 1
    return scratch / (Path("\(numbers)-\(name)") ?? Path())
  }

  /// The program of a name; nil where it is not installed.
  func program(_ name: String) -> Path? {
    let name = Path(name) ?? Path()
    return search.lazy.map { $0 / name }.first(where: Self.isFile)
  }

  private static func isFile(_ path: Path) -> Bool {
    (try? FileStatus.ofTarget(at: path))?.kind == .regular
  }

  // MARK: Corpora and libraries

  /// The corpus of a kind.
  ///
  /// - Parameter folders: how many folders it lies in; nil for one for each month.
  func corpus(
    _ kind: PhotoMaker.Kind, _ count: Int, folders: Int? = nil
  ) throws -> PhotoCorpus {
    let name = "\(kind.name)-\(count)-\(folders ?? 0)"
    if let corpus = made[name] { return corpus }
    let corpus = try PhotoCorpus.prepare(
      kind, count: count, folders: folders, in: corpora, note: note)
    made[name] = corpus
    // An earlier run may have left a library in it.
    try shelve(corpus)
    return corpus
  }

  /// Takes the library out of a corpus, if there is one.
  func shelve(_ corpus: PhotoCorpus) throws {
    libraries[corpus.directory] = nil
    do throws(PlatformError) {
      try Files.rename(corpus.directory / ".albumen", to: unused("library"))
    } catch { guard error.code == .notFound else { throw error } }
  }

  /// Takes notice that a corpus is a library now.
  func keep(_ corpus: PhotoCorpus, state: Path) { libraries[corpus.directory] = state }

  /// Makes a corpus a library unless it is one, and returns its state directory.
  func library(in corpus: PhotoCorpus) throws -> Path {
    if let state = libraries[corpus.directory] { return state }
    note("making a library of \(corpus.count) photos")
    let state = unused("state")
    try require(try runAlbumen(["init", "--json", corpus.directory.display], state: state))
    libraries[corpus.directory] = state
    return state
  }

  /// The library of so many tiny photos, a hundred in each of its albums.
  func roll(_ count: Int) throws -> RollLibrary {
    if let roll = rolls[count] { return roll }
    let roll = try RollLibrary(self, count: count)
    rolls[count] = roll
    return roll
  }

  // MARK: Running

  /// What a program of ours sees of the environment.
  func environment(state: Path) -> [String] {
    [
      "PATH=/usr/bin:/bin", "HOME=\(scratch.display)", "XDG_STATE_HOME=\(state.display)", "TZ=UTC",
      "LC_ALL=C.UTF-8",
    ]
  }

  /// Runs `albumen` and measures it.
  func runAlbumen(
    _ arguments: [String], state: Path, output: Path = "/dev/null"
  ) throws -> MeasuredProcess.Usage {
    try MeasuredProcess.run(
      albumen, arguments, environment: environment(state: state), output: output)
  }

  /// Runs a line of shell and measures it.
  func runShell(
    _ line: String, in directory: Path, output: Path = "/dev/null"
  ) throws -> MeasuredProcess.Usage {
    try MeasuredProcess.run(
      "/bin/sh", ["-c", line], environment: environment(state: scratch),
      workingDirectory: directory, output: output)
  }

  /// Runs a worker of this program, measures it, and returns the numbers that it found.
  func runWorker(
    _ arguments: [String]
  ) throws -> (numbers: [String: Double], usage: MeasuredProcess.Usage) {
    let output = unused("numbers")
    let usage = try MeasuredProcess.run(
      worker, arguments, environment: environment(state: scratch), output: output)
    try require(usage)
    var numbers: [String: Double] = [:]
    for line in String(decoding: try DurableFile.contents(of: output), as: UTF8.self)
      .split(separator: "\n")
    {
      let words = line.split(separator: " ")
      if words.count == 2, let value = Double(words[1]) { numbers[String(words[0])] = value }
    }
    return (numbers, usage)
  }

  /// - Throws: unless a program has ended as it should: what has failed is not measured.
  @discardableResult
  func require(
    _ usage: MeasuredProcess.Usage, _ code: Int32 = 0
  ) throws -> MeasuredProcess.Usage {
    guard usage.status == .exited(code) else {
      throw BenchError("a program that is measured ended with \(usage.status)")
    }
    return usage
  }

  /// Waits until what was written is on disk, so that nobody's writing is measured with another's.
  func settleDisk() throws {
    try Descriptor.open(scratch, [.read, .directory]).synchronizeFileSystem(path: scratch)
  }

  /// Does nothing for a while.
  func pause(seconds: Int) throws {
    try require(try MeasuredProcess.run("/bin/sleep", [String(seconds)]))
  }

  /// Measures a piece and its peer round by round, each first in every second round.
  func interleave(
    rounds: Int? = nil, _ piece: () throws -> MeasuredProcess.Usage,
    _ peer: (() throws -> MeasuredProcess.Usage)?
  ) throws -> (piece: Series, peer: Series?) {
    guard let peer else { return try interleave(rounds: rounds, several: { [try piece()] }, nil) }
    return try interleave(rounds: rounds, several: { [try piece()] }, { [try peer()] })
  }

  /// The same of pieces that are several programs, one behind the other.
  func interleave(
    rounds: Int? = nil, several piece: () throws -> [MeasuredProcess.Usage],
    _ peer: (() throws -> [MeasuredProcess.Usage])?
  ) throws -> (piece: Series, peer: Series?) {
    var series = Series()
    var other = Series()
    for round in 0..<(rounds ?? options.rounds) {
      let takesPeerFirst = round % 2 == 1
      if takesPeerFirst, let peer { try other.add(timed(peer)) }
      try series.add(timed(piece))
      if !takesPeerFirst, let peer { try other.add(timed(peer)) }
    }
    return (series, peer == nil ? nil : other)
  }

  private func timed(
    _ body: () throws -> [MeasuredProcess.Usage]
  ) throws -> [MeasuredProcess.Usage] {
    try settleDisk()
    return try body().map { try require($0) }
  }

  /// Is what several runs of one program took.
  struct Series {
    private(set) var seconds: [Double] = []
    /// The time of processors that each took, in seconds.
    private(set) var processor: [Double] = []
    /// The most of all runs, in bytes.
    private(set) var peakMemory: UInt64 = 0

    mutating func add(_ usage: MeasuredProcess.Usage) { add([usage]) }

    /// Adds what several programs took together.
    mutating func add(_ usages: [MeasuredProcess.Usage]) {
      add(
        seconds: usages.reduce(0) { $0 + Double($1.wall) / 1e9 },
        processor: usages.reduce(0) { $0 + Double($1.processor) / 1e9 },
        peakMemory: usages.map(\.peakMemory).max() ?? 0)
    }

    /// Adds what was measured by other means.
    mutating func add(seconds: Double, processor: Double, peakMemory: UInt64 = 0) {
      self.seconds.append(seconds)
      self.processor.append(processor)
      self.peakMemory = max(self.peakMemory, peakMemory)
    }

    /// What it took of processors, in words: on a machine that others use, the more honest figure.
    var processorNote: String {
      "\(Report.text(Spread(processor).median)) s of processors"
    }
  }

  /// Removes what the run wrote.
  func cleanUp() throws {
    try require(
      try MeasuredProcess.run("/bin/rm", ["-rf", "--", scratch.display]))
  }
}
