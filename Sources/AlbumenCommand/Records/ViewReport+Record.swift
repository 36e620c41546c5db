import Albumen

extension ViewReport {
  /// Writes the members of `albumen.view/1`, which stand in `albumen.scan/1` and `albumen.status/1`, too.
  func write(to writer: inout JSONWriter) {
    writer.member("directory", path: directory)
    writer.member("off", off)
    writer.member("inStep", isInStepNow)
    writer.list("acts", acts) { $0.string($1) }
    writer.list("collected", collected) { writer, item in
      writer.object { writer in
        writer.member("from", path: item.from)
        if let to = item.to { writer.member("to", path: to) } else { writer.member("to", nil) }
      }
    }
    writer.member("changes", changes)
    writer.list("withheld", paths: withheld)
    writer.list("waiting", paths: waiting)
    writer.list("left", reasons: left)
    writer.list("failed", reasons: failed)
    writer.member("transaction", id: transaction)
  }
}
