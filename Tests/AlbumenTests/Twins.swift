import Albumen
import TestSupport

/// Copies a machine: folder and state, at the same paths and with the same inodes as far as the library
/// can tell, as when a disk is cloned.
///
/// A root is known by its inode and path, so the clone takes turns with the original at one path.
struct Twins {
  let devices: Devices
  /// Which of the two is at the path now.
  var isClone = false

  init(_ devices: Devices) { self.devices = devices }

  private var place: Path { devices.directory(1) }
  private var state: Path { place / "state" }
  private var own: Path { devices.root(1) / ".albumen" }
  private var aside: Path { devices.top / "twin" }

  /// Makes the clone, in the place of one that was made before.
  func clone() throws {
    removeTree(aside)
    try Files.createDirectories(aside)
    try copyTree(state, to: aside / "state")
    try copyTree(own, to: aside / "own")
  }

  /// Puts the other one in place.
  mutating func swap() throws {
    for (path, name) in [(state, "state"), (own, "own")] {
      let kept = aside / (Path(name) ?? "")
      try moveFile(path, to: aside / "moving")
      try moveFile(kept, to: path)
      try moveFile(aside / "moving", to: kept)
    }
    isClone.toggle()
  }

  /// Makes a library that has exchanged one album with its remotes, and a clone of it; nothing is open.
  static func begun(
    _ devices: Devices, remotes: Int = 1, album: String = "Common"
  ) async throws -> Twins {
    let twins = Twins(devices)
    let library = try await devices.create()
    for remote in 1...remotes { try await devices.connect(library, remote) }
    try await library.album(album)
    try await library.mustSync()
    await library.close()
    try twins.clone()
    return twins
  }

  // MARK: Two ends of one log

  /// Makes a library with two remotes, whose original and clone then go on apart: the first remote has the
  /// original's end, the second one the clone's.
  ///
  /// The clone is in place, and nothing is open.
  static func apart(_ devices: Devices, clone albums: [String] = ["Clone"]) async throws -> Twins {
    var twins = try await begun(devices, remotes: 2)
    var library = try await devices.open(1)
    try await library.album("Original")
    _ = try await library.sync(["r1"])
    await library.close()
    try twins.swap()
    library = try await devices.open(1)
    for album in albums { try await library.album(album) }
    _ = try await library.sync(["r2"])
    await library.close()
    return twins
  }

  /// Makes a second and a third device, each of which has met one remote, and builds on the end there.
  static func builders(_ devices: Devices) async throws -> (PhotoLibrary, PhotoLibrary) {
    let second = try await devices.open(2)
    try await devices.connect(second, 1)
    try await second.mustSync()
    try await second.album("On the original")
    try await second.mustSync()
    let third = try await devices.open(3)
    try await devices.connect(third, 2)
    try await third.mustSync()
    try await third.album("On the clone")
    try await third.mustSync()
    return (second, third)
  }

  /// Makes a fourth device that reaches both remotes.
  static func witness(_ devices: Devices) async throws -> PhotoLibrary {
    let fourth = try await devices.open(4)
    for remote in 1...2 { try await devices.connect(fourth, remote) }
    return fourth
  }
}
