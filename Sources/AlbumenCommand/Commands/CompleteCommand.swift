import Albumen
import CommandParsing
import TextForms

/// Lists names for completion scripts, which call it wherever a spec says that a value is listed.
enum CompleteCommand: Command {
  static let spec = CommandSpec(
    ["complete"], "lists the names that a completion script offers",
    discussion: """
      One name a line, each as it can be given to a command. A title that several albums share is \
      listed as a path, or as @ and the start of an id. Names that no line can hold are left out, \
      and lists that are not known are empty.
      """,
    operands: [
      OperandSpec(
        "LIST", summary: "which: albums, folders, deleted, devices, remotes or settings")
    ],
    hidden: true)

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let isWanted: @Sendable (Album) -> Bool
    switch try context.parsed.operandText("LIST") {
    case "settings":
      for setting in Setting.all { try context.output.line(setting.name) }
      return .done
    case "devices":
      return try await context.withLibrary { library in
        let devices = try await library.devices()
        let names = Dictionary(grouping: devices.compactMap(\.name)) { $0 }
        for device in devices {
          // A name that several have names none of them.
          let name = device.name.flatMap { names[$0]?.count == 1 ? $0 : nil }
          let told = name ?? Wording.short(device.log)
          if TextForm.printable(told) == told { try context.output.line(told) }
        }
        return .done
      }
    case "remotes":
      return try await context.withLibrary { library in
        for remote in try await library.remotes() { try context.output.line(remote.name) }
        return .done
      }
    case "albums": isWanted = { !$0.isDeleted }
    case "folders": isWanted = { !$0.isDeleted && $0.isFolder }
    case "deleted": isWanted = \.isDeleted
    default: return .done
    }
    return try await context.withLibrary { library in
      let all = try await library.albums(includingDeleted: true)
      let albums = all.filter { isWanted($0) }
      for name in names(of: albums, among: all) where TextForm.printable(name) == name {
        try context.output.line(name)
      }
      return .done
    }
  }

  /// The shortest unambiguous name of each album.
  private static func names(of albums: [Album], among all: [Album]) -> [String] {
    let tree = AlbumTree(all)
    let isDeleted = Dictionary(grouping: all, by: \.isDeleted)
    let counts = isDeleted.mapValues { rivals in
      Dictionary(
        rivals.flatMap { Set([$0.title, tree.path(of: $0)]) }.map { ($0, 1) }, uniquingKeysWith: +)
    }
    return albums.map { album in
      let path = tree.path(of: album)
      return [album.title, path].first { counts[album.isDeleted]?[$0] == 1 }
        ?? Wording.short(album.id)
    }
  }
}
