import Albumen
import Glibc
import Platform
import TestSupport
import Testing

@Suite struct WatchTests {
  /// Reads what a running program writes, until a line fits.
  private func read(
    _ child: borrowing ChildProcess, until isWanted: (String) -> Bool
  ) throws -> [String] {
    var text: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map { String($0) }
      if lines.contains(where: isWanted) { return lines }
      let count = try child.read(into: buffer, until: Deadline(after: hangLimit))
      if count == 0 { throw TestFailure("it ended after \(lines)") }
      text += buffer[..<count]
    }
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `takes in what is dropped, and ends cleanly by a signal`(signal: Int32) async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      var watch = try bench.start("watch", "--json")
      _ = try read(watch) { $0.contains(#""event":"health""#) }
      try bench.addPhoto("new folder/b.jpg")
      let lines = try read(watch) {
        $0.contains(#""event":"scanned""#) && !$0.contains(#""added":[]"#)
      }
      #expect(
        try lines.map { try Record(Array($0.utf8)) }.allSatisfy {
          $0.text("schema") == "albumen.watch/1"
        })
      #expect(try bench.output("ls").contains("new folder/b.jpg"))

      let second = try bench.run("watch")
      #expect(second.exitCode == 11 && second.output.isEmpty, "\(second)")
      #expect(second.errorText.hasPrefix("albumen: "))
      // Commands go on beside it.
      #expect(try bench.run("album", "create", "Summer").exitCode == 0)

      watch.kill(signal)
      let end = try watch.finish(until: Deadline(after: hangLimit))
      #expect(end.status == .exited(0))
      #expect(end.errorOutput.isEmpty, "\(String(decoding: end.errorOutput, as: UTF8.self))")
    }
  }

  @Test func `people get a line a burst`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let watch = try bench.start("watch", "--settle", "10")
      _ = try read(watch) { $0 == "watching \(bench.photos) (Ctrl-C ends)" }
      try bench.addPhoto("b.jpg")
      _ = try read(watch) { $0 == "+1 photo or video" }
      watch.kill(SIGTERM)
    }
  }

  @Test func `once idle it ends by itself`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.addPhoto("b.jpg")
      let result = try bench.run("watch", "--once-idle")
      #expect(result.exitCode == 0 && result.errorOutput.isEmpty, "\(result)")
      #expect(result.outputText.contains("+1 photo or video\n"))
      #expect(try bench.records("ls").count == 2)
    }
  }

  @Test func `the service manager is told`() async throws {
    try await withBench { bench in
      let path = bench.place / "notify"
      let manager = try ReceivingSocket(path)
      let watch = try bench.start("watch", environment: ["NOTIFY_SOCKET": "\(path)"])
      #expect(try manager.receive() == "READY=1\nSTATUS=watching")
      watch.kill(SIGTERM)
      #expect(try manager.receive() == "STOPPING=1")
    }
  }

  @Test func `a watch whose reader has gone ends`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let result = try bench.shell(
        "mkfifo p; exec 3<>p 4>p 3>&-; albumen watch >&4; echo ended with $?")
      #expect(result.outputText == "ended with 141\n", "\(result)")
      #expect(result.errorOutput.isEmpty)
    }
  }
}

/// Is the socket of a service manager.
private struct ReceivingSocket: ~Copyable {
  private let socket: Descriptor

  init(_ path: Path) throws {
    socket = Descriptor(
      owning: Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.bytes) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let raw = socket.raw
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(raw, $0, size) }
    }
    guard result == 0 else { throw TestFailure("bind: \(errno)") }
  }

  /// Waits for one datagram.
  func receive() throws -> String {
    let ready = try WakeUp().wait(for: socket.raw, until: Deadline(after: hangLimit))
    guard ready.isReadable else { throw TestFailure("nothing came") }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
    defer { buffer.deallocate() }
    let count = try socket.read(into: buffer)
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
