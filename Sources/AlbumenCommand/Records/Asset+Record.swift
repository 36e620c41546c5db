import Albumen

extension Asset {
  /// Writes the members of `albumen.asset/1` that an asset has by itself.
  func write(to writer: inout JSONWriter) {
    writer.member("id", id: id)
    writer.member("status", status.rawValue)
    var told: Set<FieldName> = [.partOf]
    for name in Self.texts {
      guard let text = fields[name]?.text else { continue }
      writer.member(name.text, text)
      told.insert(name)
    }
    if let file { writer.member("file", path: file) }
    for name in [FieldName.size, .width, .height, .rating] {
      guard let number = fields[name]?.int else { continue }
      writer.member(name.text, number)
      told.insert(name)
    }
    if let duration, duration.isFinite {
      writer.name("duration")
      writer.double(duration)
      told.insert(.duration)
    }
    for name in [FieldName.favorite, .hidden] {
      guard case .bool(let isSo)? = fields[name] else { continue }
      writer.member(name.text, isSo)
      told.insert(name)
    }
    if let location {
      for (name, angle) in [
        (FieldName.latitude, location.latitude), (.longitude, location.longitude),
      ] {
        writer.name(name.text)
        writer.double(angle)
        told.insert(name)
      }
    }
    if let partOf { writer.member("partOf", id: partOf) }
    if let role = fields[.role]?.text {
      writer.member("role", role)
      told.insert(.role)
    }
    writer.list("tags", tags) { $0.string($1) }
    writer.fields(fields, without: told)
  }

  private static let texts: [FieldName] = [
    .filename, .path, .type, .captured, .title, .caption, .camera,
  ]
}

extension JSONWriter {
  /// Writes the member `fields`: whatever has no member of its own, by name, as docs/formats/jsonl.md
  /// spells values.
  mutating func fields(_ fields: [FieldName: Value], without told: Set<FieldName>) {
    let rest = fields.filter { !told.contains($0.key) }.sorted { $0.key < $1.key }
    name("fields")
    object { writer in
      for (name, value) in rest {
        writer.name(name.text)
        value.write(to: &writer, in: .any)
      }
    }
  }
}
