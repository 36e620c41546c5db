/// Is what is known of nearly every reference, in 56 bytes: no or one dot that keeps it in being, and one
/// position of up to 15 bytes.
///
/// Logs are numbers that its table gives out.
struct PackedReference: Sendable {
  /// The name of an operation.
  struct PackedDot {
    let log: UInt32
    let seq: UInt64
  }

  /// A position, and when it was given.
  struct Placed: Sendable {
    let hlc: UInt64
    private let seq: UInt64
    let words: (high: UInt64, low: UInt64)
    private let log: UInt32

    init(hlc: UInt64, words: (high: UInt64, low: UInt64), dot: PackedDot) {
      self.hlc = hlc
      self.words = words
      seq = dot.seq
      log = dot.log
    }

    var dot: PackedDot { PackedDot(log: log, seq: seq) }
  }

  // In an order that leaves no gaps.
  private var lifeSeq: UInt64 = 0
  /// What shows of a position; without meaning where there is none.
  private var shown = Placed(hlc: 0, words: (0, 0), dot: PackedDot(log: 0, seq: 0))
  private var lifeLog: UInt32 = 0
  /// Where the initial position lies aside, and one; 0 where it does not.
  var initial: UInt32 = 0
  private var flags = Flags()

  private struct Flags: OptionSet {
    var rawValue: UInt8 = 0

    static let alive = Self(rawValue: 1)
    static let placed = Self(rawValue: 2)
    static let written = Self(rawValue: 4)
    static let whole = Self(rawValue: 8)
  }

  /// Creates a reference of which nothing is known here: nothing at all, or because it is kept elsewhere.
  init(isWhole: Bool = false) {
    if isWhole { flags.insert(.whole) }
  }

  /// Whether it does not fit in here, and is kept elsewhere.
  var isWhole: Bool { flags.contains(.whole) }

  /// The operation that keeps it in being.
  var life: PackedDot? {
    get { flags.contains(.alive) ? PackedDot(log: lifeLog, seq: lifeSeq) : nil }
    set {
      guard let newValue else {
        flags.remove(.alive)
        return
      }
      flags.insert(.alive)
      lifeLog = newValue.log
      lifeSeq = newValue.seq
    }
  }

  /// The position that shows.
  var place: Placed? {
    get { flags.contains(.placed) ? shown : nil }
    set {
      guard let newValue else {
        flags.remove(.placed)
        return
      }
      flags.insert(.placed)
      shown = newValue
    }
  }

  /// Whether the position was written, and is not the initial one.
  var isWritten: Bool {
    get { flags.contains(.written) }
    set { if newValue { flags.insert(.written) } else { flags.remove(.written) } }
  }
}
