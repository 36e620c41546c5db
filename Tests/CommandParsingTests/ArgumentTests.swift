import CommandParsing
import Testing

@Suite("Arguments as bytes")
struct ArgumentTests {
  private let latin1: [UInt8] = [0x2d, 0x2d] + [0x63, 0x61, 0x66, 0xe9]

  @Test("Bytes that are not UTF-8 come through as operands and as values")
  func bytesComeThrough() throws {
    let path: [UInt8] = [0x63, 0x61, 0x66, 0xe9, 0x2e, 0x6a, 0x70, 0x67]
    let title = Array("--title=".utf8) + path
    let invocation = try CommandParser(ExampleProgram.program)
      .parse([Array("set".utf8), title, path])
    guard case .command(let parsed) = invocation else {
      Issue.record("not a command")
      return
    }
    #expect(parsed.operand("ASSET")?.bytes == path)
    #expect(parsed.operand("ASSET")?.text == nil)
    #expect(parsed.value("title")?.bytes == path)
    do throws(UsageError) {
      _ = try parsed.text("title")
      Issue.record("not UTF-8, yet a text")
    } catch {
      #expect(error.code == .notText)
      #expect(error.line == "--title takes text in UTF-8: caf\\xe9.jpg")
    }
    #expect(throws: UsageError.self) { try parsed.operandText("ASSET") }
    #expect(throws: UsageError.self) { try parsed.texts("title") }
  }

  @Test("Bytes that are not UTF-8 are neither commands nor options")
  func bytesAsNames() throws {
    for line in [[latin1], [[0xff]], [Array("album".utf8), [0xff]], [[0x2d, 0xff]]] {
      #expect(throws: UsageError.self) { try CommandParser(ExampleProgram.program).parse(line) }
    }
  }

  @Test(
    "Messages show what cannot be shown as escapes",
    arguments: [
      (Array("plain é 写真".utf8), "plain é 写真"),
      ([0x61, 0xff, 0x62, 0x0a], "a\\xffb\\u{a}"),
      ([0xc3], "\\xc3"),
      ([0xe2, 0x82, 0x61], "\\xe2\\x82a"),
      (Array("\u{1b}[31m".utf8), "\\u{1b}[31m"),
      (Array("a\u{202e}b\u{2028}".utf8), "a\\u{202e}b\\u{2028}"),
      ([0x05, 0xff], "\\u{5}\\xff"),
      ([], ""),
    ] as [([UInt8], String)])
  func display(bytes: [UInt8], shown: String) {
    #expect(Argument(bytes).display == shown)
  }

  @Test("An error never carries a control character to the terminal")
  func errorsAreEscaped() throws {
    for words in [["\u{1b}[2J"], ["ls", "--\u{1b}[2J"], ["ls", "a", "\u{1b}"], ["-\u{1b}"]] {
      do throws(UsageError) {
        _ = try CommandParser(ExampleProgram.program).parse(words.map { Array($0.utf8) })
        Issue.record("\(words) was accepted")
      } catch {
        #expect(!error.line.contains("\u{1b}"))
        #expect(error.hint?.contains("\u{1b}") != true)
      }
    }
  }

  @Test("Whole numbers are read in their range, and words say what is allowed")
  func integers() throws {
    #expect(try Argument("-3").integer(in: -5...5, for: "N") == -3)
    #expect(try Argument("5").integer(in: 1...5, for: "N") == 5)
    for (range, wording) in [
      (Int.min...Int.max, "N takes a whole number: x"),
      (1...Int.max, "N takes a whole number, 1 or more: x"),
      (Int.min...9, "N takes a whole number, 9 or less: x"),
      (1...9, "N takes a whole number from 1 to 9: x"),
    ] {
      do throws(UsageError) {
        _ = try Argument("x").integer(in: range, for: "N")
        Issue.record("x is no number")
      } catch {
        #expect(error.line == wording)
      }
    }
    for wrong in ["6", "-6", "", " 1", "1.0", "0x1", "99999999999999999999", "٣"] {
      #expect(throws: UsageError.self) { try Argument(wrong).integer(in: -5...5, for: "N") }
    }
  }
}
