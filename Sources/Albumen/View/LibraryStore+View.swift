import Catalogue
import OperationLog
import Operations
import Platform
import Reconciling

extension LibraryStore {
  /// Says whether there is an album view that this machine keeps.
  enum ViewStanding {
    case on(ViewFile)
    case off(reason: String)
  }

  /// Whether the view is kept here; makes one where there is none and none was turned off.
  ///
  /// - Parameter makes: whether to make one, or to take over one that an earlier log of this machine kept.
  func viewStanding(makes: Bool) throws(AlbumenError) -> ViewStanding {
    var read: ViewFile?
    do throws(AlbumenError) { read = try ViewFile.read(at: layout.viewFile) } catch {
      guard error.code == .newerVersion else { throw error }
      return .off(reason: error.message)
    }
    if let file = read {
      if file.isOff { return .off(reason: "it was turned off; albumen view on turns it on") }
      let own: LogID?
      do throws(LogError) { own = try ownLog.recorded() } catch { throw AlbumenError(error) }
      if let own, file.log == own { return .on(file) }
      // This machine goes on in a new log: what it kept before is its own still.
      guard file.machine == (try machineName()) else {
        return .off(reason: "another machine keeps it; albumen view take makes it this one's")
      }
      return makes ? .on(try takeView(file)) : .on(file)
    }
    let reason: String?
    do throws(AlbumenError) { reason = try reasonAgainstView(named: ViewFile.defaultName) } catch {
      if makes { throw error }
      reason = nil
    }
    if let reason { return .off(reason: reason) }
    guard makes else { return .off(reason: "there is none yet; a scan makes it") }
    return .on(try makeView(named: ViewFile.defaultName))
  }

  /// Makes a view of a name; what is in its directory by then is looked at like an earlier view.
  ///
  /// - Parameter adopts: whether its photos and videos are to be taken over where they are.
  func makeView(
    named name: [UInt8], adopts: Bool = false
  ) throws(AlbumenError) -> ViewFile {
    guard let directory = Path().appending(name: name) else {
      throw AlbumenError(
        .invalid, "this is not a name", subject: String(decoding: name, as: UTF8.self))
    }
    do throws(PlatformError) {
      try Failpoint.hit("view.top")
      try Files.createDirectory(layout.root / directory)
    } catch {
      guard error.code == .alreadyExists,
        (try? FileStatus.ofLink(at: layout.root / directory))?.kind == .directory
      else { throw AlbumenError(error, "the album view's directory cannot be made") }
    }
    var file = ViewFile(directory: name, log: LogID(high: 0, low: 0), machine: "")
    file.adopts = adopts
    return try takeView(file)
  }

  /// Makes a view this machine's, with nothing known of it but where its directories are.
  func takeView(_ file: ViewFile) throws(AlbumenError) -> ViewFile {
    try withLock { () throws(AlbumenError) in
      var file = file
      file.log = try prepareToWrite().log
      file.machine = try machineName()
      file.isOff = false
      file.generation = UInt64.random(in: 1...(.max))
      file.previous = 0
      try file.write(to: layout.viewFile)
      return file
    }
  }

  private func machineName() throws(AlbumenError) -> String {
    try MachineID.current(configuration).description
  }

  /// Why there cannot be a view of a name here; nil where there can.
  ///
  /// - Parameter wasView: whether its directory was the view's before: what was left in it is no obstacle.
  /// - Throws: what keeps that from being found out, such as a full disk.
  func reasonAgainstView(
    named name: [UInt8], wasView: Bool = false
  ) throws(AlbumenError) -> String? {
    guard let directory = Path().appending(name: name) else { return "this is not a name" }
    let path = layout.root / directory
    if let status = try? FileStatus.ofLink(at: path) {
      guard status.kind == .directory else { return "\(directory.display) is there, and no folder" }
      var isEmpty = true
      DirectoryWalk().run(
        root: path,
        visit: { entry in
          if entry.name.bytes.first == UInt8(ascii: ".") { return .skip }
          isEmpty = false
          return .stop
        }, failed: { _, _ in isEmpty = false })
      if !isEmpty, !wasView {
        let start = "\(directory.display)/ was there before, with "
        guard let strange = strangeEntry(inView: name) else {
          return start + "links like those of an album view; albumen view on takes it over"
        }
        return start
          + "something in it that no album view has (\(strange.display)); albumen view on --adopt-view makes "
          + "albums of its folders, every file staying where it is, and --name NAME chooses another"
      }
    }
    if let reason = syncedFolder(directory) { return reason }
    let form = configuration.viewLink?.form ?? .sym
    guard let reason = try reason(against: form) else { return nil }
    return form == .sym
      ? reason
      : "view.link is \(form.rawValue), and \(reason) (albumen config set view.link sym is what most have)"
  }

  /// Returns the first path, relative to the root, of what is in a directory of the root and no directory or
  /// link such as a view has, or could not be read; nil where there is none: all of it is what an earlier
  /// view left whose file is gone.
  func strangeEntry(inView name: [UInt8]) -> Path? {
    guard let directory = Path().appending(name: name) else { return Path(bytes: name) ?? Path() }
    let top = layout.root / directory
    let links = ViewLinks(view: name, root: layout.root.bytes)
    var strange: Path?
    DirectoryWalk().run(
      root: top,
      visit: { entry in
        if entry.name.bytes.first == UInt8(ascii: ".") { return .skip }
        if entry.kind == .directory { return .descend }
        let above = entry.path.parent.components.map(\.bytes)
        if entry.kind == .symbolicLink, LinkName(entry.name.bytes).isNumbered,
          let text = try? Files.readLink(top / entry.path).bytes,
          let target = links.target(of: text, in: above),
          ViewLinks.text(depth: above.count, target: target) == text
        {
          return .skip
        }
        strange = directory / entry.path
        return .stop
      }, failed: { path, _ in strange = strange ?? directory / path })
    return strange
  }

  /// Why a program that copies the folder to other machines keeps the view away: two would write it.
  private func syncedFolder(_ name: Path) -> String? {
    var place = layout.root
    while true {
      if (try? FileStatus.ofLink(at: place / ".stfolder")) != nil {
        let rules = (try? DurableFile.contents(of: place / ".stignore", limit: 1 << 20)) ?? []
        let inside = (layout.root.relative(to: place) ?? Path()) / name
        let wanted: Set<String> = [name.display, "/\(inside.display)", inside.display]
        let lines = String(decoding: rules, as: UTF8.self).split(separator: "\n")
        if lines.contains(where: { wanted.contains(String($0)) }) { return nil }
        return
          "Syncthing shares this folder; it is on once its .stignore has a line /\(inside.display)"
      }
      if place.parent == place || place.parent.isEmpty { return nil }
      place = place.parent
    }
  }

  /// The lock that only one process at a time has that reads or makes the view.
  func lockView() throws(AlbumenError) -> FileLock {
    do throws(PlatformError) {
      return try FileLock.acquire(
        stateDirectory / "view.lock", until: Deadline(after: configuration.lockTimeout))
    } catch {
      if error.code == .locked {
        throw AlbumenError(
          .locked, "another process brings the album view up to date",
          subject: layout.root.display, disposition: .retry)
      }
      throw AlbumenError(error, "the album view's lock cannot be taken")
    }
  }
}
