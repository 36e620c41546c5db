import Operations
import Platform
import Reconciling

/// Is the text file `.albumen/view`: whether there is an album view, which log keeps it, and which of its
/// directories is which album's (docs/formats/view.md).
struct ViewFile: Equatable {
  /// The name of the view's directory in the root.
  var directory: [UInt8]
  /// Whether the view was turned off by a person.
  var isOff = false
  /// Whether what was in its directory before is still to be taken over where it is.
  var adopts = false
  /// What stands for photos in it.
  var form = ViewLinkForm.sym
  /// The log that keeps it; all zeros where it is off.
  var log: LogID
  /// The machine that this log is of.
  var machine: String
  /// Which record of the view is the newest.
  var generation: UInt64
  /// The generation before, which the record has that a process left when it died since `boot`.
  var previous: UInt64
  /// Which start of the system the generation was written in; empty where that is not known.
  var boot: String
  /// Where the directories of albums are, as paths below the view's.
  var albums: [AlbumID: [UInt8]] = [:]

  static let format = 1

  /// The name that the view's directory has where no other is asked for.
  static let defaultPath: Path = "Albums"
  static var defaultName: [UInt8] { defaultPath.bytes }

  init(directory: [UInt8], log: LogID, machine: String) {
    self.directory = directory
    self.log = log
    self.machine = machine
    generation = 0
    previous = 0
    boot = ""
  }

  /// The file's text.
  var text: String {
    var text = "albumen view\nformat \(Self.format)\nstate \(isOff ? "off" : "on")\n"
    text += "directory \(Hex.encode(directory))\nlog \(log)\nmachine \(machine)\n"
    text += "generation \(Hex.encode(generation))\nprevious \(Hex.encode(previous))\nboot \(boot)\n"
    if adopts { text += "adopts yes\n" }
    if form != .sym { text += "link \(form.rawValue)\n" }
    for (album, path) in albums.sorted(by: { $0.key < $1.key }) {
      text += "album \(album) \(Hex.encode(path))\n"
    }
    return text
  }

  /// Reads the file; nil where there is none.
  ///
  /// - Throws: `.newerVersion` and `.damaged` for what it holds; `.failed` where it cannot be read.
  static func read(at path: Path) throws(AlbumenError) -> ViewFile? {
    let bytes: [UInt8]
    do throws(PlatformError) { bytes = try DurableFile.contents(of: path, limit: 1 << 26) } catch {
      if error.code == .notFound { return nil }
      throw AlbumenError(error, "the album view's file cannot be read")
    }
    return try ViewFile(bytes, path)
  }

  init(_ bytes: [UInt8], _ path: Path) throws(AlbumenError) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    var values: [Substring: Substring] = [:]
    var albums: [AlbumID: [UInt8]] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { continue }
      if parts[0] == "album" {
        let sides = parts[1].split(separator: " ")
        if sides.count == 2, let album = AlbumID(sides[0]), let path = Hex.decode(sides[1]) {
          albums[album] = path
        }
      } else {
        values[parts[0]] = parts[1]
      }
    }
    guard lines.first == "albumen view", let format = values["format"].flatMap({ Int($0) }) else {
      throw Self.damaged(path)
    }
    guard format <= Self.format else {
      throw AlbumenError(
        .newerVersion, "the album view has format \(format), made by a newer version",
        subject: path.display, hint: "use a newer albumen")
    }
    guard let directory = values["directory"].flatMap({ Hex.decode($0) }),
      let name = Path().appending(name: directory), name.bytes == directory,
      let log = values["log"].flatMap({ LogID($0) })
    else { throw Self.damaged(path) }
    self.init(directory: directory, log: log, machine: values["machine"].map { String($0) } ?? "")
    isOff = values["state"] == "off"
    adopts = values["adopts"] == "yes"
    form = values["link"].flatMap { ViewLinkForm(rawValue: String($0)) } ?? .sym
    generation = values["generation"].flatMap { Hex.decodeWord($0) } ?? 0
    previous = values["previous"].flatMap { Hex.decodeWord($0) } ?? 0
    boot = values["boot"].map { String($0) } ?? ""
    self.albums = albums
  }

  /// Writes the file durably.
  func write(to path: Path) throws(AlbumenError) {
    do throws(PlatformError) {
      try DurableFile.replace(path, with: Array(text.utf8), failpoint: "view.file")
    } catch { throw AlbumenError(error, "the album view's file cannot be written") }
  }

  private static func damaged(_ path: Path) -> AlbumenError {
    AlbumenError(
      .damaged, "this does not say who keeps the album view", subject: path.display,
      hint: "remove it; albumen view on then takes over what is in the view's folder")
  }
}
