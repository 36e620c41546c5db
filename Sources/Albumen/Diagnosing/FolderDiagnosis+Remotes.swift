import Operations
import Platform
import Replication

extension FolderDiagnosis {
  /// How many things of one remote are listed.
  private static let mostUnread = 10

  /// The remotes of the library on this machine, as far as they can be seen without asking a server.
  var remotes: [Diagnosis] {
    let subject = "remotes"
    do throws(AlbumenError) {
      let state = try FormerLibrary.stateDirectory(of: root, configuration)
      let entries = try state.map(Self.list)?.entries ?? []
      guard let state, !entries.isEmpty else { return [try withoutRemotes(subject)] }
      return entries.flatMap { Self.diagnose($0, state, subject) }
    } catch { return [Diagnosis(subject, .problem, error.description, remedy: error.hint)] }
  }

  private static func list(_ state: Path) throws(AlbumenError) -> RemoteList {
    do throws(ReplicationError) {
      return try RemoteList(file: LibraryStore.remoteListPath(state))
    } catch { throw AlbumenError(error) }
  }

  /// Remotes are this machine's own: they do not come along with a folder that was put back.
  private func withoutRemotes(_ subject: String) throws(AlbumenError) -> Diagnosis {
    let names: [Path]
    do throws(PlatformError) {
      names = try DirectoryWalk.namesIfThere(in: layout.logs, of: .directory)
    } catch { throw AlbumenError(error, "the logs cannot be listed") }
    let logs = names.count { LogID($0.display) != nil }
    if logs < 2 { return Diagnosis(subject, .ok, "there are none") }
    return Diagnosis(
      subject, .warning,
      "there are none on this machine, though the library has \(logs) logs: what is done elsewhere does "
        + "not come here, and the other way round",
      remedy: "where there was one before, name it again: albumen remote add NAME PLACE")
  }

  private static func diagnose(
    _ entry: RemoteList.Entry, _ state: Path, _ subject: String
  ) -> [Diagnosis] {
    let known = Result { () throws(ReplicationError) in
      try RemoteKnowledge(file: LibraryStore.knowledgePath(of: entry.name, in: state))
    }
    let wasSeen = (try? known.get())?.library != nil
    if let unreachable = place(of: entry, wasSeen: wasSeen, subject) { return [unreachable] }
    switch known {
    case .success(let known):
      return [standing(of: entry, known, subject)] + unread(in: entry, known, subject)
    case .failure(let error):
      return [
        Diagnosis(
          subject, .problem,
          "what is known of \(entry.name) cannot be read: \(AlbumenError(error))",
          remedy: "albumen remote remove \(entry.name), and add it again")
      ]
    }
  }

  /// What keeps a remote from being reached, as far as that can be seen without asking a server; nil where
  /// nothing does.
  private static func place(
    of entry: RemoteList.Entry, wasSeen: Bool, _ subject: String
  ) -> Diagnosis? {
    do throws(AlbumenError) {
      if case .directory(let path) = entry.address, try !Presence.ofTarget(at: path) {
        return Diagnosis(
          subject, .warning,
          "\(entry.name) cannot be reached, as it is not there: \(path.display)",
          remedy: "is a disk not mounted? Where it is another place now: albumen remote remove "
            + "\(entry.name), and add it again")
      }
      do throws(ReplicationError) { try entry.address.checkPresence(wasSeen: wasSeen) } catch {
        throw AlbumenError(error)
      }
      return nil
    } catch {
      return Diagnosis(
        subject, .warning, "\(entry.name) cannot be reached: \(error)", remedy: error.hint)
    }
  }

  /// When a remote was last exchanged with.
  private static func standing(
    of entry: RemoteList.Entry, _ known: RemoteKnowledge, _ subject: String
  ) -> Diagnosis {
    guard let exchanged = known.exchanged else {
      return Diagnosis(
        subject, .warning, "no exchange with \(entry.name) has come to its end yet",
        remedy: "albumen sync \(entry.name)")
    }
    let time = FileTime.text(nanoseconds: exchanged &* 1_000_000)
    return Diagnosis(subject, .ok, "\(entry.name) was last exchanged with at \(time)")
  }

  /// What a remote has that could not be read, by name.
  private static func unread(
    in entry: RemoteList.Entry, _ known: RemoteKnowledge, _ subject: String
  ) -> [Diagnosis] {
    let faults = known.faults.sorted()
    var found = faults.prefix(mostUnread).map { fault in
      Diagnosis(
        subject, .warning,
        "\(entry.name) has what could not be read, \(UnreadPart(fault).description)",
        remedy: "albumen sync \(entry.name) tries again; what is damaged or gone there is written "
          + "again by a machine that has it")
    }
    if faults.count > found.count {
      found.append(
        Diagnosis(
          subject, .warning,
          "\(entry.name) has \(faults.count - found.count) more things that could not be read",
          remedy: "albumen status --json lists them"))
    }
    return found
  }
}
