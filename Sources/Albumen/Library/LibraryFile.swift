import Operations
import Platform

/// Is the text file `.albumen/library` (docs/formats/library.md).
struct LibraryFile {
  let id: LibraryID

  /// The format that this version writes.
  static let format = 1

  /// The file's text.
  var text: String { "albumen library\nformat \(Self.format)\nlibrary \(id)\n" }

  /// Reads the file.
  ///
  /// - Throws: `.noLibrary` where it is missing, `.rootUnavailable` where it cannot be read,
  ///   `.newerVersion` and `.damaged` for what it holds.
  init(at path: Path) throws(AlbumenError) {
    let bytes: [UInt8]
    do throws(PlatformError) {
      bytes = try DurableFile.contents(of: path, limit: 65_536)
    } catch {
      switch error.code {
      case .notFound, .notDirectory:
        throw AlbumenError(
          .noLibrary, "no library here", subject: path.parent.parent.display,
          hint: "make one with: albumen init")
      default:
        throw AlbumenError(.rootUnavailable, error.message, subject: path.display)
      }
    }
    var values: [String: String] = [:]
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    for line in lines.dropFirst() {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    guard lines.first == "albumen library", let number = values["format"].flatMap({ Int($0) })
    else {
      throw AlbumenError(
        .damaged, "this is no library file", subject: path.display,
        hint: "restore it from a backup; it names the library's id")
    }
    guard number <= Self.format else {
      throw AlbumenError(
        .newerVersion, "the library has format \(number), made by a newer version",
        subject: path.display, hint: "use a newer albumen")
    }
    guard let id = values["library"].flatMap({ LibraryID($0) }) else {
      throw AlbumenError(
        .damaged, "the library file does not name the library's id", subject: path.display,
        hint: "restore it from a backup")
    }
    self.id = id
  }

  init(id: LibraryID) { self.id = id }
}
