import Operations
import Platform

/// Is a program of ours that goes on and writes JSON records, as they come.
final class RecordStream {
  private let process: ChildProcess
  private let name: String
  /// What was written and is no whole line yet.
  private var rest: [UInt8] = []

  /// Starts `albumen`.
  init(_ bench: BenchRun, _ arguments: [String], state: Path) throws {
    name = arguments.last { !$0.hasPrefix("-") } ?? ""
    process = try ChildProcess(
      executable: bench.albumen, arguments: arguments,
      environment: bench.environment(state: state), errorOutput: .inherit)
  }

  /// The program's process id.
  var identifier: Int32 { process.identifier }

  /// The records that have come until a moment; returns as soon as there are some.
  func records(until deadline: Deadline) throws -> [JSONValue] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    do throws(PlatformError) {
      let count = try process.read(into: buffer, until: deadline)
      if count == 0 {
        throw PlatformError(code: .gone, message: "\(name) has ended", operation: "read")
      }
      rest += buffer[..<count]
    } catch {
      guard error.code == .timedOut else { throw error }
    }
    var found: [JSONValue] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      found.append(try JSONParser.parse(rest[..<end]))
      rest.removeFirst(end + 1)
    }
    return found
  }
}
