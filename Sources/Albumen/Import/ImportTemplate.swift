import Operations
import Platform
import Reconciling

/// Says where copies go: a path with `{year}`, `{month}` and `{day}` of the capture time.
struct ImportTemplate {
  private let text: String

  /// - Parameter view: the name of the album view's directory, to which no copies go.
  /// - Throws: `.invalid` for a template that leads out of the library, or has an unknown `{field}`.
  init(_ text: String, view: Path? = ViewFile.defaultPath) throws(AlbumenError) {
    self.text = text
    let sample = Self.fill(text, year: "2000", month: "01", day: "01")
    guard let path = Path(sample), !path.isAbsolute, !path.isEmpty,
      !path.components.contains(where: { $0 == ".." || $0.bytes.first == UInt8(ascii: ".") })
    else {
      throw AlbumenError(
        .invalid, "copies go into the library: a path below its folder is needed", subject: text)
    }
    if sample.contains("{") {
      throw AlbumenError(
        .invalid, "a field is unknown", subject: text, hint: "there are {year}, {month} and {day}")
    }
    if let view, path.components.first == view {
      throw AlbumenError(.invalid, "\(view.display) is kept for the album view", subject: text)
    }
    guard IgnoreRules.shouldDescend(path, view: nil) else {
      throw AlbumenError(.invalid, "directories of such a name are left alone", subject: text)
    }
    guard path.components.allSatisfy({ $0.bytes.count <= 255 }) else {
      throw AlbumenError(.invalid, "a name has at most 255 bytes", subject: text)
    }
  }

  /// The directory for a photo with some capture time.
  func directory(captured: String) -> Path {
    // What a file says of itself must not lead anywhere else: nothing but digits is taken from it.
    let parts = captured.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    func part(_ index: Int, _ count: Int) -> String {
      guard parts.count == 3, parts[index].utf8.count == count,
        parts[index].utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { return String(repeating: "0", count: count) }
      return String(parts[index])
    }
    let filled = Self.fill(text, year: part(0, 4), month: part(1, 2), day: part(2, 2))
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

extension ImportOptions {
  /// Checks a text that says where copies go, as far as that can be told of any library.
  ///
  /// - Throws: `.invalid` for one that leads out of the library, or has an unknown `{field}`.
  public static func check(template: String) throws(AlbumenError) {
    _ = try ImportTemplate(template, view: nil)
  }
}
