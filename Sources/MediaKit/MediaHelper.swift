package import Platform

/// Runs the helper's side of the conversation: takes requests, opens files, gives answers.
///
/// What looks into a file is passed in, so that only the helper program links media libraries.
package struct MediaHelper {
  /// Looks into an open file of a known type; it must not throw, but may crash the process.
  package typealias Inspector = (MediaType, borrowing MediaFile) -> MediaRecord
  /// Reads an XMP packet; under the same terms.
  package typealias SidecarInspector = ([UInt8]) -> MediaRecord

  /// How a conversation ended.
  package enum Ending: Equatable {
    /// The client has nothing more to ask, or is gone.
    case finished
    /// The client speaks another version of the protocol.
    case otherVersion
    /// What arrived is not the protocol.
    case malformed
  }

  /// Called with true before each file and false where there is none; the program sets its alarm clock.
  private let watch: (Bool) -> Void
  private let inspect: Inspector
  private let inspectSidecar: SidecarInspector

  /// Makes a helper of the functions that look into files and one that is told when they do.
  package init(
    watch: @escaping (Bool) -> Void, inspect: @escaping Inspector,
    inspectSidecar: @escaping SidecarInspector
  ) {
    self.watch = watch
    self.inspect = inspect
    self.inspectSidecar = inspectSidecar
  }

  /// Serves one client until it is done; blocks for as long as that takes.
  package func serve(input: borrowing Descriptor, output: borrowing Descriptor) -> Ending {
    do {
      return try converse(input, output)
    } catch let error as MediaError {
      return error.code == .malformedMessage ? .malformed : .finished
    } catch {
      return .finished
    }
  }

  private func converse(
    _ input: borrowing Descriptor, _ output: borrowing Descriptor
  ) throws -> Ending {
    var hello: [UInt8] = []
    while hello.count < MediaProtocol.helloLength {
      let more = try Self.read(input, atMost: MediaProtocol.helloLength - hello.count)
      if more.isEmpty { return hello.isEmpty ? .finished : .malformed }
      hello += more
    }
    guard let version = MediaProtocol.version(inHello: hello) else { return .malformed }
    try output.writeAll(MediaProtocol.hello())
    guard version == MediaProtocol.version else { return .otherVersion }

    var frames = FrameBuffer(longest: MediaProtocol.longestRequest)
    while true {
      while let request = try frames.next() {
        let (subject, path) = try MediaProtocol.request(in: request.body)
        watch(true)
        let record = subject == .media ? look(path) : lookAtSidecar(path)
        try output.writeAll(MediaProtocol.answer(request.number, record))
      }
      // Only now: between two files the clock is but set anew.
      watch(false)
      let more = try Self.read(input, atMost: 1 << 16)
      if more.isEmpty { return frames.isInsideFrame ? .malformed : .finished }
      frames.append(more)
    }
  }

  private func look(_ path: Path) -> MediaRecord {
    do {
      let file = try MediaFile(path)
      guard let type = try MediaType.of(file) else { return MediaRecord() }
      return inspect(type, file)
    } catch {
      return MediaRecord(unreadable: error.message)
    }
  }

  private func lookAtSidecar(_ path: Path) -> MediaRecord {
    do {
      let file = try MediaFile(path)
      guard file.size <= MediaSidecar.longest else {
        return MediaRecord(unreadable: "it is too large for a sidecar")
      }
      let bytes = try file.bytes(at: 0, count: Int(file.size))
      guard let packet = MediaSidecar.packet(bytes) else {
        return MediaRecord(unreadable: "it is no XMP sidecar")
      }
      return inspectSidecar(packet)
    } catch {
      return MediaRecord(unreadable: error.message)
    }
  }

  private static func read(
    _ input: borrowing Descriptor, atMost count: Int
  ) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = try input.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}
