/// Names one operation: its log and its sequence number there.
public struct Dot: Hashable, Comparable, Sendable {
  /// The log that the operation stands in.
  public let log: LogID
  /// The operation's sequence number, from 1, without gaps in its log.
  public let seq: UInt64

  /// Creates the name of the operation `seq` of `log`.
  public init(log: LogID, seq: UInt64) {
    self.log = log
    self.seq = seq
  }

  /// Creates the dot that a text `<32 hex digits>:<number from 1>` spells; nil for any other text.
  public init?(_ text: some StringProtocol) {
    let units = text.utf8
    guard units.count > 33,
      let colon = units.index(units.startIndex, offsetBy: 32, limitedBy: units.endIndex),
      units[colon] == UInt8(ascii: ":"), let log = LogID(text[..<colon])
    else { return nil }
    let number = units[units.index(after: colon)...]
    guard number.first != UInt8(ascii: "0"),
      number.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let seq = UInt64(text[text.index(after: colon)...]), seq < 1 << 63
    else { return nil }
    self.init(log: log, seq: seq)
  }

  /// Tells whether the left one comes first.
  public static func < (left: Self, right: Self) -> Bool {
    left.log != right.log ? left.log < right.log : left.seq < right.seq
  }
}

extension Dot: CustomStringConvertible {
  /// The text `<log>:<seq>`.
  public var description: String { "\(log):\(seq)" }
}
