import CLinux
import Glibc

/// Is a connection to a server (`tcp(7)`), by the number of its descriptor.
///
/// For libraries in C that want the number: whoever makes one closes it.
package struct StreamSocket: Sendable, Hashable {
  /// The descriptor's number.
  package let raw: Int32

  /// Adopts a connected socket.
  package init(raw: Int32) { self.raw = raw }

  /// Connects to a server, trying its addresses in turn (`getaddrinfo(3)`, `connect(2)`).
  ///
  /// One that does not answer leaves the others their share of the time: of several, none has more than
  /// what is left, divided by the number of those not tried yet.
  /// Blocks: for the resolver, whose own limits no deadline shortens, and then until the deadline.
  ///
  /// - Parameters:
  ///   - port: a number, or the name of a service.
  ///   - isWanted: asked several times a second; when it says no, connecting ends with `timedOut`.
  /// - Throws: the error of the last address; `notFound` where the name has none.
  package static func connect(
    host: String, port: String, until deadline: Deadline, while isWanted: () -> Bool = { true }
  ) throws(PlatformError) -> StreamSocket {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, port, &hints, &found)
    guard result == 0 else {
      let reason = gai_strerror(result).map { String(cString: $0) } ?? "error \(result)"
      throw PlatformError(
        code: .notFound, message: "cannot find the address of \(host): \(reason)",
        operation: "getaddrinfo", disposition: .retry)
    }
    defer { freeaddrinfo(found) }
    var addresses: [addrinfo] = []
    var next = found
    while let address = next {
      addresses.append(address.pointee)
      next = address.pointee.ai_next
    }
    guard !addresses.isEmpty else {
      throw PlatformError(
        code: .notFound, message: "\(host) has no address", operation: "getaddrinfo")
    }
    return try connect(addresses, until: deadline, while: isWanted)
  }

  /// Connects to the first of some addresses, at least one, that answers in its share of the time.
  static func connect(
    _ addresses: [addrinfo], until deadline: Deadline, while isWanted: () -> Bool
  ) throws(PlatformError) -> StreamSocket {
    for (index, address) in addresses.enumerated() {
      do throws(PlatformError) {
        return try connect(
          address, until: deadline.share(of: addresses.count - index), while: isWanted)
      } catch {
        guard index + 1 < addresses.count, isWanted() else { throw error }
      }
    }
    preconditionFailure("a server has an address")
  }

  private static func connect(
    _ address: addrinfo, until deadline: Deadline, while isWanted: () -> Bool
  ) throws(PlatformError) -> StreamSocket {
    let flags = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
    let socket = Descriptor(
      owning: try SystemCall.retrying("socket") {
        Glibc.socket(address.ai_family, flags, address.ai_protocol)
      })
    let status = fcntl(socket.raw, F_GETFL)
    _ = fcntl(socket.raw, F_SETFL, status | O_NONBLOCK)
    if Glibc.connect(socket.raw, address.ai_addr, address.ai_addrlen) != 0 {
      // EINTR, too: the connection is made all the same (connect(2)).
      guard errno == EINPROGRESS || errno == EINTR else {
        throw PlatformError(errno: errno, operation: "connect")
      }
      var polled = [pollfd(fd: socket.raw, events: Int16(POLLOUT), revents: 0)]
      // In short steps: whoever wants an end does not wait for the deadline.
      while try SystemCall.retrying("poll", { poll(&polled, 1, 100) }) == 0 {
        guard !deadline.hasPassed, isWanted() else {
          throw PlatformError(errno: ETIMEDOUT, operation: "connect")
        }
      }
      var number: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(socket.raw, SOL_SOCKET, SO_ERROR, &number, &size)
      guard number == 0 else { throw PlatformError(errno: number, operation: "connect") }
    }
    _ = fcntl(socket.raw, F_SETFL, status)
    var on: Int32 = 1
    setsockopt(
      socket.raw, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    return StreamSocket(raw: socket.take())
  }

  /// Sends bytes without SIGPIPE, blocking while the other side takes none (`send(2)`).
  ///
  /// - Returns: how many were sent.
  package func send(_ bytes: UnsafeRawBufferPointer) throws(PlatformError) -> Int {
    try SystemCall.retrying("send") {
      Glibc.send(raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// Receives what has come, waiting for the first byte (`recv(2)`).
  ///
  /// - Returns: how many bytes; 0 once the other side has ended.
  package func receive(into buffer: UnsafeMutableRawBufferPointer) throws(PlatformError) -> Int {
    try SystemCall.retrying("recv") { recv(raw, buffer.baseAddress, buffer.count, 0) }
  }

  /// For how many milliseconds nothing has come, neither data nor a confirmation; nil where that is
  /// not known (TCP_INFO).
  package var silentMilliseconds: UInt64? { UInt64(exactly: linux_tcp_silence(raw)) }

  /// Ends the connection under whoever waits for it, on any thread (`shutdown(2)`).
  package func interrupt() { _ = shutdown(raw, Int32(SHUT_RDWR)) }

  /// Closes the descriptor.
  package func close() { _ = Glibc.close(raw) }
}
