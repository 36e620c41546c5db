import LibraryState
package import Operations

extension SetFold {
  /// The whole visible state, as docs/formats/state.md has it; the order of members means nothing.
  package var json: JSONValue {
    .object([
      ("vector", .object(vector.entries.map { ($0.log.description, .int(Int64($0.seq))) })),
      ("assets", .array(assetIDs.map { asset($0) })),
      ("albums", .array(albumIDs.map { album($0) })),
      ("copies", copies),
      ("logs", logs),
    ])
  }

  private var assetIDs: [AssetID] {
    known.compactMap { if case .asset(let id) = $0 { id } else { nil } }.sorted()
  }

  private var albumIDs: [AlbumID] {
    known.compactMap { if case .album(let id) = $0 { id } else { nil } }.sorted()
  }

  private func asset(_ id: AssetID) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("id", .string(id.description)), ("status", .string(status(of: id).rawValue)),
    ]
    members += fields(of: .asset(id), without: ["id", "status", "partOf", "tags"])
    if let whole = whole(of: id) { members.append(("partOf", .string(whole.description))) }
    var tags: [ExactText] = []
    for case .tag(id, let tag) in sets.keys where isAlive(.tag(id, tag)) { tags.append(tag) }
    if !tags.isEmpty {
      members.append(("tags", .array(tags.sorted().map { .string($0.text) })))
    }
    return .object(members)
  }

  private func album(_ id: AlbumID) -> JSONValue {
    let isFolder = value(.type, of: .album(id)) == .text("folder")
    var members: [(name: String, value: JSONValue)] = [
      ("id", .string(id.description)),
      ("status", .string(isAlive(.album(id)) ? "alive" : "deleted")),
      ("type", .string(isFolder ? "folder" : "album")),
    ]
    members += fields(of: .album(id), without: ["id", "status", "type", "parent", "assets"])
    if let parent = parent(of: id) { members.append(("parent", .string(parent.description))) }
    if !isFolder {
      members.append(("assets", .array(self.members(of: id).map { .string($0.description) })))
    }
    return .object(members)
  }

  private var copies: JSONValue {
    var places: [String: [String]] = [:]
    for case .copy(let content, let place) in sets.keys where isAlive(.copy(content, place)) {
      places[content.description, default: []].append(place.description)
    }
    return .object(places.map { ($0.key, .array($0.value.sorted().map { .string($0) })) })
  }

  private var logs: JSONValue {
    let ids = Set(
      (Array(written.keys) + Array(initial.keys)).compactMap { key in
        if case .log(let id) = key.entity { id } else { nil }
      })
    let known = ids.sorted().map { id in
      [("id", .string(id.description))] + fields(of: .log(id), without: ["id"])
    }
    return .array(known.filter { $0.count > 1 }.map { .object($0) })
  }

  private func fields(
    of entity: Entity, without names: Set<String>
  ) -> [(name: String, value: JSONValue)] {
    let fields = Set(
      (Array(written.keys) + Array(initial.keys)).filter { $0.entity == entity }.map(\.field))
    return fields.filter { !names.contains($0.text) }.compactMap { field in
      switch value(field, of: entity) {
      case nil, .null: nil
      case .bool(let truth): (field.text, .bool(truth))
      case .int(let number): (field.text, .int(number))
      case .double(let number): (field.text, .double(number))
      case .text(let text): (field.text, .string(text))
      case .identifier(let id): (field.text, .string(id.description))
      case .digest(let digest): (field.text, .string(digest.description))
      case .bytes, .dots, .list, .map: preconditionFailure("\(field.text) has no such values")
      }
    }
  }
}
