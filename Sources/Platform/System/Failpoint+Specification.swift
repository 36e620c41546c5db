import CLinux
import Glibc

extension Failpoint {
  /// Arms the failpoints that a text names; for the executable, which reads it from its environment.
  ///
  /// `log.append.fsync=kill@3,log.append.write=ENOSPC` kills at the third passage of the first and
  /// makes the next passage of the second fail. An action is `kill`, an errno's name or its number.
  ///
  /// - Throws: `invalidArgument`; then nothing is armed.
  package static func arm(specification: String) throws(PlatformError) {
    var parsed: [(name: String, action: Action, onHit: Int)] = []
    for item in specification.split(separator: ",") {
      let sides = item.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[0].isEmpty else { throw malformed(item) }
      let parts = sides[1].split(separator: "@", omittingEmptySubsequences: false)
      guard let word = parts.first, parts.count <= 2 else { throw malformed(item) }
      var onHit = 1
      if parts.count == 2 {
        guard let count = Int(parts[1]), count >= 1 else { throw malformed(item) }
        onHit = count
      }
      guard let action = action(named: word) else { throw malformed(item) }
      parsed.append((String(sides[0]), action, onHit))
    }
    for item in parsed { arm(item.name, action: item.action, onHit: item.onHit) }
  }

  private static func action(named word: Substring) -> Action? {
    if word == "kill" { return .kill }
    if let number = errnoNames[String(word)] { return .error(number) }
    if let number = Int32(word), number > 0 { return .error(number) }
    return nil
  }

  private static func malformed(_ item: Substring) -> PlatformError {
    PlatformError(
      code: .invalidArgument,
      message: "not a failpoint: \(Path.printable(String(item))) (want name=kill@3 or name=ENOSPC)",
      operation: "Failpoint.arm")
  }

  private static let errnoNames: [String: Int32] = [
    "EACCES": EACCES, "EAGAIN": EAGAIN, "EBUSY": EBUSY, "EDQUOT": EDQUOT, "EEXIST": EEXIST,
    "EFBIG": EFBIG, "EINTR": EINTR, "EINVAL": EINVAL, "EIO": EIO, "EMFILE": EMFILE,
    "ENFILE": ENFILE, "ENODEV": ENODEV, "ENOENT": ENOENT, "ENOMEM": ENOMEM, "ENOSPC": ENOSPC,
    "ENOTEMPTY": ENOTEMPTY, "EOPNOTSUPP": EOPNOTSUPP, "EPERM": EPERM, "EPIPE": EPIPE,
    "EROFS": EROFS, "ESTALE": ESTALE, "EXDEV": EXDEV,
  ]
}
