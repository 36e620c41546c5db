import Testing

@testable import Operations

/// JSON that is not what docs/formats/jsonl.md says is refused, with the reason.
@Suite struct JSONTests {
  private static func message(_ text: String) -> String? { message(Array(text.utf8)) }

  private static func message(_ text: [UInt8]) -> String? {
    do throws(OperationsError) {
      _ = try JSONParser.parse(text)
      return nil
    } catch {
      #expect(error.code == .malformedText)
      return error.message
    }
  }

  private static let broken: [(text: String, message: String)] = [
    ("", "the JSON ends too early (column 1)"),
    ("  ", "the JSON ends too early (column 3)"),
    ("[1,", "the JSON ends too early (column 4)"),
    ("[1 2]", "a comma or ] is missing (column 4)"),
    ("[1,]", "no JSON value begins here (column 4)"),
    ("{\"a\":1,}", "a name in quotes is missing (column 8)"),
    ("{a:1}", "a name in quotes is missing (column 2)"),
    ("{\"a\" 1}", "a colon is missing (column 6)"),
    ("{\"a\":1 \"b\":2}", "a comma or } is missing (column 8)"),
    ("{\"a\":1,\"a\":2}", "a name stands twice (column 11)"),
    ("{\"a\":1,\"\\u0061\":2}", "a name stands twice (column 16)"),
    ("true false", "there is more behind the JSON value (column 6)"),
    ("tru", "no JSON value begins here (column 1)"),
    ("nul\0", "no JSON value begins here (column 1)"),
    ("NaN", "no JSON value begins here (column 1)"),
    ("\u{feff}1", "no JSON value begins here (column 1)"),
    ("\0", "no JSON value begins here (column 1)"),
    ("'a'", "no JSON value begins here (column 1)"),
    ("\"a", "a text has no end (column 3)"),
    ("\"a\\", "an escape is unknown (column 4)"),
    ("\"\\x\"", "an escape is unknown (column 4)"),
    ("\"\\u12\"", "four hexadecimal digits are missing (column 6)"),
    ("\"\\u12g4\"", "four hexadecimal digits are missing (column 6)"),
    ("\"\\u", "four hexadecimal digits are missing (column 4)"),
    ("\"\\uD800\"", "half a surrogate pair stands alone (column 8)"),
    ("\"\\uD800\\n\"", "half a surrogate pair stands alone (column 9)"),
    ("\"\\uD800\\u0041\"", "half a surrogate pair stands alone (column 14)"),
    ("\"\\uDC00\"", "half a surrogate pair stands alone (column 8)"),
    ("\"\u{1}\"", "a text holds a raw control character (column 3)"),
    ("\"a\nb\"", "a text holds a raw control character (column 4)"),
    ("01", "a number begins with 0 (column 3)"),
    ("-", "a digit is missing (column 2)"),
    ("+1", "no JSON value begins here (column 1)"),
    ("1.", "a digit is missing (column 3)"),
    (".5", "no JSON value begins here (column 1)"),
    ("1e", "a digit is missing (column 3)"),
    ("1e+", "a digit is missing (column 4)"),
    ("1e400", "a number is too large (column 6)"),
    ("-1e400", "a number is too large (column 7)"),
    ("9223372036854775808", "a whole number needs more than 64 bits (column 20)"),
    ("-9223372036854775809", "a whole number needs more than 64 bits (column 21)"),
    ("0x10", "there is more behind the JSON value (column 2)"),
  ]

  @Test(arguments: broken)
  func brokenJSON(text: String, message: String) {
    #expect(Self.message(text) == message)
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xC3, 0x22], [0x22, 0x5C, 0x6E, 0x80, 0x22],
    ] as [[UInt8]])
  func textsThatAreNotUTF8(text: [UInt8]) {
    #expect(Self.message(text)?.hasPrefix("a text is not UTF-8") == true)
  }

  @Test func depthIsBounded() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    }
    #expect(Self.message(nested(80)) == nil)
    #expect(Self.message(nested(81)) == "the JSON nests too deeply (column 81)")
    #expect(Self.message(String(repeating: "[", count: 1_000_000)) != nil)
    #expect(Self.message(String(repeating: "{\"a\":", count: 100_000)) != nil)
  }

  @Test func longNumbersTakeNoLongTime() {
    let digits = String(repeating: "9", count: 1_000_000)
    #expect(Self.message(digits)?.hasPrefix("a whole number needs") == true)
    #expect(Self.message(digits + ".5")?.hasPrefix("a number is too large") == true)
    #expect(Self.message("0." + digits) == nil)
    #expect(Self.message("1e-" + digits) == nil)
    #expect(Self.message("1e" + digits)?.hasPrefix("a number is too large") == true)
  }

  private static let sound: [(text: String, value: Value)] = [
    ("-0", .int(0)), ("-0.0", .double(-0.0)), ("1.0", .double(1)), ("1e2", .double(100)),
    ("1E+2", .double(100)), ("9223372036854775807", .int(.max)), ("1e-400", .double(0)),
    ("-9223372036854775808", .int(.min)), ("4.9e-324", .double(.leastNonzeroMagnitude)),
    ("0.1", .double(0.1)), ("\"\\u0000\"", .text("\0")), ("\"\\ud83d\\ude00\"", .text("\u{1F600}")),
    ("\"\\/\\b\\f\\n\\r\\t\\\"\\\\\"", .text("/\u{8}\u{c}\n\r\t\"\\")), (" [ ] ", .list([])),
    ("{}", .map([])), ("{\"id\":5}", .map([.init("id", .int(5))])),
    ("{\"id\":\"00\",\"x\":1}", .map([.init("id", .text("00")), .init("x", .int(1))])),
    ("{\"text\":\"t\"}", .text("t")), ("{\"bytes\":\"\"}", .bytes([])),
    ("{\"double\":\"8000000000000000\"}", .double(-0.0)), ("{\"dots\":[]}", .dots([])),
    ("{\"list\":[{\"list\":[]}]}", .list([.list([])])), ("{\"map\":{}}", .map([])),
    ("{\"map\":{\"map\":{\"map\":{}}}}", .map([.init("map", .map([]))])),
    ("{\"map\":[]}", .map([.init("map", .list([]))])),
    (
      "{\"e\u{301}\":1,\"\u{e9}\":2}", .map([.init("e\u{301}", .int(1)), .init("\u{e9}", .int(2))])
    ),
  ]

  @Test(arguments: sound)
  func valuesAsRead(text: String, value: Value) throws {
    #expect(try Value(try JSONParser.parse(text.utf8), in: .any) == value)
  }

  @Test(arguments: [
    ("{\"id\":\"\"}", "{\"id\": …} needs 32 or 64 lowercase hexadecimal digits"),
    ("{\"id\":\"xyz\"}", "{\"id\": …} needs 32 or 64 lowercase hexadecimal digits"),
    (
      "{\"id\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}",
      "{\"id\": …} needs 32 or 64 lowercase hexadecimal digits"
    ),
    ("{\"bytes\":\"0\"}", "{\"bytes\": …} needs pairs of lowercase hexadecimal digits"),
    ("{\"bytes\":\"0G\"}", "{\"bytes\": …} needs pairs of lowercase hexadecimal digits"),
    ("{\"double\":\"7ff\"}", "{\"double\": …} needs 16 lowercase hexadecimal digits"),
    ("{\"dots\":[1]}", "{\"dots\": …} needs texts of the form log:seq"),
    ("{\"dots\":[\"a:1\"]}", "{\"dots\": …} needs texts of the form log:seq"),
  ])
  func wrappersWithWrongContents(text: String, message: String) throws {
    let json = try JSONParser.parse(text.utf8)
    let error = #expect(throws: OperationsError.self) { try Value(json, in: .any) }
    #expect(error?.message == message)
  }

  private static let id = String(repeating: "0", count: 31) + "1"
  private static let other = String(repeating: "0", count: 31) + "2"

  /// A line with one member replaced, or taken out, or added.
  private static func line(_ name: String, _ value: String?) -> String {
    var members = [
      ("log", "\"\(id)\""), ("seq", "1"), ("hlc", "\"0000000000000001\""), ("context", "{}"),
      ("wall", "0"), ("label", "\"\""), ("ops", "[{\"kind\":\"x\"}]"),
    ]
    let index = members.firstIndex { $0.0 == name }
    if let index { members.remove(at: index) }
    if let value { members.append((name, value)) }
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  @Test func theLineItselfIsSound() throws {
    #expect(try Transaction(jsonLine: Self.line("origin", "\"x\"").utf8).seq == 1)
    #expect(try Transaction(jsonLine: Self.line("x", "null").utf8).extra.count == 1)
  }

  @Test(arguments: ["log", "seq", "hlc", "context", "wall", "label", "ops"])
  func missingMembers(name: String) {
    let error = #expect(throws: OperationsError.self) {
      try Transaction(jsonLine: Self.line(name, nil).utf8)
    }
    #expect(error == OperationsError(.malformedText, "the transaction has no \"\(name)\""))
  }

  private static let wrong: [(name: String, value: String, message: String)] = [
    ("log", "1", "\"log\" is a number, not a text"),
    ("log", "\"0\"", "\"log\" is not 32 lowercase hexadecimal digits"),
    (
      "log", "\"0000000000000000000000000000000G\"",
      "\"log\" is not 32 lowercase hexadecimal digits"
    ),
    (
      "log", "\"0000000000000000000000000000000A\"",
      "\"log\" is not 32 lowercase hexadecimal digits"
    ),
    ("seq", "\"1\"", "\"seq\" is a text, not a whole number"),
    ("seq", "1.0", "\"seq\" is a number, not a whole number"),
    ("seq", "0", "\"seq\" is below 1"),
    ("seq", "-1", "\"seq\" is below 1"),
    ("seq", "4611686018427387904", "a sequence number is out of range"),
    ("seq", "9223372036854775807", "a sequence number is out of range"),
    ("hlc", "1", "\"hlc\" is a number, not a text"),
    ("hlc", "\"1\"", "\"hlc\" is not 16 lowercase hexadecimal digits"),
    ("hlc", "\"000000000000000G\"", "\"hlc\" is not 16 lowercase hexadecimal digits"),
    ("context", "[]", "\"context\" is a list, not an object"),
    ("context", "{\"x\":1}", "\"context\" needs log ids with numbers from 1"),
    ("context", "{\"\(other)\":0}", "\"context\" needs log ids with numbers from 1"),
    ("context", "{\"\(other)\":\"1\"}", "\"context\" needs log ids with numbers from 1"),
    (
      "context", "{\"\(other)\":4611686018427387905}",
      "\"context\" needs log ids with numbers from 1"
    ),
    ("context", "{\"\(id)\":1}", "a context names the transaction's own log"),
    ("chains", "null", "\"chains\" is null, not an object"),
    (
      "chains", "{\"\(other)\":\"0000000000000000\"}",
      "\"chains\" names a log that \"context\" does not"
    ),
    (
      "chains", "{\"\(other)\":\"0\"}",
      "\"chains\" needs log ids with 16 lowercase hexadecimal digits each"
    ),
    ("wall", "null", "\"wall\" is null, not a whole number"),
    ("wall", "0.5", "\"wall\" is a number, not a whole number"),
    ("origin", "null", "\"origin\" is null, not a text"),
    ("origin", "true", "\"origin\" is a truth value, not a text"),
    ("label", "{}", "\"label\" is an object, not a text"),
    ("undoes", "1", "\"undoes\" is a number, not a text"),
    ("undoes", "\"\(id)\"", "\"undoes\" is not of the form log:seq"),
    ("undoes", "\"\(id):0\"", "\"undoes\" is not of the form log:seq"),
    ("ops", "{}", "\"ops\" is an object, not a list"),
    ("ops", "[]", "a transaction has no operations"),
    ("ops", "[1]", "an operation is no JSON object"),
    ("ops", "[{}]", "an operation has no \"kind\""),
    ("ops", "[{\"kind\":1}]", "\"kind\" is a number, not a text"),
    (
      "ops", "[{\"kind\":\"x\",\"a\":{\"bytes\":\"q\"}}]",
      "{\"bytes\": …} needs pairs of lowercase hexadecimal digits"
    ),
    ("x", "{\"id\":\"q\"}", "{\"id\": …} needs 32 or 64 lowercase hexadecimal digits"),
  ]

  @Test(arguments: wrong)
  func wrongMembers(name: String, value: String, message: String) {
    let error = #expect(throws: OperationsError.self) {
      try Transaction(jsonLine: Self.line(name, value).utf8)
    }
    #expect(error == OperationsError(.malformedText, message))
  }

  @Test func theLineMustBeAnObject() {
    for text in ["[]", "1", "null", "\"x\""] {
      let error = #expect(throws: OperationsError.self) { try Transaction(jsonLine: text.utf8) }
      #expect(error?.message == "the line is no JSON object")
    }
  }

  /// What JSON takes must be what a log can hold: one level more would be a log that cannot be read.
  @Test(arguments: ["[]", "{\"list\":[]}", "{\"map\":{}}", "{}"])
  func valuesNestAsDeepAsInBinary(bottom: String) throws {
    func nested(_ depth: Int) -> String {
      var value = bottom
      for index in 1..<depth {
        value = index.isMultiple(of: 2) ? "[\(value)]" : "{\"map\":{\"a\":\(value)}}"
      }
      return value
    }
    let transaction = try Transaction(jsonLine: Self.line("deep", nested(32)).utf8)
    var encoder = TransactionEncoder()
    var decoder = TransactionDecoder()
    let read = try encoder.payload(of: transaction).withUnsafeBytes {
      try decoder.decode($0, log: transaction.log, seq: 1)
    }
    #expect(read == transaction)
    #expect(try Transaction(jsonLine: read.jsonLine.utf8) == transaction)
    let error = #expect(throws: OperationsError.self) {
      try Transaction(jsonLine: Self.line("deep", nested(33)).utf8)
    }
    #expect(error?.message == "values nest too deeply")
  }

  @Test func controlCharactersAreEscaped() throws {
    for scalar in Array(UInt32(0)...0x1F) + Array(UInt32(0x7F)...0x9F) {
      let text = String(try #require(Unicode.Scalar(scalar)))
      var out = JSONWriter()
      out.string(text)
      #expect(out.bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
      #expect(try JSONParser.parse(out.bytes).text == text)
    }
  }
}
