import Hashing
import Operations
import Platform

/// Is the text file of one source below `.albumen/sources` (docs/formats/source.md).
///
/// Its name is made from what it says, so two machines that say the same write one file, and no file has
/// two writers that say different things.
struct SourceFile {
  static let format = 1
  /// Far longer than any.
  private static let limit = 1 << 16

  let source: FolderSource

  var text: String {
    let target =
      switch source.target {
      case .album(let album): "album \(album)"
      case .leaf: "mirror leaf"
      case .path: "mirror path"
      }
    return
      "albumen source\nformat \(Self.format)\ndirectory \(Hex.encode(source.directory.bytes))\n"
      + "\(target)\n"
  }

  /// The first 16 bytes of the SHA-256 of the text, in hexadecimal.
  var name: Path {
    var hasher = SHA256()
    hasher.update(Array(text.utf8))
    let words = hasher.finalize().words
    return Path(Hex.encode(words.0) + Hex.encode(words.1)) ?? Path()
  }

  /// Whether a file is called as one of these is.
  static func isName(_ name: Path) -> Bool {
    name.bytes.count == 32 && Hex.decode(name.display) != nil
  }

  init(_ source: FolderSource) { self.source = source }

  /// Reads a file's bytes.
  ///
  /// - Throws: `.newerVersion`; `.damaged` for what is none.
  init(_ bytes: [UInt8], _ path: Path) throws(AlbumenError) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    var values: [Substring: Substring] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: " ", maxSplits: 1)
      values[parts.first ?? ""] = parts.count == 2 ? parts[1] : ""
    }
    let damaged = AlbumenError(
      .damaged, "this does not say which directory is an album's", subject: path.display,
      hint: "remove it, and add the source again: albumen source add")
    guard lines.first == "albumen source", let format = values["format"].flatMap({ Int($0) }) else {
      throw damaged
    }
    guard format <= Self.format else {
      throw AlbumenError(
        .newerVersion, "the source has format \(format), made by a newer version",
        subject: path.display, hint: "use a newer albumen")
    }
    guard
      let directory = values["directory"].flatMap({ Hex.decode($0) }).flatMap({ Path(bytes: $0) }),
      !directory.isAbsolute, !directory.components.contains(".."),
      let target = Self.target(album: values["album"], mirror: values["mirror"])
    else { throw damaged }
    source = FolderSource(directory, target)
  }

  private static func target(album: Substring?, mirror: Substring?) -> FolderSource.Target? {
    switch (album.flatMap { AlbumID($0) }, mirror) {
    case (let album?, nil): .album(album)
    case (nil, "leaf"): .leaf
    case (nil, "path"): .path
    default: nil
    }
  }

  static func read(at path: Path) throws(AlbumenError) -> SourceFile {
    let bytes: [UInt8]
    do throws(PlatformError) { bytes = try DurableFile.contents(of: path, limit: limit) } catch {
      throw AlbumenError(error, "a source cannot be read")
    }
    return try SourceFile(bytes, path)
  }
}
