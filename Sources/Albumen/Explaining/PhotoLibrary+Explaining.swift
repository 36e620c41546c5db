public import Platform

extension PhotoLibrary {
  /// Explains how a path stands to the library: what it is in it, or why it is not in it.
  ///
  /// Changes nothing. Reads the whole file where what it looks like does not tell.
  ///
  /// - Parameters:
  ///   - path: of any bytes; a link at its end is explained itself where it leads out.
  ///   - directory: what a relative path is relative to, absolute.
  /// - Throws: `.rootUnavailable`; what a fetch throws. What concerns the path only is told in the result.
  public func explain(
    _ path: Path, from directory: Path
  ) async throws(AlbumenError) -> FileExplanation {
    try store.checkRoot()
    let place = FileExplainer.place(of: path.isAbsolute ? path : directory / path)
    return try FileExplainer(store).explain(place)
  }
}
