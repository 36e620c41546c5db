import Glibc
import TestSupport
import Testing

@testable import Platform

@Suite struct StreamSocketTests {
  /// Resolves numbers, and calls a function with what comes of them, in order.
  private func withAddresses(
    _ ports: [Int], _ body: ([addrinfo]) throws -> Void
  ) throws {
    var found: [UnsafeMutablePointer<addrinfo>] = []
    defer { for address in found { freeaddrinfo(address) } }
    for port in ports {
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
      var result: UnsafeMutablePointer<addrinfo>?
      guard getaddrinfo("127.0.0.1", "\(port)", &hints, &result) == 0, let result else {
        throw TestFailure("no address")
      }
      found.append(result)
    }
    try body(found.map(\.pointee))
  }

  @Test func `an address that does not answer leaves the next one its time`() throws {
    // What it accepts by itself is used up: the next connection hangs.
    let hanging = try ListeningSocket(backlog: 0)
    let first = try StreamSocket.connect(
      host: "127.0.0.1", port: "\(hanging.port)", until: Deadline(after: hangLimit))
    defer { first.close() }
    let answering = try ListeningSocket()
    try withAddresses([hanging.port, answering.port]) { addresses in
      let socket = try StreamSocket.connect(
        addresses, until: Deadline(after: .seconds(2)), while: { true })
      socket.close()
    }
    try withAddresses([hanging.port]) { addresses in
      let error = #expect(throws: PlatformError.self) {
        try StreamSocket.connect(
          addresses, until: Deadline(after: .milliseconds(200)), while: { true })
      }
      #expect(error?.code == .timedOut)
    }
  }

  @Test func `who wants an end waits for no further address`() throws {
    let hanging = try ListeningSocket(backlog: 0)
    let first = try StreamSocket.connect(
      host: "127.0.0.1", port: "\(hanging.port)", until: Deadline(after: hangLimit))
    defer { first.close() }
    let answering = try ListeningSocket()
    try withAddresses([hanging.port, answering.port]) { addresses in
      _ = #expect(throws: PlatformError.self) {
        try StreamSocket.connect(addresses, until: .never, while: { false })
      }
    }
  }

  @Test func `a share of the time is a part of it`() {
    #expect(Deadline.never.share(of: 3) == .never)
    let whole = Deadline(after: .seconds(100))
    #expect(whole.share(of: 4) < Deadline(after: .seconds(26)))
    #expect(Deadline(after: .seconds(24)) < whole.share(of: 4))
    #expect(whole.share(of: 1) < Deadline(after: .seconds(101)))
  }
}
