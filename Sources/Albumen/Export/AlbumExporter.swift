import Operations
import Platform

/// Carries an export out.
struct AlbumExporter {
  /// Keeps a directory open.
  private final class OpenPlace {
    let descriptor: Descriptor
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  /// How many copies are made before they are put on disk and get their names.
  private static let batch = 64

  private(set) var report = ExportReport()
  private let root: Path
  private let shown: Path
  private let options: ExportOptions
  private let counter: ProgressCounter
  /// The directory that is exported to; nil where it is only tried, and not there.
  private let base: OpenPlace?

  init(
    _ store: LibraryStore, _ directory: Path, _ options: ExportOptions, _ plan: ExportPlan,
    _ progress: @escaping @Sendable (TaskProgress) -> Void
  ) throws(AlbumenError) {
    root = store.layout.root
    shown = directory
    self.options = options
    let count = plan.parts.reduce(0) { $0 + $1.places.count }
    counter = ProgressCounter("copying", total: count, progress)
    guard !Self.end(of: directory).isInside(root) else {
      throw AlbumenError(
        .invalid, "copies cannot go into the library's folder", subject: directory.display,
        hint: "export into another directory")
    }
    // As a folder for a library is not: whoever mistypes where a disk is mounted finds no copies there.
    if try !Presence.ofTarget(at: directory), try !Presence.ofTarget(at: directory.parent) {
      throw AlbumenError(
        .notFound, "no such folder", subject: directory.parent.display,
        hint: "make it first; only the last directory of a path is made")
    }
    do throws(PlatformError) {
      if !options.isDryRun { try Files.createDirectories(directory) }
      do throws(PlatformError) {
        base = OpenPlace(try Descriptor.open(directory, [.read, .directory]))
      } catch {
        guard options.isDryRun, error.code == .notFound else { throw error }
        base = nil
      }
    } catch { throw AlbumenError(error, "copies cannot go there") }
  }

  /// Where a directory is, or will be.
  private static func end(of path: Path) -> Path {
    FileExplainer.place(of: path / ".")
  }

  /// Exports one album; what goes wrong with it is told of each of its places.
  mutating func export(_ part: ExportPlan.Part) throws(AlbumenError) {
    let first = report.items.count
    for place in part.places {
      report.items.append(
        ExportReport.Item(
          album: part.album, index: place.index, asset: place.asset.id,
          path: part.directory / (Path(bytes: place.name) ?? Path()),
          outcome: place.asset.file == nil ? .missing : .copied))
    }
    guard let base, !(options.isDryRun && !isThere(part.directory)) else { return }
    do throws(AlbumenError) {
      let directory = try ExportDirectory(
        part.directory, below: base.descriptor, shown: shown / part.directory, outside: root,
        isDryRun: options.isDryRun)
      for start in stride(from: 0, to: part.places.count, by: Self.batch) {
        let end = min(start + Self.batch, part.places.count)
        try export(part.places[start..<end], into: directory, items: first + start)
        counter.add(end - start)
      }
    } catch {
      // With a full disk the rest cannot succeed either.
      if error.code == .full { throw error }
      for index in first..<report.items.count {
        if case .copied = report.items[index].outcome {
          report.items[index].outcome = .failed(error)
        }
      }
    }
  }

  private func isThere(_ directory: Path) -> Bool {
    (try? FileStatus.ofLink(at: shown / directory)) != nil
  }

  private mutating func export(
    _ places: ArraySlice<ExportPlan.Place>, into directory: borrowing ExportDirectory,
    items first: Int
  ) throws(AlbumenError) {
    var copies: [(item: Int, source: Path, name: [UInt8], copy: ExportDirectory.Copy)] = []
    for (offset, place) in places.enumerated() {
      guard let file = place.asset.file else { continue }
      let item = first + offset
      do throws(AlbumenError) {
        switch try directory.standing(of: place.name, against: root / file) {
        case .same: report.items[item].outcome = .present
        case .taken: report.items[item].outcome = .failed(Self.taken(directory.shown(place.name)))
        case .free where options.isDryRun: break
        case .free:
          let copy = try directory.copy(root / file, as: place.name, known: place.known?.key)
          copies.append((item, root / file, place.name, copy))
        }
      } catch {
        switch error.code {
        case .full: throw error
        case .notFound: report.items[item].outcome = .missing
        default: report.items[item].outcome = .failed(error)
        }
      }
    }
    if copies.isEmpty { return }
    try directory.synchronize()
    for (item, source, name, copy) in copies {
      do throws(AlbumenError) {
        if try directory.publish(copy) { continue }
        let isSame = try directory.standing(of: name, against: source) == .same
        report.items[item].outcome =
          isSame ? .present : .failed(Self.taken(directory.shown(name)))
      } catch {
        if error.code == .full { throw error }
        report.items[item].outcome = .failed(error)
      }
    }
    try directory.synchronizeNames()
  }

  private static func taken(_ path: Path) -> AlbumenError {
    AlbumenError(
      .failed, "another file has this name, and is not replaced", subject: path.display)
  }
}
