/// Says why not every directory has a watch.
enum WatchShortfall: Hashable {
  /// The user's watches are used up, as far as this program may use them.
  case limit(Int)
  /// Another kind of file system is mounted inside the folder.
  case foreignFileSystem(type: String)
  /// One directory is mounted at two places of the folder.
  case mountedTwice
  /// A directory could not be watched for this reason.
  case failure(String)

  /// Why, in a few words.
  var reason: String {
    switch self {
    case .limit(let limit): "limit \(limit)"
    case .foreignFileSystem(let type): "\(type) inside"
    case .mountedTwice: "a directory is mounted twice"
    case .failure(let message): message
    }
  }

  /// What can be done about it.
  var remedy: String {
    switch self {
    case .limit(let limit):
      "raise the limit: sysctl fs.inotify.max_user_watches=\(max(524_288, limit * 4))"
    case .foreignFileSystem, .mountedTwice:
      "changes there are found by comparing from time to time"
    case .failure: "changes below it are found by comparing from time to time"
    }
  }
}
