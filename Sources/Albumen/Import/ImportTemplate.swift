import Operations
import Platform

/// Says where copies go: a path with `{year}`, `{month}` and `{day}` of the capture time.
struct ImportTemplate {
  private let text: String

  /// - Throws: `.invalid` for a template that leads out of the library, or has an unknown `{field}`.
  init(_ text: String) throws(AlbumenError) {
    self.text = text
    let sample = Self.fill(text, year: "2000", month: "01", day: "01")
    guard let path = Path(sample), !path.isAbsolute,
      !path.components.contains(where: { $0 == ".." || $0.bytes.first == UInt8(ascii: ".") })
    else {
      throw AlbumenError(
        .invalid, "copies go into the library: a path below its folder is needed", subject: text)
    }
    if sample.contains("{") {
      throw AlbumenError(
        .invalid, "a field is unknown", subject: text, hint: "there are {year}, {month} and {day}")
    }
    if path.components.first == "Albums" {
      throw AlbumenError(.invalid, "Albums is kept for the album view", subject: text)
    }
  }

  /// The directory for a photo with some capture time.
  func directory(captured: String) -> Path {
    let parts = captured.prefix(10).split(separator: "-").map { String($0) }
    let filled = Self.fill(
      text, year: parts.first ?? "0000", month: parts.count > 1 ? parts[1] : "00",
      day: parts.count > 2 ? parts[2] : "00")
    return Path(filled) ?? Path()
  }

  private static func fill(_ text: String, year: String, month: String, day: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      switch rest[rest.index(after: open)..<close] {
      case "year": result += year
      case "month": result += month
      case "day": result += day
      default: result += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
