import Albumen

/// Makes a folder a library, puts its newest photos into an album, and returns the album's names.
func makeNewestAlbum(
  of folder: Path, _ configuration: PhotoLibrary.Configuration
) async throws -> [String] {
  let (library, _) = try await PhotoLibrary.create(at: folder, configuration)
  _ = try await library.scan()
  // The roll is ordered by capture time.
  let newest = try await library.assets().suffix(3).map(\.id)
  let change = try await library.performChanges("Make album \"Newest\"") { changes in
    let album = try changes.findOrCreateAlbum("Newest").id
    try changes.add(newest.reversed(), to: album, at: .first)
    return album
  }
  await library.close()

  // Another program, another day: what was written is there.
  let again = try await PhotoLibrary.open(at: folder, configuration)
  let names = try await again.members(of: change.value).compactMap(\.filename)
  await again.close()
  return names
}

/// Says where this machine's state belongs and where the helper is; nil for a text that no path can be.
func makeConfiguration(home: String, programs: String) -> PhotoLibrary.Configuration? {
  guard let home = Path(home), let programs = Path(programs) else { return nil }
  return PhotoLibrary.Configuration(
    stateDirectory: home / ".local/state/albumen", mediaHelper: programs / "albumen-media",
    deviceName: "laptop")
}
