import MediaKit
import Platform

/// Has the media helper look into files, and does nothing with what it says.
enum ProbeWorker {
  /// - Parameter list: a file of paths, each ended by a NUL.
  static func run(helper: Path, list: Path) async throws {
    let paths = try DurableFile.contents(of: list).split(separator: 0).compactMap {
      Path(bytes: $0)
    }
    let reader = MediaReader(helper: helper, workers: 2)
    let records = try await reader.read(paths)
    await reader.close()
    guard records.allSatisfy({ $0.unreadable == nil && $0.captured != nil && $0.width != nil })
    else { throw BenchError("a photo could not be read") }
  }
}
