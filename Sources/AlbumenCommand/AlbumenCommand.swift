import Platform

/// Is the program `albumen`.
@main enum AlbumenCommand {
  /// Runs the command that the arguments name, and ends the process.
  static func main() {
    ThisProcess.occupyStandardStreams()
    SignalWaiting.leaveCrashesToTheSystem()
    SignalWaiting.ignoreBrokenPipes()
    let environment = Environment.current
    let status = Program.run(arguments, environment)
    ThisProcess.end(status.rawValue)
  }

  /// The arguments behind the program's name, as bytes.
  private static var arguments: [[UInt8]] {
    let strings = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return strings.dropFirst().compactMap { string in
      string.map { start in
        var length = 0
        while start[length] != 0 { length += 1 }
        return UnsafeBufferPointer(start: start, count: length).map { UInt8(bitPattern: $0) }
      }
    }
  }
}
