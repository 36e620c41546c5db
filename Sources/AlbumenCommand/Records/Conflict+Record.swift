import Albumen

extension Conflict {
  /// Writes the members of `albumen.conflict/1`.
  func write(to writer: inout JSONWriter) {
    writer.member("kind", kind.rawValue)
    writer.member("album", id: album)
    writer.member("asset", id: asset)
    writer.member("tag", tag)
    writer.member("field", field?.text)
    writer.name("kept")
    if let kept { kept.write(to: &writer, hasValue: kind == .value) } else { writer.null() }
    writer.list("lost", lost) { $1.write(to: &$0, hasValue: kind == .value) }
    writer.member("content", id: content)
    writer.list("assets", ids: assets)
  }
}

extension Conflict.Act {
  fileprivate func write(to writer: inout JSONWriter, hasValue: Bool) {
    writer.object { writer in
      if hasValue {
        writer.name("value")
        (value ?? .null).write(to: &writer, in: .any)
      }
      writer.member("transaction", id: transaction)
      writer.member("wall", wall)
      writer.member("device", device)
      writer.member("label", label)
    }
  }
}
