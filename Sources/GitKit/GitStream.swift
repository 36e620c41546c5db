import CGit2
import Platform

/// The connections that libgit2 makes: TLS and SSH go over these, too.
///
/// libgit2 1.5 has no time limits of its own. With the socket in hand a session can set them, and end a
/// connection under whoever waits for it. libssh2 reads and writes the socket by itself; only its number
/// is taken from here.
enum GitStream {
  /// Makes a stream (`git_stream_registration.init`).
  static let make:
    @convention(c) (
      UnsafeMutablePointer<UnsafeMutablePointer<git_stream>?>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?
    ) -> Int32 = { out, host, port in
      guard let out, let host, let port, let stream = albumen_git2_stream_new(host, port) else {
        return -1
      }
      stream.pointee.parent.connect = { GitStream.connect($0) }
      stream.pointee.parent.read = { GitStream.read($0, $1, $2) }
      stream.pointee.parent.write = { stream, bytes, count, _ in
        GitStream.write(stream, bytes, count)
      }
      stream.pointee.parent.close = { GitStream.close($0) }
      stream.pointee.parent.free = { GitStream.free($0) }
      if let session = GitSession.current {
        stream.pointee.session = Unmanaged.passRetained(session).toOpaque()
      }
      out.pointee = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: git_stream.self)
      return 0
    }

  private typealias Stream = UnsafeMutablePointer<albumen_git2_stream>

  private static func stream(_ base: UnsafeMutablePointer<git_stream>?) -> Stream? {
    base.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: albumen_git2_stream.self) }
  }

  private static func session(_ stream: Stream) -> GitSession? {
    stream.pointee.session.map {
      Unmanaged<GitSession>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static func connect(_ base: UnsafeMutablePointer<git_stream>?) -> Int32 {
    guard let stream = stream(base), let session = session(stream) else { return -1 }
    do throws(PlatformError) {
      let socket = try StreamSocket.connect(
        host: String(cString: stream.pointee.host), port: String(cString: stream.pointee.port),
        until: Deadline(after: session.settings.connecting), while: { session.isWanted })
      stream.pointee.socket = socket.raw
      session.opened(socket)
      return 0
    } catch { return failed(session, error) }
  }

  private static func read(
    _ base: UnsafeMutablePointer<git_stream>?, _ buffer: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int {
    guard let stream = stream(base), let session = session(stream) else { return -1 }
    do throws(PlatformError) {
      let received = try StreamSocket(raw: stream.pointee.socket).receive(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
      session.received(received)
      return received
    } catch { return Int(failed(session, error)) }
  }

  private static func write(
    _ base: UnsafeMutablePointer<git_stream>?, _ bytes: UnsafePointer<CChar>?, _ count: Int
  ) -> Int {
    guard let stream = stream(base), let session = session(stream) else { return -1 }
    do throws(PlatformError) {
      return try StreamSocket(raw: stream.pointee.socket).send(
        UnsafeRawBufferPointer(start: bytes, count: count))
    } catch { return Int(failed(session, error)) }
  }

  private static func close(_ base: UnsafeMutablePointer<git_stream>?) -> Int32 {
    guard let stream = stream(base) else { return -1 }
    if stream.pointee.socket >= 0 {
      let socket = StreamSocket(raw: stream.pointee.socket)
      session(stream)?.closing(socket)
      socket.close()
    }
    stream.pointee.socket = -1
    return 0
  }

  private static func free(_ base: UnsafeMutablePointer<git_stream>?) {
    guard let stream = stream(base) else { return }
    // Its owner may free what it has not closed.
    _ = close(base)
    if let session = stream.pointee.session {
      Unmanaged<GitSession>.fromOpaque(session).release()
    }
    albumen_git2_stream_free(stream)
  }

  private static func failed(_ session: GitSession, _ error: PlatformError) -> Int32 {
    session.broke(error)
    albumen_git2_error_set(Int32(bitPattern: GIT_ERROR_NET.rawValue), error.message)
    return -1
  }
}
