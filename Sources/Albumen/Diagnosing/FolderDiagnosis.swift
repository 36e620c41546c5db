import OperationLog
import Operations
import Platform
import Reconciling

/// Looks at a library's folder and what it needs of the machine; changes nothing, and opens no catalogue.
struct FolderDiagnosis {
  let root: Path
  let configuration: PhotoLibrary.Configuration
  var layout: LibraryLayout { LibraryLayout(root: root) }

  /// Everything that was looked at.
  func run() -> [Diagnosis] {
    var found = [library]
    if found[0].verdict == .problem { return found }
    found += fileSystem + [letterCase, locks, times, sync] + remotes
    return found + watching
  }

  private var library: Diagnosis {
    do throws(AlbumenError) {
      let file = try LibraryFile(at: layout.libraryFile)
      return Diagnosis("library", .ok, "\(root.display), id \(file.id)")
    } catch { return Diagnosis("library", .problem, error.description, remedy: error.hint) }
  }

  // MARK: The file system

  private var fileSystem: [Diagnosis] {
    let disk: FileSystem
    let type: String
    do throws(PlatformError) {
      disk = try FileSystem(at: root)
      let device = try FileStatus.ofTarget(at: root).device
      type = MountTable.typeName(ofDevice: device) ?? disk.typeName
    } catch { return [Diagnosis("file system", .problem, error.description)] }
    var found: [Diagnosis] = []
    if disk.isReadOnly {
      found.append(
        Diagnosis(
          "file system", .problem, "\(type), mounted read-only",
          remedy: "mount it for writing: mount -o remount,rw"))
    } else if disk.isNetwork || disk.isUserSpace {
      found.append(
        Diagnosis(
          "file system", .warning,
          "\(type): changes by other machines are not reported, and found by comparing",
          remedy: "albumen watch on the machine that has the disk sees them at once"))
    } else if !disk.hasStableInodes {
      found.append(
        Diagnosis(
          "file system", .warning,
          "\(type), whose files have no lasting numbers: one that is renamed is read again"))
    } else {
      found.append(Diagnosis("file system", .ok, type))
    }
    found.append(writable(disk))
    found.append(Self.space(disk))
    switch disk.hasSymbolicLinks {
    case true?: found.append(Diagnosis("symbolic links", .ok, "\(type) has them"))
    case false?:
      found.append(
        Diagnosis(
          "symbolic links", .warning, "\(type) has none, so albums cannot be shown as links"))
    case nil:
      found.append(
        Diagnosis("symbolic links", .ok, "on \(type) that depends on how it is mounted"))
    }
    return found
  }

  private func writable(_ disk: FileSystem) -> Diagnosis {
    do throws(PlatformError) {
      for place in [root, layout.own, layout.logs] { try Files.requireWritable(directory: place) }
    } catch {
      return Diagnosis(
        "folder", .problem, "it cannot be written: \(error.description)",
        remedy: "give yourself the right to: chown or chmod")
    }
    return Diagnosis("folder", .ok, "it can be written")
  }

  private static func space(_ disk: FileSystem) -> Diagnosis {
    let megabytes = disk.availableBytes / 1_000_000
    let text = "\(megabytes) MB"
    if megabytes < 20 {
      return Diagnosis("free space", .problem, text, remedy: "make room on the disk")
    }
    if megabytes < 500 {
      return Diagnosis("free space", .warning, text, remedy: "make room on the disk")
    }
    return Diagnosis("free space", .ok, text)
  }

  private var letterCase: Diagnosis {
    let own = try? FileStatus.ofLink(at: layout.own)
    let other = try? FileStatus.ofLink(at: root / ".ALBUMEN")
    if let own, let other, own.isSameFile(as: other) {
      return Diagnosis(
        "letter case", .warning,
        "names that differ only in the case of letters are one here; of two such files of another "
          + "machine only one fits")
    }
    return Diagnosis("letter case", .ok, "it tells names apart")
  }

  // MARK: The machine, as far as the folder needs it

  private var locks: Diagnosis {
    do throws(PlatformError) {
      // A lock on the directory itself asks the same of the file system, and leaves nothing behind.
      let machine = MachineDiagnosis(configuration: configuration, settings: nil)
      _ = try FileLock.isHeld(machine.existingStateDirectory)
    } catch {
      return Diagnosis(
        "locks", .problem, "files cannot be locked: \(error.description)",
        remedy: "set XDG_STATE_HOME to a disk of this machine")
    }
    return Diagnosis("locks", .ok, "files can be locked")
  }

  /// Whether something in the logs was written in what this clock takes for the future.
  private var times: Diagnosis {
    let now = SystemClock.wallNanoseconds
    var latest: (path: Path, time: Int64)?
    DirectoryWalk().run(
      root: layout.logs,
      visit: { entry in
        if entry.kind == .regular, let status = try? entry.status(),
          status.mtimeNanoseconds > latest?.time ?? .min
        {
          latest = (entry.path, status.mtimeNanoseconds)
        }
        return .descend
      }, failed: { _, _ in })
    if let latest, latest.time > now.addingReportingOverflow(300_000_000_000).partialValue {
      return Diagnosis(
        "time of changes", .warning,
        "a log was written at \(FileTime.text(nanoseconds: latest.time)), which is yet to come: "
          + latest.path.display,
        remedy: "set this machine's clock, or the other's: timedatectl set-ntp true")
    }
    return Diagnosis("time of changes", .ok, "no log is from the future")
  }

  /// What other programs leave in a folder that they synchronise.
  private static let marks: [(name: Path, program: String)] = [
    (".stfolder", "Syncthing"), (".dropbox", "Dropbox"), (".dropbox.cache", "Dropbox"),
    (".sync.ffs_db", "FreeFileSync"), (".owncloudsync.log", "ownCloud"),
    (".nextcloudsync.log", "Nextcloud"), (".SyncID", "Resilio Sync"),
  ]

  private var sync: Diagnosis {
    var place = root
    while true {
      for (name, program) in Self.marks where (try? FileStatus.ofLink(at: place / name)) != nil {
        return sync(by: program, in: place)
      }
      if place.parent == place || place.parent.isEmpty { break }
      place = place.parent
    }
    return Diagnosis("other programs", .ok, "none seems to synchronise the folder")
  }

  private func sync(by program: String, in place: Path) -> Diagnosis {
    let text = "\(program) synchronises \(place.display)"
    guard program == "Syncthing" else {
      return Diagnosis(
        "other programs", .warning, text,
        remedy:
          "leave \(layout.viewName.display) in \(root.display) out there: each machine makes it by itself"
      )
    }
    let inside = root.relative(to: place).map { $0.isEmpty ? "" : "/\($0.display)" } ?? ""
    let line = "\(inside)/\(layout.viewName.display)"
    let file = place / ".stignore"
    let bytes = (try? DurableFile.contents(of: file, limit: 1 << 20)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    if lines.contains(where: { $0 == line || $0 == line.dropFirst() }) {
      return Diagnosis("other programs", .ok, "\(text), without \(layout.viewName.display)")
    }
    return Diagnosis(
      "other programs", .warning, text, remedy: "add this line to \(file.display): \(line)")
  }
}
