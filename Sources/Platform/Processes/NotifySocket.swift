import CLinux
import Glibc

/// Tells a service manager how a service is (sd_notify(3), the datagram protocol only).
package struct NotifySocket: Sendable {
  private let address: [UInt8]

  /// Names the manager's socket.
  ///
  /// - Parameter address: what `$NOTIFY_SOCKET` holds: an absolute path, or `@` and an abstract name.
  /// - Returns: nil for anything else, or where it is too long for a socket's address.
  package init?(address: [UInt8]) {
    guard address.first == Path.slash || address.first == UInt8(ascii: "@"), address.count > 1,
      address.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
    else { return nil }
    self.address = address
  }

  /// Sends a state such as `READY=1`, or several with newlines between.
  ///
  /// Never blocks.
  package func notify(_ state: String) throws(PlatformError) {
    let socket = Descriptor(
      owning: try SystemCall.retrying("socket") { linux_datagram_socket() })
    var target = sockaddr_un()
    target.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &target.sun_path) { path in
      path.copyBytes(from: address)
      if address.first == UInt8(ascii: "@") { path[0] = 0 }
    }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + address.count)
    let bytes = Array(state.utf8)
    try SystemCall.retrying("sendto", path: Path(bytes: address)) {
      withUnsafePointer(to: &target) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(socket.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, size)
        }
      }
    }
  }
}
