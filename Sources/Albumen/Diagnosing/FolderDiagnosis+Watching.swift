import OperationLog
import Platform
import Reconciling

extension FolderDiagnosis {
  /// Whether the kernel lets the whole folder be watched (inotify(7)), and whether somebody does.
  var watching: [Diagnosis] {
    var directories = 1
    var closed: [(path: Path, error: PlatformError)] = []
    let rules = FolderRules(layout)
    DirectoryWalk().run(
      root: root,
      visit: { entry in
        guard entry.kind == .directory else { return .skip }
        switch rules.verdict(for: entry.path, isDirectory: true) {
        case nil: break
        case .unreadable(let path, let error)?:
          closed.append((path, error))
          return .skip
        default: return .skip
        }
        directories += 1
        return .descend
      }, failed: { path, error in closed.append((path, error)) })
    var found = [Self.watches(directories), Self.instances, Self.queue]
    if let first = closed.first {
      found.append(
        Diagnosis(
          "directories", .warning,
          "\(closed.count) cannot be read, and nothing is concluded about what is in them: "
            + "\(first.path.isEmpty ? root.display : first.path.display): \(first.error.message)",
          remedy: "give yourself the right to read: chmod u+rx"))
    } else {
      found.append(Diagnosis("directories", .ok, "all \(directories) can be read"))
    }
    found.append(watch)
    return found
  }

  private static func watches(_ directories: Int) -> Diagnosis {
    let subject = "inotify watches"
    guard let limit = limit("max_user_watches") else { return unknown(subject) }
    // A tenth is left for other programs.
    if directories > limit - limit / 10 {
      let wanted = max(524_288, directories * 2)
      return Diagnosis(
        subject, .warning,
        "\(limit) may be had, and the folder has \(directories) directories: some are only compared "
          + "from time to time",
        remedy: raise("max_user_watches", to: wanted))
    }
    return Diagnosis(subject, .ok, "\(limit) may be had for \(directories) directories")
  }

  private static var instances: Diagnosis {
    let subject = "inotify instances"
    guard let limit = limit("max_user_instances") else { return unknown(subject) }
    if limit < 16 {
      return Diagnosis(
        subject, limit == 0 ? .problem : .warning,
        "only \(limit) may be had by all programs of a user",
        remedy: raise("max_user_instances", to: 128))
    }
    return Diagnosis(subject, .ok, "\(limit) may be had")
  }

  private static var queue: Diagnosis {
    let subject = "inotify queue"
    guard let limit = limit("max_queued_events") else { return unknown(subject) }
    if limit < 16_384 {
      return Diagnosis(
        subject, .warning,
        "it holds \(limit) events; when it is full the whole folder is looked at",
        remedy: raise("max_queued_events", to: 16_384))
    }
    return Diagnosis(subject, .ok, "it holds \(limit) events")
  }

  private static func unknown(_ subject: String) -> Diagnosis {
    Diagnosis(subject, .warning, "the kernel does not tell its limit: is there an inotify?")
  }

  /// A limit of the kernel (inotify(7), "/proc interfaces"); nil where it does not tell.
  private static func limit(_ name: String) -> Int? {
    guard let path = Path("/proc/sys/fs/inotify/\(name)"),
      let bytes = try? DurableFile.contents(of: path, limit: 64)
    else { return nil }
    return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  private static func raise(_ name: String, to value: Int) -> String {
    "as root: sysctl fs.inotify.\(name)=\(value); to keep it, put that line's end into "
      + "/etc/sysctl.d/60-albumen.conf"
  }

  private var watch: Diagnosis {
    guard let machine = try? MachineID.known(configuration),
      let identity = try? RootIdentity(ofRoot: root)
    else { return Diagnosis("watch", .ok, "none runs") }
    let state = StateDirectory.path(
      base: configuration.stateDirectory, machine: machine, root: identity)
    guard (try? FileLock.isHeld(state / "watch.lock")) == true else {
      return Diagnosis("watch", .ok, "none runs")
    }
    let bytes = (try? DurableFile.contents(of: state / "watch", limit: 4_096)) ?? []
    let health = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return Diagnosis(
      "watch", health.hasPrefix("lost") ? .problem : .ok, "one runs: \(Path.printable(health))")
  }
}
