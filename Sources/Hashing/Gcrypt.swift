import CGcrypt

/// The one-time set-up of libgcrypt, and what to do when it fails.
package enum Gcrypt {
  /// The version of libgcrypt that is installed, such as `1.10.1`.
  package static var version: String {
    gcry_check_version(nil).map { String(cString: $0) } ?? "unknown"
  }

  private static let status = albumen_gcry_initialize()

  /// Initialises libgcrypt on the first call, once for all threads; later calls cost a load.
  static func requireInitialized() {
    guard status == 0 else {
      fatalError("The installed libgcrypt is older than the one this program was built for")
    }
  }

  /// Ends the program: a digest can only fail for want of memory or in a broken FIPS mode, and a
  /// caller could do nothing but stop, as it would for any other allocation.
  static func fail(_ function: StaticString, _ status: gcry_error_t) -> Never {
    let reason = gcry_strerror(status).map { String(cString: $0) } ?? "unknown"
    fatalError("\(function) failed: \(reason)")
  }
}
