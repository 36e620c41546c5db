package import Operations

/// Is the text that stands beside the segments of a log for people and for other programs
/// (docs/formats/segment.md, "head").
package struct LogHead {
  let library: LibraryID
  let log: LogID
  let lastSeq: UInt64
  let chain: Chain
  /// What the author of the last transaction had seen of other logs.
  let context: Context
  let application: String

  /// Describes a log up to a place.
  package init(
    library: LibraryID, log: LogID, lastSeq: UInt64, chain: Chain, context: Context,
    application: String
  ) {
    self.library = library
    self.log = log
    self.lastSeq = lastSeq
    self.chain = chain
    self.context = context
    self.application = application
  }

  /// The file's content.
  package var text: String {
    var vector = VersionVector(context.entries.map { ($0.log, $0.seq) })
    vector[log] = lastSeq
    let heights = vector.entries.map { "\($0.log):\($0.seq)" }.joined(separator: " ")
    return """
      format 1
      library \(library)
      log \(log)
      range 1 \(lastSeq)
      chain \(chain)
      vector \(heights)
      application \(application)

      """
  }
}
