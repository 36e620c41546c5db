package import Platform

/// Is what a trial of the helper program shows: that it starts, answers, and is confined.
package struct HelperCheck: Sendable {
  /// Whether it can make no sockets and run no programs (`seccomp(2)`).
  package let isWithoutNetwork: Bool
  /// Whether it can gain no rights, which is what the walls around it stand on.
  package let isWithoutPrivileges: Bool

  /// Starts a helper, speaks with it, and ends it; blocks until then.
  ///
  /// - Throws: `helperNotStarted`, `helperVersion`, `helperFailed`.
  package init(helper: Path, patience: Duration = .seconds(10)) throws(MediaError) {
    let connection = try HelperConnection(helper: helper, patience: patience)
    // It shuts itself in before it answers (proc_pid_status(5)).
    let status = connection.statusLines()
    connection.close()
    isWithoutNetwork = status["Seccomp"] == "2"
    isWithoutPrivileges = status["NoNewPrivs"] == "1"
  }
}

extension HelperConnection {
  /// What the kernel says of the helper's process, by name.
  fileprivate func statusLines() -> [String: String] {
    guard let path = Path("/proc/\(identifier)/status"),
      let bytes = try? DurableFile.contents(of: path, limit: 1 << 16)
    else { return [:] }
    var values: [String: String] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      values[String(parts[0])] = String(parts[1].drop { $0 == "\t" || $0 == " " })
    }
    return values
  }
}
