import Albumen

extension ScanReport {
  /// Writes the members of `albumen.scan/1`, which `albumen.watch/1` has, too.
  func write(to writer: inout JSONWriter) {
    writer.member("transaction", id: transaction)
    writer.list("added", ids: added)
    writer.list("restored", ids: restored)
    writer.list("moved", ids: moved)
    writer.list("edited", ids: edited)
    writer.list("paired", ids: paired)
    writer.list("missing", ids: missing)
    writer.list("trashed", ids: trashed)
    writer.member("references", references)
    writer.list("withheld", paths: withheld)
    writer.list("unreadable", reasons: unreadable)
    writer.list("links", paths: links)
    writer.list("unsettled", paths: unsettled)
    writer.member("filesSeen", filesSeen)
    writer.member("filesRead", filesRead)
    writer.name("view")
    if let view { writer.object { view.write(to: &$0) } } else { writer.null() }
  }
}
