import GitKit
import Operations
import Platform
import Replication

// Publishes one operation after the other to a git remote until it is killed, and writes the number of
// each that the remote has confirmed as a line. Goes on where the remote says that the log ends.
//
//   GitPublisher ADDRESS CACHE LOG

/// Ends with a message.
func fail(_ message: String) -> Never {
  try? StandardStream.errorOutput.writeAll(Array("\(message)\n".utf8))
  ThisProcess.end(1)
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let address = GitAddress(arguments[1]),
  let cache = Path(arguments[2]), let log = LogID(arguments[3])
else {
  fail("usage: GitPublisher ADDRESS CACHE LOG")
}
var settings = GitRemoteSettings()
// There is nobody but programs like this one.
settings.abandonedLock = .zero
settings.packs = 8
do {
  let remote = try GitRemote(
    address: address, cache: cache, library: nil, settings: settings)
  var next = (try remote.look().logs[log]?.lastSeq ?? 0) + 1
  while let piece = PieceName(log, next, next) {
    let publication = Publication(
      log: log, library: LibraryID(high: 1, low: 1),
      pieces: [(piece, Array("\(piece.log) \(piece.fileName)\n".utf8))], head: "format 1\n",
      summary: "Operation \(next)", author: "publisher")
    guard try remote.publish(publication) == .done else { fail("overtaken") }
    try StandardStream.output.writeAll(Array("\(next)\n".utf8))
    next += 1
  }
} catch { fail("\(error)") }
