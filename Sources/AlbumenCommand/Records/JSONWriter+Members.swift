import Albumen
import Platform

extension JSONWriter {
  /// Writes a member with a text, or null.
  mutating func member(_ name: String, _ value: String?) {
    self.name(name)
    if let value { string(value) } else { null() }
  }

  /// Writes a member with the text of an id, or null.
  mutating func member(_ name: String, id: (some CustomStringConvertible)?) {
    member(name, id.map { "\($0)" })
  }

  /// Writes a member with a whole number, or null.
  mutating func member(_ name: String, number: (some BinaryInteger)?) {
    self.name(name)
    if let number { int(number) } else { null() }
  }

  /// Writes a member with a path; where its bytes are no UTF-8, the text has U+FFFD in their place
  /// and a second member, with `Base64` at its name's end, has the bytes.
  mutating func member(_ name: String, path: Path) {
    member(name, bytes: path.bytes)
  }

  /// Writes a member with bytes that are text as a rule, as those of a path.
  mutating func member(_ name: String, bytes: [UInt8]) {
    member(name, String(decoding: bytes, as: UTF8.self))
    if String(validating: bytes, as: UTF8.self) == nil {
      member("\(name)Base64", Base64.encode(bytes))
    }
  }

  /// Writes a member with a list, an element a value.
  mutating func list<Element>(
    _ name: String, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void
  ) {
    self.name(name)
    array { writer in for element in elements { body(&writer, element) } }
  }

  /// Writes a member with a list of ids.
  mutating func list(_ name: String, ids: [some CustomStringConvertible]) {
    list(name, ids) { $0.string("\($1)") }
  }

  /// Writes a member with a list of objects that hold a path.
  mutating func list(_ name: String, paths: [Path]) {
    list(name, paths) { writer, path in writer.object { $0.member("path", path: path) } }
  }

  /// Writes a member with a list of files that were moved.
  mutating func list(_ name: String, files: [(path: Path, to: Path)]) {
    list(name, files) { writer, file in
      writer.object { writer in
        writer.member("path", path: file.path)
        writer.member("to", path: file.to)
      }
    }
  }

  /// Writes a member with a list of paths and what is wrong with each.
  mutating func list(_ name: String, reasons: [(path: Path, reason: String)]) {
    list(name, reasons) { writer, item in
      writer.object { writer in
        writer.member("path", path: item.path)
        writer.member("reason", item.reason)
      }
    }
  }
}
