import CGcrypt

/// Computes HMAC-SHA-1 (RFC 2104), which OpenSSH hides the names of known hosts with; for nothing new.
package enum HMACSHA1 {
  /// Returns the twenty bytes.
  package static func code(key: [UInt8], message: [UInt8]) -> [UInt8] {
    Gcrypt.requireInitialized()
    let size = 20
    var code = [UInt8](repeating: 0, count: size)
    let status = albumen_gcry_hmac_sha1(&code, key, key.count, message, message.count)
    guard status == 0 else { Gcrypt.fail("gcry_md_open", status) }
    return code
  }
}
