import Platform

/// Is a process that goes on, and the processes that it has started.
struct RunningProcess {
  let identifier: Int32

  /// The time of processors that it and its children have taken, in seconds: of the threads that live.
  ///
  /// `/proc/PID/task/TID/schedstat` counts nanoseconds, where `stat` counts hundredths of a second.
  func processorSeconds() throws -> Double {
    let tasks = Path("/proc/\(identifier)/task") ?? Path()
    var seconds = 0.0
    for task in try DirectoryWalk.names(in: tasks) {
      // A thread may have ended since.
      guard let times = try? DurableFile.contents(of: tasks / task / "schedstat"),
        let first = Self.numbers(times).first
      else { continue }
      seconds += Double(first) / 1e9
      let children = (try? DurableFile.contents(of: tasks / task / "children")) ?? []
      for child in Self.numbers(children) {
        seconds += (try? RunningProcess(identifier: Int32(child)).processorSeconds()) ?? 0
      }
    }
    return seconds
  }

  private static func numbers(_ text: [UInt8]) -> [Int] {
    String(decoding: text, as: UTF8.self).split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
  }
}
