/// Writes transactions of one log in their binary form.
///
/// As a segment's encoder it writes each id and each repeated text once and refers to it by index after,
/// and the context and times as differences to the transaction before. The canonical form, which the
/// chain is taken over, is the same form without tables and differences.
package struct TransactionEncoder: FieldVisitor {
  private var tables: WrittenTables?
  private var previousContext = Context.empty
  private var previousTime: UInt64 = 0
  private var undo: (context: Context, time: UInt64)?
  private var out = ByteWriter()

  /// Creates the encoder of a new, empty segment.
  package init() { tables = WrittenTables() }

  private init(canonical: Void) { tables = nil }

  /// The canonical form: all of a transaction, in full.
  package static func canonical(_ transaction: Transaction) -> [UInt8] {
    var encoder = TransactionEncoder(canonical: ())
    encoder.out.byte(1)
    encoder.out.identifier(transaction.log)
    encoder.out.varint(transaction.seq)
    encoder.body(of: transaction)
    return encoder.out.bytes
  }

  /// Returns the payload of the segment's next frame.
  ///
  /// Where the frame does not reach the disk, `rollBack` must follow before the next one.
  package mutating func payload(of transaction: Transaction) -> [UInt8] {
    undo = (previousContext, previousTime)
    out.removeAll()
    tables?.begin()
    body(of: transaction)
    var payload = ByteWriter()
    tables?.writeNew(to: &payload)
    payload.raw(out.bytes)
    return payload.bytes
  }

  /// Forgets what the last payload added.
  package mutating func rollBack() {
    guard let undo else { return }
    (previousContext, previousTime) = undo
    tables?.rollBack()
    self.undo = nil
  }

  /// The ids and texts that the segment holds, in the order of their indexes.
  package var contents: SegmentTables { tables?.contents ?? SegmentTables() }

  /// How many of them there are.
  package var sizes: SegmentTables.Sizes { tables?.contents.sizes ?? SegmentTables.Sizes() }

  /// Takes over the state of a segment that has been read, so as to go on with it.
  package init(continuing decoder: TransactionDecoder) {
    tables = WrittenTables(decoder.tables)
    previousContext = decoder.previousContext
    previousTime = decoder.previousTime
  }

  private mutating func body(of transaction: Transaction) {
    let flags =
      (transaction.undoes == nil ? 0 : BinaryForm.hasUndoes)
      | (transaction.extra.isEmpty ? 0 : BinaryForm.hasExtra)
    out.byte(flags)
    out.zigzag(Int64(bitPattern: transaction.hlc &- previousTime))
    out.zigzag(transaction.wall &- Int64(bitPattern: transaction.hlc >> 16))
    context(transaction.context)
    origin(transaction.origin)
    out.text(transaction.label)
    if let undoes = transaction.undoes { dot(undoes) }
    out.varint(UInt64(transaction.operationList.count))
    for operation in transaction.operationList { write(operation) }
    if !transaction.extra.isEmpty { write(transaction.extra) }
    if tables != nil {
      previousContext = transaction.context
      previousTime = transaction.hlc
    }
  }

  /// The entries that differ from the ones before, and those that are gone (with sequence number 0).
  private mutating func context(_ context: Context) {
    let changes = Self.changes(from: previousContext, to: context)
    out.varint(UInt64(changes.count))
    for change in changes {
      identifier(change.log.cast())
      out.varint(change.seq << 1 | (change.chain == nil ? 0 : 1))
      if let chain = change.chain { out.bigEndian(chain) }
    }
  }

  private static func changes(from old: Context, to new: Context) -> [Context.Entry] {
    if old == new { return [] }
    let before = Dictionary(uniqueKeysWithValues: old.entries.map { ($0.log, $0) })
    let kept = Set(new.entries.map(\.log))
    let gone = old.entries.filter { !kept.contains($0.log) }
      .map { Context.Entry(log: $0.log, seq: 0, chain: nil) }
    return (new.entries.filter { before[$0.log] != $0 } + gone).sorted { $0.log < $1.log }
  }

  private mutating func origin(_ origin: String?) {
    guard let origin else { return out.byte(0) }
    if let index = BinaryForm.origins.firstIndex(of: origin) {
      out.byte(UInt8(index + 1))
    } else {
      out.byte(BinaryForm.otherOrigin)
      out.text(origin)
    }
  }

  private mutating func write(_ operation: Operation) {
    if let kind = operation.kind {
      out.byte(kind.rawValue)
    } else {
      out.byte(0)
      out.text(operation.kindName)
    }
    guard operation.extra.isEmpty else { return write(operation.fields) }
    out.varint(UInt64(operation.change.fieldCount))
    operation.change.showFields(to: &self)
  }

  private mutating func write(_ fields: [Field]) {
    out.varint(UInt64(fields.count))
    for field in fields { visit(field.name, field.value) }
  }

  mutating func visit(_ name: FieldName, digest id: Digest<Never>) {
    tag(name, .digest)
    digest(id)
  }

  mutating func visit(_ name: FieldName, position: Position) {
    tag(name, .bytes)
    position.withBytes { bytes in
      out.varint(UInt64(bytes.count))
      out.raw(bytes)
    }
  }

  mutating func visit(_ name: FieldName, _ value: Value) {
    let symbol = name == .field ? value.text.map { FieldName($0) } : nil
    let type: WireType =
      if let symbol, symbol.code != 0 {
        .symbol
      } else if tables != nil, BinaryForm.isInterned(name), case .text = value {
        .internedText
      } else {
        Self.wireType(of: value)
      }
    tag(name, type)
    switch (type, value) {
    case (.symbol, _): out.byte(symbol?.code ?? 0)
    case (.internedText, .text(let text)): internText(text)
    default: content(of: value)
    }
  }

  private mutating func tag(_ name: FieldName, _ type: WireType) {
    let code = name.code
    out.byte(type.rawValue | (code < 15 ? code : 15) << 4)
    if code == 0 { out.text(name.text) }
    if code >= 15 { out.byte(code) }
  }

  static func wireType(of value: Value) -> WireType {
    switch value {
    case .null: .null
    case .bool(let truth): truth ? .yes : .no
    case .int: .int
    case .double: .double
    case .text: .text
    case .bytes: .bytes
    case .identifier: .identifier
    case .digest: .digest
    case .dots: .dots
    case .list: .list
    case .map: .map
    }
  }

  private mutating func content(of value: Value) {
    switch value {
    case .null, .bool: break
    case .int(let number): out.zigzag(number)
    case .double(let number): out.littleEndian(number.bitPattern)
    case .text(let text): out.text(text)
    case .bytes(let bytes):
      out.varint(UInt64(bytes.count))
      out.raw(bytes)
    case .identifier(let id): identifier(id)
    case .digest(let id): digest(id)
    case .dots(let dots):
      out.varint(UInt64(dots.count))
      for next in dots { dot(next) }
    case .list(let values):
      out.varint(UInt64(values.count))
      for next in values {
        out.byte(Self.wireType(of: next).rawValue)
        content(of: next)
      }
    case .map(let entries):
      out.varint(UInt64(entries.count))
      for entry in entries {
        out.text(entry.name)
        out.byte(Self.wireType(of: entry.value).rawValue)
        content(of: entry.value)
      }
    }
  }

  private mutating func dot(_ dot: Dot) {
    identifier(dot.log.cast())
    out.varint(dot.seq)
  }

  private mutating func identifier(_ id: Identifier<Never>) {
    if let index = tables?.index(of: id) { out.varint(index) } else { out.identifier(id) }
  }

  private mutating func digest(_ id: Digest<Never>) {
    if let index = tables?.index(of: id) { out.varint(index) } else { out.digest(id) }
  }

  private mutating func internText(_ text: String) {
    if let index = tables?.index(of: text) { out.varint(index) }
  }
}
