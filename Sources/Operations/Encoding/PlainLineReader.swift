/// Reads lines of JSON Lines as `log export` writes them: members in their order, without spaces, known
/// kinds with their own fields and no others.
///
/// Such a line becomes a transaction without a tree of JSON values in between. Whatever does not fit (an
/// escape, another order, a later version's field) is not plain, and is read by the way that says what a
/// line is or why it cannot be read; for a plain line that way has the same result, and takes many times
/// as long.
struct PlainLineReader {
  /// Says that a line is not plain.
  struct NotPlain: Error {}

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  /// Returns the transaction that a plain line spells; nil for a line that is not plain.
  static func transaction(_ line: some Collection<UInt8>) -> Transaction? {
    let read: Transaction?? = line.withContiguousStorageIfAvailable { bytes in
      var reader = PlainLineReader(bytes)
      do throws(NotPlain) { return try reader.transaction() } catch { return nil }
    }
    return read ?? nil
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  // MARK: The transaction

  private mutating func transaction() throws(NotPlain) -> Transaction {
    try pass("{\"log\":\"")
    let log: LogID = try identifier()
    try pass("\",\"seq\":")
    let seq = try wholeNumber()
    try pass(",\"hlc\":\"")
    let hlc = try word()
    try pass("\",\"context\":{")
    let context = try context()
    try pass(",\"wall\":")
    let wall = try wholeNumber()
    let origin = skip(",\"origin\":\"") ? try restOfText() : nil
    try pass(",\"label\":\"")
    let label = try restOfText()
    var undoes: Dot?
    if skip(",\"undoes\":\"") { undoes = try restOfDot() }
    try pass(",\"ops\":[")
    var operations: [Operation] = []
    var hasWaiver = false
    repeat {
      let operation = try operation()
      hasWaiver = hasWaiver || operation.isWaiver
      operations.append(operation)
    } while skip(",")
    try pass("]}")
    guard index == bytes.count, seq >= 1 else { throw NotPlain() }
    do throws(OperationsError) {
      return try Transaction(
        read: log, seq: UInt64(seq), hlc: hlc, context: context, wall: wall, origin: origin,
        label: label, undoes: undoes,
        operations: OperationList(operations, hasWaiver: hasWaiver), extra: [])
    } catch { throw NotPlain() }
  }

  /// Reads a context behind its brace, and the chains that follow it.
  private mutating func context() throws(NotPlain) -> Context {
    if skip("}") { return .empty }
    var seen: [(log: LogID, seq: UInt64)] = []
    repeat {
      try pass("\"")
      let log: LogID = try identifier()
      try pass("\":")
      let seq = try wholeNumber()
      guard seq >= 1, UInt64(seq) <= Transaction.maximumSeq,
        seen.last.map({ $0.log < log }) != false
      else { throw NotPlain() }
      seen.append((log, UInt64(seq)))
    } while skip(",")
    try pass("}")
    var chains: [LogID: UInt64] = [:]
    if skip(",\"chains\":{") {
      repeat {
        try pass("\"")
        let log: LogID = try identifier()
        try pass("\":\"")
        guard chains.updateValue(try word(), forKey: log) == nil else { throw NotPlain() }
        try pass("\"")
      } while skip(",")
      try pass("}")
    }
    let entries = seen.map {
      Context.Entry(log: $0.log, seq: $0.seq, chain: chains.removeValue(forKey: $0.log))
    }
    guard chains.isEmpty else { throw NotPlain() }
    return Context(ascending: entries)
  }

  // MARK: Operations

  private mutating func operation() throws(NotPlain) -> Operation {
    try pass("{\"kind\":\"")
    let change: Operation.Change
    if skip("ref.") {
      change = try referenceChange()
    } else if skip("asset.") {
      change = try assetChange()
    } else if skip("tag.") {
      change = try tagChange()
    } else if skip("album.") {
      change = try albumChange()
    } else {
      throw NotPlain()
    }
    try pass("}")
    return Operation(asRead: change, extra: [])
  }

  private mutating func referenceChange() throws(NotPlain) -> Operation.Change {
    if skip("add") {
      let (asset, album) = try member()
      return .addReference(album, asset, skip(",\"position\":\"") ? try restOfPosition() : nil)
    }
    if skip("move") {
      let (asset, album) = try member()
      try pass(",\"position\":\"")
      return .moveReference(album, asset, try restOfPosition())
    }
    try pass("remove")
    let (asset, album) = try member()
    return .removeReference(album, asset, observed: try dots(",\"observed\":["))
  }

  private mutating func member() throws(NotPlain) -> (AssetID, AlbumID) {
    let asset = try asset()
    try pass(",\"album\":\"")
    let album: AlbumID = try identifier()
    try pass("\"")
    return (asset, album)
  }

  private mutating func assetChange() throws(NotPlain) -> Operation.Change {
    if skip("add") {
      return .addAsset(try asset(), initial: try initials(Self.initialsOfAsset))
    }
    if skip("set") {
      let asset = try asset()
      let (field, value) = try register()
      return .setAsset(asset, field, value)
    }
    if skip("trash") {
      let asset = try asset()
      let observed = try dots(",\"observed\":[")
      return .trashAsset(asset, observed: observed, purges: try dots(",\"purges\":["))
    }
    if skip("restore") { return .restoreAsset(try asset()) }
    try pass("purge")
    return .purgeAsset(try asset())
  }

  private mutating func tagChange() throws(NotPlain) -> Operation.Change {
    if skip("add") {
      let asset = try asset()
      try pass(",\"tag\":\"")
      return .addTag(asset, try restOfText())
    }
    try pass("remove")
    let asset = try asset()
    let observed = try dots(",\"observed\":[")
    try pass(",\"tag\":\"")
    return .removeTag(asset, try restOfText(), observed: observed)
  }

  private mutating func albumChange() throws(NotPlain) -> Operation.Change {
    if skip("create") {
      let album = try album()
      let initial = try initials(Self.initialsOfAlbum)
      guard initial.count >= 2, initial[0].name == .title, initial[1].name == .type else {
        throw NotPlain()
      }
      return .createAlbum(album, initial: initial)
    }
    if skip("set") {
      let album = try album()
      let (field, value) = try register()
      return .setAlbum(album, field, value)
    }
    if skip("delete") {
      return .deleteAlbum(try album(), observed: try dots(",\"observed\":["))
    }
    try pass("restore")
    return .restoreAlbum(try album())
  }

  private mutating func asset() throws(NotPlain) -> AssetID {
    try pass("\",\"asset\":\"")
    let asset = AssetID(words: (try word(), try word(), try word(), try word()))
    try pass("\"")
    return asset
  }

  private mutating func album() throws(NotPlain) -> AlbumID {
    try pass("\",\"album\":\"")
    let album: AlbumID = try identifier()
    try pass("\"")
    return album
  }

  /// Reads dots behind the bracket that a member opens.
  private mutating func dots(_ beginning: StaticString) throws(NotPlain) -> [Dot] {
    try pass(beginning)
    var dots: [Dot] = []
    if skip("]") { return dots }
    repeat {
      try pass("\"")
      dots.append(try restOfDot())
    } while skip(",")
    try pass("]")
    return dots
  }

  /// Reads the name and the value of a register.
  private mutating func register() throws(NotPlain) -> (FieldName, Value) {
    try pass(",\"field\":\"")
    let field = FieldName(try restOfText())
    try pass(",\"value\":")
    switch field {
    // In these, what looks like an id is one.
    case .content, .partOf, .cover, .parent: throw NotPlain()
    default: return (field, try value())
    }
  }

  // MARK: Initial values

  typealias Initial = (beginning: StaticString, name: FieldName)

  /// The fields of `asset.add` in the order in which they are written.
  static let initialsOfAsset: [Initial] = [
    (",\"title\":", .title), (",\"type\":", .type), (",\"filename\":", .filename),
    (",\"path\":", .path), (",\"size\":", .size), (",\"captured\":", .captured),
    (",\"width\":", .width), (",\"height\":", .height), (",\"duration\":", .duration),
    (",\"caption\":", .caption), (",\"rating\":", .rating), (",\"latitude\":", .latitude),
    (",\"longitude\":", .longitude), (",\"partOf\":", .partOf), (",\"role\":", .role),
    (",\"camera\":", .camera), (",\"contentIdentifier\":", .contentIdentifier),
  ]
  private static let initialsOfAlbum: [Initial] = [(",\"title\":", .title), (",\"type\":", .type)]

  private mutating func initials(_ all: [Initial]) throws(NotPlain) -> [Field] {
    var fields: [Field] = []
    fields.reserveCapacity(all.count)
    for initial in all where skip(initial.beginning) {
      let value = try value()
      if SlotType(of: initial.name) == .text, value.text == nil { throw NotPlain() }
      fields.append(Field(initial.name, value))
    }
    return fields
  }

  // MARK: Values

  /// Reads a value of the slot plain that is no list, and no object but that of an asset.
  private mutating func value() throws(NotPlain) -> Value {
    guard index < bytes.count else { throw NotPlain() }
    switch bytes[index] {
    case UInt8(ascii: "\""):
      index += 1
      return .text(try restOfText())
    case UInt8(ascii: "{"):
      try pass("{\"id\":\"")
      let asset = AssetID(words: (try word(), try word(), try word(), try word()))
      try pass("\"}")
      return .digest(asset.cast())
    case UInt8(ascii: "t"):
      try pass("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try pass("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try pass("null")
      return .null
    default: return try number()
    }
  }

  private mutating func number() throws(NotPlain) -> Value {
    let start = index
    let whole = try? wholeNumber()
    if let whole, index < bytes.count,
      bytes[index] == UInt8(ascii: ",") || bytes[index] == UInt8(ascii: "}")
    {
      return .int(whole)
    }
    index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: ","), bytes[index] != UInt8(ascii: "}")
    {
      index += 1
    }
    let text = UnsafeBufferPointer(rebasing: bytes[start..<index])
    guard case .double(let number)? = try? JSONParser.parse(text) else { throw NotPlain() }
    return .double(number)
  }

  /// Reads a whole number of at most eighteen digits.
  private mutating func wholeNumber() throws(NotPlain) -> Int64 {
    let isNegative = skip("-")
    let start = index
    var number: Int64 = 0
    while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
      number = number &* 10 &+ Int64(digit)
      index += 1
    }
    let count = index - start
    guard (1...18).contains(count), count == 1 || bytes[start] != UInt8(ascii: "0") else {
      throw NotPlain()
    }
    return isNegative ? -number : number
  }

  /// Reads a text without escapes, and the quote behind it.
  private mutating func restOfText() throws(NotPlain) -> String {
    let start = index
    var isASCII = true
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") {
        let text = UnsafeBufferPointer(rebasing: bytes[start..<(index - 1)])
        if isASCII { return String(decoding: text, as: UTF8.self) }
        guard let text = String(validating: text, as: UTF8.self) else { throw NotPlain() }
        return text
      }
      if byte < 0x20 || byte == UInt8(ascii: "\\") { throw NotPlain() }
      if byte >= 0x80 { isASCII = false }
    }
    throw NotPlain()
  }

  private mutating func restOfDot() throws(NotPlain) -> Dot {
    let log: LogID = try identifier()
    try pass(":")
    guard index < bytes.count, bytes[index] != UInt8(ascii: "-") else { throw NotPlain() }
    let seq = try wholeNumber()
    try pass("\"")
    guard seq >= 1 else { throw NotPlain() }
    return Dot(log: log, seq: UInt64(seq))
  }

  private mutating func restOfPosition() throws(NotPlain) -> Position {
    var position: [UInt8] = []
    position.reserveCapacity(16)
    while index + 1 < bytes.count, let high = Hex.nibble(bytes[index]),
      let low = Hex.nibble(bytes[index + 1])
    {
      position.append(high << 4 | low)
      index += 2
    }
    try pass("\"")
    guard let position = Position(bytes: position) else { throw NotPlain() }
    return position
  }

  private mutating func identifier<Subject>() throws(NotPlain) -> Identifier<Subject> {
    Identifier(high: try word(), low: try word())
  }

  /// Reads sixteen digits.
  private mutating func word() throws(NotPlain) -> UInt64 {
    guard index + 16 <= bytes.count, let base = bytes.baseAddress,
      let word = Hex.word(at: UnsafeRawPointer(base + index))
    else { throw NotPlain() }
    index += 16
    return word
  }

  // MARK: Fixed parts

  private mutating func pass(_ text: StaticString) throws(NotPlain) {
    guard skip(text) else { throw NotPlain() }
  }

  /// Goes behind a text, if that is what stands here.
  private mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    let start = text.utf8Start
    for offset in 0..<count where bytes[index + offset] != start[offset] { return false }
    index += count
    return true
  }
}
