public import Platform

extension PhotoLibrary {
  /// Leaves a library: this machine forgets what it knows of the folder; the photos and videos stay as they
  /// are.
  ///
  /// The history stays in the folder, too, so that opening it again gives everything back, unless its
  /// removal is asked for; then the links of the album view go as well. Only files that Albumen has made
  /// are removed, each by its name. Can be done again after it was cut short. Blocks.
  ///
  /// - Parameter root: the library's folder, which may be gone, or have lost its library.
  /// - Throws: `.locked` while the folder is watched or changed; `.noLibrary` where nothing is known of it;
  ///   `.failed` where the library keeps files for the user, which are not removed with the history.
  public static func forget(
    _ root: Path, _ configuration: Configuration, _ options: ForgetOptions = ForgetOptions()
  ) async throws(AlbumenError) -> ForgetReport {
    let root = (try? Files.resolve(root)) ?? root
    var tried = options
    tried.isDryRun = true
    // What is refused is refused before anything is done.
    var report = try LibraryLeaving(root: root, configuration: configuration, options: tried).run()
    let view = options.deletesHistory ? viewDirectory(in: root) : nil
    if options.isDryRun {
      if let view { report.removed.append(view) }
      return report
    }
    if let view {
      // Read before the view is turned off.
      let forgotten = ForgottenView(root: root, view: view, configuration)
      try await takeViewAway(root, configuration)
      try forgotten.removeLinks()
    }
    report = try LibraryLeaving(root: root, configuration: configuration, options: options).run()
    if let view {
      if viewDirectory(in: root, named: view) == nil {
        report.removed.append(view)
      } else {
        report.kept.append(view)
      }
    }
    return report
  }

  /// The directory of the album view, absolute; nil where there is none.
  private static func viewDirectory(in root: Path, named known: Path? = nil) -> Path? {
    let file = (try? ViewFile.read(at: LibraryLayout(root: root).viewFile)) ?? nil
    guard let view = known ?? file.flatMap({ Path(bytes: $0.directory) }).map({ root / $0 }),
      (try? FileStatus.ofLink(at: view))?.kind == .directory
    else { return nil }
    return view
  }

  /// Removes the links of the album view, which lead nowhere once there are no albums.
  ///
  /// What a person did there is not taken over any more. The view of a library that cannot be opened, or
  /// that another machine keeps, stays.
  private static func takeViewAway(
    _ root: Path, _ configuration: Configuration
  ) async throws(AlbumenError) {
    guard let library = try? await open(at: root, configuration) else { return }
    do throws(AlbumenError) { try await library.removeViewLinks() } catch {
      await library.close()
      guard error.code == .notFound else { throw error }
      return
    }
    await library.close()
  }

  private func removeViewLinks() throws(AlbumenError) { _ = try store.turnViewOff() }
}
