import Albumen
import Operations
import Platform
import TestSupport
import Testing

/// What an exchange did not read of a log is not said to be missing everywhere, whosever fault that was.
@Suite struct UnreadLogTests {
  /// Two logs each of which has seen the other, in a remote; the libraries are closed.
  private func fill(_ devices: Devices) async throws {
    let first = try await devices.create()
    let second = try await devices.open(2)
    for library in [first, second] { try await devices.connect(library) }
    for title in ["One", "Two", "Three"] {
      for library in [first, second] {
        try await library.album("\(title) \(library === first ? "a" : "b")")
        try await library.mustSync()
      }
    }
    for library in [first, second] {
      try await library.mustSync()
      await library.close()
    }
  }

  private func sync(
    _ library: PhotoLibrary, failing place: String, _ errno: Int32
  ) async throws -> SyncReport {
    try await Failpoint.withScope { () async throws -> SyncReport in
      Failpoint.arm(place, action: .error(errno))
      return try await library.sync()[0]
    }.result
  }

  /// Tells of it, and offers nothing that would do without it.
  @Test(arguments: ["remote.end", "remote.list", "remote.read"])
  func whatTheRemoteCannotReadIsToldOf(_ place: String) async throws {
    try await Devices.run { devices in
      try await fill(devices)
      let third = try await devices.open(3)
      try await devices.connect(third)
      _ = try await sync(third, failing: place, 5)
      let status = try await third.status()
      #expect(status.remotes.first?.unread.count == 1, "\(status.remotes)")
      #expect(!status.isInSync)
      // Another one waits at least where nothing of it came.
      if place == "remote.list" { #expect(!status.missingParts.isEmpty) }
      #expect(status.missingParts.allSatisfy { !$0.canBeWaived && $0.unreadIn == ["r1"] })
      try await third.mustSync()
      #expect(try await third.status().isInSync)
      await third.close()
    }
  }

  /// No room here, or a disk that fails here, is no fault of the remote; nor may its log be done without.
  @Test(arguments: [("remote.read", 28), ("log.segment.write", 5)])
  func whatFailedHereIsNoFaultOfTheRemote(_ place: String, _ errno: Int32) async throws {
    try await Devices.run { devices in
      try await fill(devices)
      let third = try await devices.open(3)
      try await devices.connect(third)
      let report = try await sync(third, failing: place, errno)
      #expect(!report.isDone)
      #expect(report.remote.unread.isEmpty, "\(report.remote.unread)")
      let status = try await third.status()
      #expect(status.remotes.first?.unread.isEmpty == true)
      #expect(status.missingParts.allSatisfy { !$0.canBeWaived })
      try await third.mustSync()
      #expect(try await third.status().isInSync)
      await third.close()
    }
  }

  /// An exchange that was interrupted has no more to say of the remote than before.
  @Test func anInterruptionIsNoFaultOfTheRemote() async throws {
    try await Devices.run { devices in
      try await fill(devices)
      let third = try await devices.open(3)
      try await devices.connect(third)
      let report = try await Failpoint.withScope { () async throws -> SyncReport in
        Failpoint.arm("remote.read", action: .call { withUnsafeCurrentTask { $0?.cancel() } })
        return try await Task { try await third.sync()[0] }.value
      }.result
      #expect(report.remote.unread.isEmpty, "\(report.remote.unread)")
      try await third.mustSync()
      #expect(try await third.status().isInSync)
      await third.close()
    }
  }
}
