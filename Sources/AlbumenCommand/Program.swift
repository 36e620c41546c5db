import CommandParsing
import Platform

/// Is the way from the program's arguments to its exit code.
struct Program {
  private let environment: Environment
  private let output: Output
  private let diagnostics: Diagnostics

  /// Runs the command that the arguments name; blocks until it is done.
  static func run(_ arguments: [[UInt8]], _ environment: Environment) -> ExitStatus {
    let invocation: Result<Invocation, any Error>
    do {
      try environment.armFailpoints()
      invocation = .success(try CommandParser(spec).parse(arguments))
    } catch {
      invocation = .failure(error)
    }
    var parsed: ParsedCommand?
    if case .success(.command(let command)) = invocation { parsed = command }
    let program = Program(environment, parsed)
    do {
      if arguments.isEmpty {
        program.diagnostics.page(program.help(for: nil))
        return .usage
      }
      return try program.finish(program.carryOut(try invocation.get()))
    } catch {
      return program.fail(error)
    }
  }

  private init(_ environment: Environment, _ parsed: ParsedCommand?) {
    self.environment = environment
    output = Output(endsWithNUL: parsed?.flag("0") ?? false)
    diagnostics = Diagnostics(
      isQuiet: parsed?.flag("quiet") ?? false,
      showsProgress: !(parsed?.flag("no-progress") ?? false), environment: environment)
  }

  private func carryOut(_ invocation: Invocation) throws -> ExitStatus {
    switch invocation {
    case .help(let command): try output.write(help(for: command))
    case .version: try output.line(VersionCommand.text)
    case .command(let parsed): return try run(parsed)
    }
    return .done
  }

  private func help(for command: CommandSpec?) -> String {
    Self.help(for: command, width: environment.columns ?? 80)
  }

  /// The help page of a command, or of the program.
  static func help(for command: CommandSpec?, width: Int) -> String {
    let renderer = HelpRenderer(spec, width: width)
    return command.map { renderer.help(for: $0) } ?? renderer.overview()
  }

  private func run(_ parsed: ParsedCommand) throws -> ExitStatus {
    guard let command = Self.commands.first(where: { $0.spec.path == parsed.path }) else {
      preconditionFailure("every spec comes from a command")
    }
    // Before there is a second thread: threads inherit what is blocked.
    SignalWaiting.block(command.awaitedSignals)
    let context = CommandContext(
      parsed: parsed, environment: environment, output: output, diagnostics: diagnostics,
      settings: UserSettings(environment.settingsFile, diagnostics))
    let ending = try Ending()
    // This thread only waits: the runtime's own way to wait in `main` would take signals again.
    Task {
      do {
        ending.set(.success(try await command.run(context)))
      } catch {
        ending.set(.failure(error))
      }
    }
    return try ending.wait().get()
  }

  /// Writes what is left to write.
  private func finish(_ status: ExitStatus) throws -> ExitStatus {
    diagnostics.endProgress()
    try output.flush()
    return status
  }

  /// Tells an error, and turns it into an exit code.
  private func fail(_ error: any Error) -> ExitStatus {
    diagnostics.endProgress()
    if error is Output.ReaderGone {
      // As every program ends whose reader has seen enough.
      SignalWaiting.die(of: Signal.brokenPipe)
    }
    // What was found before it failed is worth having; a second error would only hide the first.
    try? output.flush()
    diagnostics.error(error)
    return ExitStatus(error)
  }
}
