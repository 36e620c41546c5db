/// Names a field of an operation or of an asset, album, reference or log.
///
/// The names that format 1 knows have a code, which binary files write instead of the text; the codes
/// are fixed for ever. A later name is written as text (docs/formats/transaction.md, "Names").
public struct FieldName: Hashable, Sendable {
  /// The code of a name that format 1 knows, else 0.
  package let code: UInt8
  /// A name without a code; the others do without, so that copying them costs nothing.
  private let later: LaterName?

  private final class LaterName: Sendable {
    let text: String

    init(_ text: String) { self.text = text }
  }

  /// The name as text.
  public var text: String { later?.text ?? Self.texts[Int(code) - 1] }

  /// Creates the field name that `text` spells.
  public init(_ text: String) {
    code = Self.codes[ExactText(text)] ?? 0
    later = code == 0 ? LaterName(text) : nil
  }

  private init(known code: UInt8) {
    self.code = code
    later = nil
  }

  /// The name with a code; nil for a code that format 1 does not know.
  package init?(code: UInt8) {
    guard code >= 1, Int(code) <= Self.count else { return nil }
    self.init(known: code)
  }

  /// Tells whether both are the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && (left.code != 0 || ExactText(left.text) == ExactText(right.text))
  }

  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    if code == 0 { hasher.combine(ExactText(text)) }
  }

  // The order of this list is the format: a name's place is its code.
  private static let texts = [
    "asset", "album", "observed", "field", "value", "position", "title", "type", "parent", "tag",
    "filename", "path", "size", "captured", "width", "height", "duration", "purges", "content",
    "place", "log", "at", "caption", "rating", "favorite", "hidden", "latitude", "longitude",
    "partOf", "role", "cover", "note", "name", "application",
  ]
  /// How many names have a code, from 1 upwards.
  package static let count = 34

  private static let codes = Dictionary(
    uniqueKeysWithValues: texts.enumerated().map { (ExactText($0.element), UInt8($0.offset + 1)) })

  /// The names with a code, in its order; no array, so that each is a constant to the compiler.
  private static var known: KnownNames { KnownNames() }

  private struct KnownNames {
    subscript(index: UInt8) -> FieldName { FieldName(known: index + 1) }
  }

  /// The field `asset`.
  public static let asset = known[0]
  /// The field `album`.
  public static let album = known[1]
  /// The field `observed`.
  public static let observed = known[2]
  /// The field `field`.
  public static let field = known[3]
  /// The field `value`.
  public static let value = known[4]
  /// The field `position`.
  public static let position = known[5]
  /// The field `title`.
  public static let title = known[6]
  /// The field `type`.
  public static let type = known[7]
  /// The field `parent`.
  public static let parent = known[8]
  /// The field `tag`.
  public static let tag = known[9]
  /// The field `filename`.
  public static let filename = known[10]
  /// The field `path`.
  public static let path = known[11]
  /// The field `size`.
  public static let size = known[12]
  /// The field `captured`.
  public static let captured = known[13]
  /// The field `width`.
  public static let width = known[14]
  /// The field `height`.
  public static let height = known[15]
  /// The field `duration`.
  public static let duration = known[16]
  /// The field `purges`.
  public static let purges = known[17]
  /// The field `content`.
  public static let content = known[18]
  /// The field `place`.
  public static let place = known[19]
  /// The field `log`.
  public static let log = known[20]
  /// The field `at`.
  public static let at = known[21]
  /// The field `caption`.
  public static let caption = known[22]
  /// The field `rating`.
  public static let rating = known[23]
  /// The field `favorite`.
  public static let favorite = known[24]
  /// The field `hidden`.
  public static let hidden = known[25]
  /// The field `latitude`.
  public static let latitude = known[26]
  /// The field `longitude`.
  public static let longitude = known[27]
  /// The field `partOf`.
  public static let partOf = known[28]
  /// The field `role`.
  public static let role = known[29]
  /// The field `cover`.
  public static let cover = known[30]
  /// The field `name`.
  public static let name = known[32]
  /// The field `application`.
  public static let application = known[33]
  /// The field `camera`, which came later and so has no code.
  public static let camera = FieldName("camera")
  /// The field `contentIdentifier`, which came later and so has no code: what the photo and the video of
  /// one Live Photo share.
  public static let contentIdentifier = FieldName("contentIdentifier")
}

extension FieldName: Comparable {
  /// The order in which an operation's fields are written: by code, then those without one by text.
  public static func < (left: Self, right: Self) -> Bool {
    if left.code != 0 || right.code != 0 {
      return left.code != 0 && (right.code == 0 || left.code < right.code)
    }
    return ExactText(left.text) < ExactText(right.text)
  }
}

extension FieldName: CustomStringConvertible {
  /// The name as text.
  public var description: String { text }
}
