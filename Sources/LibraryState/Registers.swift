package import Operations

/// Holds the registers of one asset or album by field.
///
/// What the first `asset.add` or `album.create` gave stays the list that it came in, with one stamp for
/// all of it; a field gets a register of its own once something else is said about it. That is a few
/// fields at most, so those are looked for one by one.
package struct Registers: Sendable {
  /// The fields of the first operation that gave initial values, but for those in the others.
  private var given: [Field] = []
  private var givenAt: Stamp?
  /// Registers of fields that format 1 knows: as many as those are, at most.
  private var known: [Own] = []
  /// Registers of other fields, of which there can be any number.
  private var later: [FieldName: Register] = [:]

  private struct Own: Sendable {
    let field: FieldName
    var register: Register
  }

  package init() {}

  /// The register of a field; nil where nothing was ever said of it.
  package subscript(field: FieldName) -> Register? {
    if let own = own(field) { return own }
    guard let givenAt, let value = given.first(where: { $0.name == field })?.value else {
      return nil
    }
    return Register(initial: .init(stamp: givenAt, value: value))
  }

  private func own(_ field: FieldName) -> Register? {
    field.code == 0
      ? later[field] : known.first { $0.field.code == field.code }?.register
  }

  package var isEmpty: Bool { given.isEmpty && known.isEmpty && later.isEmpty }

  /// The fields of which something was said.
  package var keys: [FieldName] { map(\.key) }

  /// What the registers hold.
  package var values: [Register] { map(\.value) }

  /// What `transform` makes of each register, by field, where it makes something.
  package func compactMapValues<Result>(
    _ transform: (Register) -> Result?
  ) -> [FieldName: Result] {
    var results: [FieldName: Result] = [:]
    for (field, register) in self {
      if let result = transform(register) { results[field] = result }
    }
    return results
  }

  /// Writes a register, if `stamp` is greater than that of what was written before.
  package mutating func write(_ value: Value, to field: FieldName, at stamp: Stamp) {
    withOwn(field) { $0.write(value, at: stamp) }
  }

  /// Gives registers their initial values, each if `stamp` is smaller than that of the one it has.
  package mutating func initialize(_ fields: [Field], at stamp: Stamp) {
    if isEmpty {
      given = fields
      givenAt = stamp
      return
    }
    for field in fields { initialize(field.name, to: field.value, at: stamp) }
  }

  /// Gives a register its initial value, if `stamp` is smaller than that of the one it has.
  package mutating func initialize(_ field: FieldName, to value: Value, at stamp: Stamp) {
    withOwn(field) { $0.initialize(to: value, at: stamp) }
  }

  /// Changes the register that a field has of its own, which begins with what it was given.
  @inline(__always)
  private mutating func withOwn(_ field: FieldName, _ body: (inout Register) -> Void) {
    if field.code != 0, let place = known.firstIndex(where: { $0.field.code == field.code }) {
      return body(&known[place].register)
    }
    var register = self[field] ?? Register()
    body(&register)
    if field.code == 0 {
      later[field] = register
    } else {
      known.append(Own(field: field, register: register))
    }
  }
}

extension Registers: Sequence {
  /// Goes through the registers, ascending by field.
  package func makeIterator() -> IndexingIterator<[(key: FieldName, value: Register)]> {
    ascending.makeIterator()
  }

  /// The registers, ascending by field.
  package var ascending: [(key: FieldName, value: Register)] {
    var all: [(key: FieldName, value: Register)] = []
    all.reserveCapacity(given.count + known.count + later.count)
    if let givenAt {
      for field in given where own(field.name) == nil {
        all.append((field.name, Register(initial: .init(stamp: givenAt, value: field.value))))
      }
    }
    for own in known { all.append((own.field, own.register)) }
    for (field, register) in later { all.append((field, register)) }
    // What was given is ascending as it is.
    if !known.isEmpty || !later.isEmpty { all.sort { $0.key < $1.key } }
    return all
  }
}

extension Registers: Equatable {
  /// Tells whether both hold the same, in whatever order it came.
  package static func == (left: Self, right: Self) -> Bool {
    let (left, right) = (left.ascending, right.ascending)
    return left.count == right.count && zip(left, right).allSatisfy { $0 == $1 }
  }
}
