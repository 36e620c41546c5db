import Albumen
import TestSupport
import Testing

/// Libraries on several devices, exchanging through directories.
@Suite struct SyncTests {
  @Test func whatOneDoesTheOtherHas() async throws {
    try await Devices.run { devices in
      let first = try await devices.create()
      let second = try await devices.open(2)
      try await devices.connect(first)
      try await devices.connect(second)
      try await first.album("Summer")
      let sent = try await first.mustSync()
      #expect(sent[0].sentOperations == 3 && sent[0].fetched == 0)
      #expect(try await second.mustSync()[0].fetched == 1)
      #expect(try await second.titles() == ["Summer"])
      try await second.album("Winter")
      try await second.mustSync()
      try await first.mustSync()
      #expect(try await first.titles() == ["Summer", "Winter"])
      #expect(try await first.stateJSON() == (try await second.stateJSON()))
      // Nothing new costs nothing, and changes nothing.
      let before = try devices.files()
      let idle = try await first.mustSync()[0]
      #expect(idle.fetched == 0 && idle.sentOperations == 0)
      #expect(idle.bytesSent == 0 && idle.bytesReceived == 0)
      #expect(try devices.files() == before)
      #expect(idle.remote.ahead == 0 && idle.remote.behind == 0)
      for library in [first, second] {
        #expect(try await library.verify().problems.isEmpty)
        await library.close()
      }
    }
  }

  /// Any device passes on any log.
  @Test func aThirdDeviceCarriesLogsFromOneRemoteToTheOther() async throws {
    try await Devices.run { devices in
      let first = try await devices.create()
      let second = try await devices.open(2)
      let carrier = try await devices.open(3)
      try await devices.connect(first, 1)
      try await devices.connect(second, 2)
      try await devices.connect(carrier, 1)
      try await devices.connect(carrier, 2)
      try await first.album("Summer")
      try await second.album("Winter")
      try await first.mustSync()
      try await second.mustSync()
      // Once is enough: what the second remote brings goes to the first in the same run.
      try await carrier.mustSync()
      try await first.mustSync()
      try await second.mustSync()
      for library in [first, second, carrier] {
        #expect(try await library.titles() == ["Summer", "Winter"])
        await library.close()
      }
    }
  }
}
