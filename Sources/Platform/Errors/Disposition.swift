/// States what a caller may do about an error; retry loops look at this and at nothing else.
public enum Disposition: Sendable, Hashable {
  /// The same call may succeed later without anybody doing anything.
  case retry
  /// The same call will fail again.
  case permanent
  /// Stored bytes are not what was once written.
  case corrupt
  /// A person has to act first: make room, grant access, plug a disk in.
  case userAction
}
