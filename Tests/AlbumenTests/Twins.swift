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

  /// Makes the clone.
  func clone() throws {
    try Files.createDirectories(aside)
    try copyTree(state, to: aside / "state")
    try copyTree(own, to: aside / "own")
  }

  /// Puts the other one in place.
  mutating func swap() throws {
    for (path, name) in [(state, "state"), (own, "own")] {
      let kept = aside / (Path(name) ?? "")
      try Files.rename(path, to: aside / "moving")
      try Files.rename(kept, to: path)
      try Files.rename(aside / "moving", to: kept)
    }
    isClone.toggle()
  }
}
