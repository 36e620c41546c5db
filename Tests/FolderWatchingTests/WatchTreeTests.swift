import Platform
import Testing

@testable import FolderWatching

@Suite struct WatchTreeTests {
  @Test func `pairs the halves of renames by cookie`() {
    let events: [RawEvent] = [
      event(movedFrom, 7, "a"), event(create, 0, "x"),
      event(movedTo, 9, "in"), event(movedTo, 7, "b"),
    ]
    let pairing = RenamePairing(events)
    #expect(pairing.second == [0: 3])
    #expect(pairing.paired == [3])
    #expect(!pairing.hasOpenEnd)
    #expect(RenamePairing([event(movedFrom, 1, "a")]).hasOpenEnd)
  }

  // As in inotify(7); the module of the C library has one importer.
  private let movedFrom: UInt32 = 0x40
  private let movedTo: UInt32 = 0x80
  private let create: UInt32 = 0x100

  private func event(_ mask: UInt32, _ cookie: UInt32, _ name: Path) -> RawEvent {
    RawEvent(watch: 1, mask: mask, cookie: cookie, name: name)
  }
}
