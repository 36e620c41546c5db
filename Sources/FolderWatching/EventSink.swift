import Platform

/// Passes events on to the one reader; where it cannot, it says so as soon as it can.
///
/// Used from one thread.
struct EventSink {
  private let continuation: AsyncStream<FolderEvent>.Continuation
  private var last: FolderEvent?
  /// Whether events were dropped that the reader does not know of.
  private(set) var hasLoss = false
  /// While true, nothing is passed on, and nothing counts as lost.
  var isMuted = true

  init(_ continuation: AsyncStream<FolderEvent>.Continuation) {
    self.continuation = continuation
  }

  /// Passes on an event; a repeat that tells nothing new is left out.
  mutating func send(_ event: FolderEvent) {
    if isMuted { return }
    if hasLoss { reportLoss() }
    if hasLoss || (event == last && event.isRepeatable) { return }
    last = event
    if case .dropped = continuation.yield(event) { hasLoss = true }
  }

  /// Tells the reader of a loss, if there is room by now.
  mutating func reportLoss() {
    guard hasLoss else { return }
    switch continuation.yield(.rescan(.dropped)) {
    case .dropped: return
    default:
      hasLoss = false
      last = nil
    }
  }

  /// Ends the stream; what is in it can still be read.
  func finish() {
    continuation.finish()
  }
}

extension FolderEvent {
  /// Whether the same event twice in a row says no more than once.
  fileprivate var isRepeatable: Bool {
    switch self {
    case .modified, .attributes: true
    default: false
    }
  }
}
