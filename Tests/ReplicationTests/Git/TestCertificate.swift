import GitKit
import Platform
import TestSupport

/// Makes certificates for servers on loopback.
struct TestCertificate: Sendable {
  /// The directory with `certificate.pem` and `key.pem`.
  let path: Path

  /// One that this process trusts.
  ///
  /// Set once, because that is for all connections, and left in its place.
  static let trusted: Result<TestCertificate, any Error> = Result {
    let directory = try TemporaryDirectory().path
    let certificate = try TestCertificate(in: directory)
    try GitLibrary.trust(authorities: directory / "certificate.pem")
    return certificate
  }

  /// Makes one in a directory.
  init(in directory: Path) throws {
    path = directory
    let result = try run(
      TestGit.program("openssl", "openssl"),
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=127.0.0.1",
        "-addext", "subjectAltName=IP:127.0.0.1,DNS:127.0.0.1", "-keyout",
        "\(directory)/key.pem", "-out", "\(directory)/certificate.pem",
      ])
    guard result.exitCode == 0 else { throw TestFailure(result.errorText) }
  }
}
