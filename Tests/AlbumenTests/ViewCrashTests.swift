import TestSupport
import Testing

@testable import Albumen

/// Rounds of the album view that fail at any place come to the same end when they are made again.
@Suite struct ViewCrashTests {
  /// Makes a library whose view a person has changed, and in which albums have changed while the view
  /// could not follow.
  private static func prepare(
    _ scenario: Scenario, _ link: PhotoLibrary.ViewLink
  ) async throws -> ViewScenario {
    for number in 1...8 { try scenario.photo("roll/\(number).jpg", number) }
    let library = try await scenario.create(link)
    let view = ViewScenario(scenario: scenario, library: library)
    try await view.scan()
    try await view.add([1, 2, 3, 4], to: "Trip")
    try await view.add([5], to: "Old")
    try await view.add([6, 7], to: "Gone")
    // The albums change, the view does not.
    _ = try await Failpoint.withScope {
      Failpoint.arm("view.file.write", action: .error(5))
      let five = try await view.asset(5)
      let (trip, old) = (try await view.album("Trip"), try await view.album("Old"))
      _ = try await library.performChanges("Change") {
        try $0.add([five], to: trip, at: .first)
        try $0.rename(old, to: "Older")
        let folder = try $0.createFolder("Folder")
        try $0.move(old, into: folder)
      }
    }
    // A person does, too.
    try removeFile(view.path("Trip/0020 2.jpg"))
    try moveFile(view.path("Trip/0040 4.jpg"), to: view.path("Trip/0015 4.jpg"))
    try Files.createDirectory(view.path("New"))
    try Files.symlink("../../roll/8.jpg", as: view.path("New/8.jpg"))
    try writeFile(view.path("New/77.jpg"), bytes: TinyPhoto.jpeg(77))
    removeTree(view.path("Gone"))
    return view
  }

  /// What is visible: albums with members by number, and the names in the view.
  private static func ending(_ view: ViewScenario) async throws -> [String] {
    var lines = try listTree(view.top).map(\.display)
    for album in try await view.library.albums() where !album.isFolder {
      lines.append("\(album.title): \(try await view.members(album.title))")
    }
    return lines + (try await view.library.assets().map { $0.file?.display ?? "missing" })
  }

  /// The other forms at night: it is the same planner, and each takes a minute.
  static let forms: [PhotoLibrary.ViewLink] =
    [.sym] + [.hard, .copy].prefix(rounds(0, nightly: 2))

  @Test(arguments: forms) func aFailureAtAnyPlaceIsMadeGood(
    _ form: PhotoLibrary.ViewLink
  ) async throws {
    var wanted: [String] = []
    var passed: [String: Int] = [:]
    try await Scenario.run { scenario in
      let view = try await Self.prepare(scenario, form)
      passed = try await Failpoint.withScope { try await view.scan() }.hits
      wanted = try await Self.ending(view)
      #expect(try await view.scan().view?.isInStep == true)
      await view.library.close()
    }
    #expect(wanted.contains("Trip: [5, 1, 4, 3]") && wanted.contains("New: [8, 77]"), "\(wanted)")
    #expect(wanted.contains { $0.hasPrefix("Folder/Older/") }, "\(wanted)")
    let made = [.hard: "view.hard", .copy: "view.copy"][form] ?? "view.link"
    for name in [made, "view.move", "view.mkdir", "view.collect", "view.fsync"] {
      #expect(passed[name] != nil, "\(name): \(passed)")
    }
    for (name, times) in passed.sorted(by: { $0.key < $1.key })
    where name.hasPrefix("view.") || name.hasPrefix("log.append") || name == "catalogue.commit" {
      for passage in 1...times {
        let note: Comment = "\(form): failed at \(name), passage \(passage)"
        try await Scenario.run { scenario in
          let view = try await Self.prepare(scenario, form)
          _ = try await Failpoint.withScope {
            Failpoint.arm(name, action: .error(5), onHit: passage)
            _ = try? await view.scan()
          }
          await view.library.close()
          var again = view
          again.library = try await scenario.open(form)
          for _ in 0..<2 { try await again.scan() }
          guard let found = try? await Self.ending(again) else {
            Issue.record(note)
            return await again.library.close()
          }
          // Numbers may differ; which photos are where, and their order, may not.
          #expect(Self.unnumbered(found) == Self.unnumbered(wanted), note)
          #expect(try await again.scan().view?.isInStep == true, note)
          await again.library.close()
        }
      }
    }
  }

  private static func unnumbered(_ lines: [String]) -> [String] {
    lines.map { line in
      guard let slash = line.lastIndex(of: "/"), !line.contains("roll"), !line.contains("Roll")
      else {
        return line
      }
      let name = line[line.index(after: slash)...].drop { $0.isNumber }
      return String(line[...slash]) + name
    }.sorted()
  }
}
