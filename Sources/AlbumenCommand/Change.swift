import Albumen

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
}

extension CommandContext {
  /// Tells of a change.
  func tell<Value>(
    _ change: Change, _ result: PhotoLibrary.ChangeResult<Value>
  ) throws -> ExitStatus {
    guard isJSON else {
      if result.operations.isEmpty {
        try say(change.nothing)
      } else if isDryRun {
        try say("Would \(change.base) \(change.rest).")
      } else {
        try say("\(change.past) \(change.rest).")
      }
      return .done
    }
    try output.record(.change) { writer in
      writer.member("action", change.action)
      writer.member("dryRun", isDryRun)
      writer.member("transaction", id: result.transaction)
      writer.member("operations", result.operations.count)
      if let album = change.album {
        writer.name("album")
        writer.object { writer in
          writer.member("id", id: album.id)
          writer.member("title", album.title)
        }
      }
      writer.list("assets", ids: change.assets)
    }
    return .done
  }
}
