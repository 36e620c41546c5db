package import Operations

extension LibraryState {
  /// Writes the whole visible state as one JSON object (docs/formats/state.md).
  package func write(to out: inout JSONWriter) {
    out.object { out in
      out.name("vector")
      out.object { out in
        for entry in vector.entries { out.member(entry.log.description, entry.seq) }
      }
      out.name("assets")
      out.array { out in writeAssets(to: &out) }
      out.name("albums")
      out.array { out in writeAlbums(to: &out) }
      out.name("copies")
      out.object { out in writeCopies(to: &out) }
      out.name("logs")
      out.array { out in writeLogs(to: &out) }
    }
  }

  private func writeAssets(to out: inout JSONWriter) {
    let wholes = wholes()
    for (id, asset) in assets.sorted(by: { $0.key < $1.key }) where asset.isKnown {
      out.object { out in
        out.member("id", id.description)
        out.member("status", status(of: id).rawValue)
        Self.write(asset.registers, to: &out, except: ["id", "status", "partOf", "tags"])
        if let whole = wholes[id] { out.member("partOf", whole.description) }
        let tags = asset.tags.filter { !$0.value.isEmpty }.keys.sorted()
        if !tags.isEmpty {
          out.name("tags")
          out.array { out in for tag in tags { out.string(tag.text) } }
        }
      }
    }
  }

  private func writeAlbums(to out: inout JSONWriter) {
    let parents = parents()
    for (id, album) in albums.sorted(by: { $0.key < $1.key }) where album.isKnown {
      let isFolder = album.registers[.type]?.value?.text == "folder"
      out.object { out in
        out.member("id", id.description)
        out.member("status", album.life.isEmpty ? "deleted" : "alive")
        Self.write(
          album.registers, to: &out, except: ["id", "status", "type", "parent", "assets"])
        out.member("type", isFolder ? "folder" : "album")
        if let parent = parents[id] { out.member("parent", parent.description) }
        if !isFolder {
          out.name("assets")
          out.array { out in for asset in members(of: id) { out.string(asset.description) } }
        }
      }
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
        out.member("id", id.description)
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
      case .identifier(let id): out.string(id.description)
      case .digest(let id): out.string(id.description)
      default: value.write(to: &out, in: .any)
      }
    }
  }
}
