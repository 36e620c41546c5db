import Albumen
import Platform

/// Tells of a change that a command made, in words or as a record.
struct Change {
  /// What was done, in the spelling of the command: `album.add`.
  let action: String
  /// What was done, as it begins a sentence: `Added`.
  let past: String
  /// The same for what was only tried, behind "Would": `add`.
  let base: String
  /// The rest of the sentence: `3 photos and videos to "Summer"`.
  let rest: String
  /// What to say where nothing had to be done.
  let nothing: String
  /// The album that it was done to.
  var album: (id: AlbumID, title: String)?
  /// The assets that it was done to.
  var assets: [AssetID] = []
  /// The device that it was done to, and what that is called.
  var device: (log: LogID, name: String?)?
  /// The files that were moved with it.
  var moved: [(path: Path, to: Path)] = []
}

extension CommandContext {
  /// Tells of a change.
  func tell<Value>(
    _ change: Change, _ result: PhotoLibrary.ChangeResult<Value>
  ) throws -> ExitStatus {
    try tell(change, transaction: result.transaction, operations: result.operations)
    return .done
  }

  /// Tells of a change by what was written.
  func tell(_ change: Change, transaction: Dot?, operations: [Operation]) throws {
    guard isJSON else {
      if operations.isEmpty, change.moved.isEmpty {
        try say(change.nothing)
      } else if isDryRun {
        try say("Would \(change.base) \(change.rest).")
      } else {
        try say("\(change.past) \(change.rest).")
      }
      return
    }
    try output.record(.change) { writer in
      writer.member("action", change.action)
      writer.member("dryRun", isDryRun)
      writer.member("transaction", id: transaction)
      writer.member("operations", operations.count)
      if let album = change.album {
        writer.name("album")
        writer.object { writer in
          writer.member("id", id: album.id)
          writer.member("title", album.title)
        }
      }
      if let device = change.device {
        writer.name("device")
        writer.object { writer in
          writer.member("log", id: device.log)
          writer.member("name", device.name)
        }
      }
      writer.list("assets", ids: change.assets)
      if !change.moved.isEmpty { writer.list("moved", files: change.moved) }
    }
  }
}
