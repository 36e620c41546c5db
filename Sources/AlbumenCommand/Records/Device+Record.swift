import Albumen

extension Device {
  /// Writes the members of `albumen.device/1`.
  func write(to writer: inout JSONWriter) {
    writer.member("log", id: log)
    writer.member("name", name)
    writer.member("application", application)
    writer.member("isOwn", isOwn)
    writer.member("lastSeq", lastSeq)
    writer.member("lastWrite", number: lastWrite)
    writer.member("waiting", waiting)
    writer.member("missingUpTo", number: missingUpTo)
    writer.member("retiredAt", number: retiredAt)
    writer.member("otherHistory", hasOtherHistory)
  }
}
