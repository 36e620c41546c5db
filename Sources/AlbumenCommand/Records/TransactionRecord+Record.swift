import Albumen

extension TransactionRecord {
  /// Writes the members of `albumen.transaction/1`.
  func write(to writer: inout JSONWriter) {
    writer.member("id", id: id)
    writer.member("last", lastSeq)
    writer.member("wall", wall)
    writer.member("device", device)
    writer.member("origin", origin)
    writer.member("label", label)
    writer.member("undoes", id: undoes)
    writer.name("effects")
    writer.object { writer in
      for effect in effects { writer.member(effect.kind, effect.count) }
    }
  }
}
