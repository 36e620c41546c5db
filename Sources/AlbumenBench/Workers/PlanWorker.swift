import Albumen
import Catalogue
import Hashing
import Operations
import Platform
import Reconciling

/// Plans for one new file, beside all that a catalogue knows.
enum PlanWorker {
  /// - Parameters:
  ///   - catalogue: a library's; it is only read.
  ///   - library: the file that names the library.
  static func run(catalogue: Path, library: Path) throws {
    let text = String(decoding: try DurableFile.contents(of: library), as: UTF8.self)
    guard
      let id = text.split(whereSeparator: \.isWhitespace).last.flatMap({ LibraryID(String($0)) })
    else { throw BenchError("\(library.display) names no library") }
    let catalogue = try Catalogue(path: catalogue, library: id)
    let content = ContentID(words: SHA256.hash(Array("one new file".utf8)).words)
    let snapshot = FolderSnapshot(
      found: [
        .init(
          path: Array("Photos/Roll 1/new.JPG".utf8),
          key: FileKey(inode: 1, size: 1, mtime: 1, ctime: 1, birth: nil), content: content,
          facts: [Field(.filename, .text("new.JPG"))])
      ], indexedCount: try catalogue.fileCount())
    let start = SystemClock.monotonicNanoseconds
    // Nothing is gone here.
    var planner = Planner(try CatalogueKnowledge(catalogue)) { _ in 0 }
    let plan = try planner.plan(for: snapshot)
    let seconds = Double(SystemClock.monotonicNanoseconds - start) / 1e9
    guard case .addAsset? = plan.steps.first else {
      throw BenchError("the plan has not the new file")
    }
    try StandardStream.output.writeAll(Array("plan \(seconds)\n".utf8))
  }
}
