import CInotifyTools
import Platform

/// Holds one event of the kernel's queue, copied out of the library's buffer.
struct RawEvent: Sendable, Hashable {
  /// The watch it belongs to; -1 for an overflow.
  var watch: Int32
  /// What happened: INOTIFY_ bits.
  var mask: UInt32
  /// Ties the two halves of a rename together; 0 for everything else.
  var cookie: UInt32
  /// The entry of the watched directory; empty for the directory itself.
  var name: Path

  /// Whether any of some bits is set.
  func has(_ bits: UInt32) -> Bool { mask & bits != 0 }

  /// Whether the entry is a directory.
  var isDirectory: Bool { has(INOTIFY_ISDIR) }
}

extension RawEvent {
  /// Copies an event at once, because the library's buffer is overwritten by the next call.
  init(copying event: UnsafePointer<inotify_event>) {
    watch = event.pointee.wd
    mask = event.pointee.mask
    cookie = event.pointee.cookie
    let padded = UnsafeBufferPointer(
      start: inotify_event_name(event), count: Int(event.pointee.len))
    name = Path(bytes: padded.prefix { $0 != 0 }) ?? Path()
  }
}
