import CSQLite
import Synchronization

/// Interrupts what a connection is doing, from any thread (`sqlite3_interrupt`).
///
/// It may outlive its connection; then it does nothing.
package final class Interrupter: Sendable {
  /// The handle's address, which as a number may cross threads.
  ///
  /// The lock is held while it is used, so that the handle cannot be closed meanwhile.
  private let address: Mutex<UInt?>

  init(_ handle: OpaquePointer) {
    address = Mutex(UInt(bitPattern: handle))
  }

  /// Makes the statements that run now fail with `.interrupted`; those begun later do not.
  ///
  /// - Returns: false if the database is closed.
  @discardableResult
  package func interrupt() -> Bool {
    address.withLock { address in
      guard let address else { return false }
      sqlite3_interrupt(OpaquePointer(bitPattern: address))
      return true
    }
  }

  /// Forgets the handle, before it is closed.
  func retire() {
    address.withLock { $0 = nil }
  }

  /// Remembers a handle that could not be closed.
  func resume(_ handle: OpaquePointer) {
    let number = UInt(bitPattern: handle)
    address.withLock { $0 = number }
  }
}
