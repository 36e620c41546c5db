import Albumen
import FolderWatching
import TestSupport

/// Is a library that is watched, and what the watch has told so far.
final class WatchScenario: Sendable {
  let scenario: Scenario
  let library: PhotoLibrary
  private let watch: RunningWatch

  var root: Path { scenario.root }

  /// Starts to watch, and waits until the watch stands and the first look has been taken in.
  init(
    _ scenario: Scenario, _ library: PhotoLibrary,
    _ options: PhotoLibrary.WatchOptions = PhotoLibrary.WatchOptions(),
    factory: @escaping FolderWatcherFactory = OneWatcher.factory
  ) async throws {
    self.scenario = scenario
    self.library = library
    watch = RunningWatch(library, options, factory: factory)
    try await wait(for: "the first look") { !self.scans.isEmpty || !self.troubles.isEmpty }
  }

  /// What the watch has told.
  var events: [PhotoLibrary.WatchEvent] { watch.events }

  /// The looks that were taken in, the first one of the whole folder among them.
  var scans: [ScanReport] {
    events.compactMap { if case .scanned(let report) = $0 { report } else { nil } }
  }

  /// What went wrong.
  var troubles: [AlbumenError] {
    events.compactMap { if case .trouble(let error) = $0 { error } else { nil } }
  }

  /// Waits until the roll has so many photos.
  func wait(forAssets count: Int) async throws {
    do {
      try await wait(for: "\(count) assets") { try await self.library.assets().count == count }
    } catch {
      throw TestFailure("\(error); there are \(try await library.assets().map(\.path)); \(events)")
    }
  }

  /// Whether an asset's file is recorded at a path.
  func has(_ path: String) async throws -> Bool {
    try await library.assets().contains { $0.path == path }
  }

  /// Waits for a condition that the watch brings about; fails as soon as the watch has ended without it.
  func wait(
    for what: String, until condition: @escaping @Sendable () async throws -> Bool
  ) async throws {
    try await watch.wait(for: what, until: condition)
  }

  /// Waits until whatever was done before has been looked at: a photo that is moved in comes behind it.
  func settle(_ number: Int) async throws {
    let name = try Self.name("cookie-\(number).jpg")
    try writeFile(scenario.top / name, bytes: TinyPhoto.jpeg(900_000 + number))
    try moveFile(scenario.top / name, to: root / name)
    try await wait(for: "the cookie \(number)") {
      try await self.library.assets().contains { $0.path == name.display }
    }
    try removeFile(root / name)
    try await wait(for: "the cookie \(number) to be gone") {
      try await self.library.files(insideRoot: name).isEmpty
    }
  }

  private static func name(_ text: String) throws -> Path {
    guard let path = Path(text) else { throw TestFailure("no path: \(text)") }
    return path
  }

  /// Ends the watch as a signal does, and waits until it has ended.
  func end() async throws { try await watch.end() }

  /// Waits until the watch has ended by itself.
  func ended() async throws { try await watch.ended() }
}

extension PhotoLibrary {
  /// The paths of files at a path, as assets have them.
  func files(insideRoot path: Path) async throws -> [Path] {
    var paths: [Path] = []
    for asset in try await assets() { paths += try await files(of: asset.id) }
    return paths.filter { $0 == path }
  }
}

/// Runs a test's body with a library that is watched, and ends the watch.
func withWatch(
  photos: Int = 0, _ options: PhotoLibrary.WatchOptions = PhotoLibrary.WatchOptions(),
  _ body: (WatchScenario) async throws -> Void
) async throws {
  try await Scenario.run { scenario in
    for number in 0..<photos { try scenario.photo("\(number).jpg", number) }
    let library = try await scenario.create()
    let watch = try await WatchScenario(scenario, library, options)
    do {
      try await body(watch)
    } catch {
      try? await watch.end()
      await library.close()
      throw error
    }
    try await watch.end()
    await library.close()
  }
}
