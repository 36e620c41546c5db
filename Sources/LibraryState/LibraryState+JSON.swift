package import Operations

extension LibraryState {
  /// Writes the whole visible state as one JSON object (docs/formats/state.md).
  package func write(to out: inout JSONWriter) {
    write(to: &out) { (_: inout JSONWriter) in }
  }

  /// Writes the whole visible state, giving away on the way what was written so far.
  ///
  /// - Parameter drain: called behind each asset and album; may take the bytes.
  package func write<E: Error>(
    to out: inout JSONWriter, drain: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    try out.object { out throws(E) in
      out.name("vector")
      out.object { out in
        for entry in vector.entries { out.member(entry.log.description, entry.seq) }
      }
      out.name("assets")
      try out.array { out throws(E) in try writeAssets(to: &out, drain) }
      out.name("albums")
      try out.array { out throws(E) in try writeAlbums(to: &out, drain) }
      out.name("copies")
      out.object { out in writeCopies(to: &out) }
      out.name("logs")
      out.array { out in writeLogs(to: &out) }
    }
  }

  private func writeAssets<E: Error>(
    to out: inout JSONWriter, _ drain: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    let wholes = wholes()
    for (id, asset) in assets.sorted(by: { $0.key < $1.key }) where asset.isKnown {
      out.object { out in
        out.name("id")
        out.string(id)
        out.member("status", status(of: id).rawValue)
        Self.write(asset.registers, to: &out, except: ["id", "status", "partOf", "tags"])
        if let whole = wholes[id] { out.member("partOf", whole.description) }
        let tags = asset.tags.filter { !$0.value.isEmpty }.keys.sorted()
        if !tags.isEmpty {
          out.name("tags")
          out.array { out in for tag in tags { out.string(tag.text) } }
        }
      }
      try drain(&out)
    }
  }

  private func writeAlbums<E: Error>(
    to out: inout JSONWriter, _ drain: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    let parents = parents()
    for (id, album) in albums.sorted(by: { $0.key < $1.key }) where album.isKnown {
      let isFolder = album.registers[.type]?.value?.text == "folder"
      out.object { out in
        out.name("id")
        out.string(id)
        out.member("status", album.life.isEmpty ? "deleted" : "alive")
        Self.write(
          album.registers, to: &out, except: ["id", "status", "type", "parent", "assets"])
        out.member("type", isFolder ? "folder" : "album")
        if let parent = parents[id] { out.member("parent", parent.description) }
        if !isFolder {
          out.name("assets")
          out.array { out in for asset in members(of: id) { out.string(asset) } }
        }
      }
      try drain(&out)
    }
  }

  private func writeCopies(to out: inout JSONWriter) {
    for (content, places) in copies.sorted(by: { $0.key < $1.key }) {
      let there = places.filter { !$0.value.isEmpty }.keys.sorted()
      if there.isEmpty { continue }
      out.name(content.description)
      out.array { out in for place in there { out.string(place.description) } }
    }
  }

  private func writeLogs(to out: inout JSONWriter) {
    for (id, registers) in logs.sorted(by: { $0.key < $1.key })
    where registers.values.contains(where: { $0.value != nil }) {
      out.object { out in
        out.name("id")
        out.string(id)
        Self.write(registers, to: &out, except: ["id"])
      }
    }
  }

  private static func write(
    _ registers: some Sequence<(key: FieldName, value: Register)>, to out: inout JSONWriter,
    except members: Set<String>
  ) {
    for (name, register) in registers.sorted(by: { $0.key < $1.key }) {
      // A field may not pass itself off as one of the members that the format itself has.
      if members.contains(name.text) { continue }
      guard let value = register.value else { continue }
      out.name(name.text)
      // Ids show as plain text: who reads a state knows by the field what it is.
      switch value {
      case .identifier(let id): out.string(id)
      case .digest(let id): out.string(id)
      default: value.write(to: &out, in: .any)
      }
    }
  }
}
