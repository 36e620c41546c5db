public import Platform

extension PhotoLibrary {
  /// Leaves a library: this machine forgets what it knows of the folder; the photos and videos stay as they
  /// are.
  ///
  /// The history stays in the folder, too, so that opening it again gives everything back, unless its
  /// removal is asked for. Only files that Albumen has made are removed, each by its name. Can be done again
  /// after it was cut short. Blocks.
  ///
  /// - Parameter root: the library's folder, which may be gone, or have lost its library.
  /// - Throws: `.locked` while the folder is watched or changed; `.noLibrary` where nothing is known of it;
  ///   `.failed` where the library keeps files for the user, which are not removed with the history.
  public static func forget(
    _ root: Path, _ configuration: Configuration, _ options: ForgetOptions = ForgetOptions()
  ) throws(AlbumenError) -> ForgetReport {
    let root = (try? Files.resolve(root)) ?? root
    return try LibraryLeaving(root: root, configuration: configuration, options: options).run()
  }
}
