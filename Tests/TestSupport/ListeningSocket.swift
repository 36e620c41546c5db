import Glibc
import Synchronization

/// Is a server on loopback that accepts connections, as far as the kernel does it, and answers only when
/// told to.
package final class ListeningSocket: Sendable {
  /// The port of the kernel's choice.
  package let port: Int
  private let raw: Int32

  /// Listens.
  ///
  /// - Parameter backlog: how many connections the kernel accepts; a further one hangs.
  package init(backlog: Int32 = 16) throws {
    raw = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let raw = self.raw
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(raw, $0, size) != 0 || listen(raw, backlog) != 0 || getsockname(raw, $0, &size) != 0
      }
    }
    guard !result else { throw TestFailure("cannot listen: \(errno)") }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  /// Answers the next connection with some bytes, and then keeps it open, unless it is to be closed;
  /// blocks until there is one.
  package func answerOnce(_ text: String, closing: Bool = false) {
    let connection = accept(raw, nil, nil)
    _ = text.utf8CString.withUnsafeBytes {
      send(connection, $0.baseAddress, $0.count - 1, Int32(MSG_NOSIGNAL))
    }
    if closing { Glibc.close(connection) }
  }

  deinit { close(raw) }

  /// A port that nobody listens at just now, another one each time.
  package static func freePort() throws -> Int {
    while true {
      let port = try ListeningSocket().port
      if given.withLock({ $0.insert(port).inserted }) { return port }
    }
  }

  private static let given = Mutex<Set<Int>>([])
}
