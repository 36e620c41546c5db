import CInotifyTools

/// Finds the two halves of each rename in a row of events.
struct RenamePairing {
  /// The index of the second half, by that of the first.
  private(set) var second: [Int: Int] = [:]
  /// The indices of second halves that have a first.
  private(set) var paired: Set<Int> = []
  /// Whether a first half is alone as yet; its other half may be about to arrive.
  private(set) var hasOpenEnd = false

  /// Pairs what belongs together by cookie.
  init(_ events: [RawEvent]) {
    var open: [UInt32: Int] = [:]
    for (index, event) in events.enumerated() {
      if event.has(INOTIFY_MOVED_FROM) {
        open[event.cookie] = index
      } else if event.has(INOTIFY_MOVED_TO), let first = open.removeValue(forKey: event.cookie) {
        second[first] = index
        paired.insert(index)
      }
    }
    hasOpenEnd = !open.isEmpty
  }
}
