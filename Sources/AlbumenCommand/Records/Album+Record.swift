import Albumen

extension Album {
  /// Writes the members of `albumen.album/1`.
  func write(to writer: inout JSONWriter) {
    writer.member("id", id: id)
    writer.member("title", title)
    writer.member("type", isFolder ? "folder" : "album")
    writer.member("parent", id: parent)
    writer.member("deleted", isDeleted)
    writer.member("count", count)
    writer.member("cover", id: cover)
    writer.fields(fields, without: [.title, .type, .parent, .cover])
  }
}
