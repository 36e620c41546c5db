public import Platform

extension PhotoLibrary {
  /// Looks at the machine, and at a library's folder if there is one: limits, file systems, rights, the
  /// helper program.
  ///
  /// Changes nothing, and needs no library that can be opened. Starts the helper program once. Blocks.
  ///
  /// - Parameters:
  ///   - root: the library's folder; nil looks at the machine only.
  ///   - settings: the file of the user's settings, if there is a place for one.
  public static func diagnose(
    _ root: Path?, _ configuration: Configuration, settings: SettingsFile?
  ) -> [Diagnosis] {
    let machine = MachineDiagnosis(configuration: configuration, settings: settings).run()
    guard let root else { return machine }
    let resolved = (try? Files.resolve(root)) ?? root
    return machine + FolderDiagnosis(root: resolved, configuration: configuration).run()
  }
}
