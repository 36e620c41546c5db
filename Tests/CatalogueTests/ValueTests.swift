import Operations
import SQLiteKit
import TestSupport
import Testing

@testable import Catalogue

/// Values of registers come back as they were, down to their bits.
@Suite struct ValueTests {
  /// Through a column of the table, since there SQLite converts values if it can.
  private static func roundTrip(
    _ value: Value, _ catalogue: Catalogue
  ) throws -> (Value, Row.ValueType) {
    let insert = try catalogue.connection.statement(
      "INSERT OR REPLACE INTO register (kind, a, b, field, written) VALUES (9, 9, 9, 9, ?1)")
    try insert.bind(value, at: 1)
    try insert.run()
    let select = try catalogue.connection.statement("SELECT written FROM register WHERE kind = 9")
    #expect(try select.step())
    defer { select.reset() }
    return (try select.row.value(0), select.row.type(0))
  }

  /// The value as JSON, which tells all values apart.
  private static func json(_ value: Value) -> String {
    var out = JSONWriter()
    value.write(to: &out, in: .any)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  @Test func typesOfTheirOwn() throws {
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    let id = Identifier<Never>(high: 1, low: .max)
    let digest = Digest<Never>(words: (1, 2, 3, .max))
    let cases: [(Value, Row.ValueType)] = [
      (.null, .null), (.int(.min), .integer), (.double(1), .real), (.double(-0.0), .real),
      (.double(.infinity), .real), (.text("12"), .text), (.text(""), .text),
      (.text("a\u{0}b"), .text), (.text("Zu\u{308}rich"), .text), (.bool(true), .blob),
      (.bool(false), .blob), (.bytes([]), .blob), (.bytes([0x4A]), .blob),
      (.identifier(id), .blob), (.digest(digest), .blob), (.list([]), .blob), (.dots([]), .blob),
      (.map([.init("double", .text("x"))]), .blob),
      (.list([.double(.nan), .identifier(id), .bytes([1]), .map([])]), .blob),
    ]
    for (value, type) in cases {
      let (back, stored) = try Self.roundTrip(value, catalogue)
      #expect(Self.json(back) == Self.json(value))
      #expect(stored == type, "\(value)")
    }
  }

  @Test func aNaNKeepsItsBits() throws {
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    for bits in [UInt64(0x7FF8_0000_0000_0001), 0xFFF8_0000_0000_0000] {
      let back = try Self.roundTrip(.double(Double(bitPattern: bits)), catalogue).0
      guard case .double(let number) = back else {
        Issue.record("not a double: \(back)")
        continue
      }
      #expect(number.bitPattern == bits)
    }
    let zero = try Self.roundTrip(.double(-0.0), catalogue).0
    guard case .double(let number) = zero else { throw TestFailure("not a double: \(zero)") }
    #expect(number.sign == .minus)
  }

  @Test(arguments: [[], [0x49, 1], [0x44], [0x4A, 0x7B], [0x59, 1], [0x7A]] as [[UInt8]])
  func damagedBytesAreNoValue(_ bytes: [UInt8]) throws {
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    let statement = try catalogue.connection.prepare("SELECT ?1")
    try statement.bind(bytes, at: 1)
    #expect(try statement.step())
    defer { statement.reset() }
    #expect(throws: SQLiteError.self) { _ = try statement.row.value(0) }
  }
}
