import Catalogue
import GitKit
import Hashing
import MediaKit
import OperationLog
import Platform

/// Looks at what a machine needs for any library; changes nothing.
struct MachineDiagnosis {
  let configuration: PhotoLibrary.Configuration
  let settings: SettingsFile?

  /// When this version was made, which no clock should be before: milliseconds since 1970 UTC.
  private static let release: Int64 = 1_793_491_200_000
  /// 2100: no clock should be beyond it for a while.
  private static let farFuture: Int64 = 4_102_444_800_000

  /// Everything that was looked at.
  func run() -> [Diagnosis] {
    [clock, stateDirectory, settingsFile, helper, libraries]
  }

  private var clock: Diagnosis {
    let now = SystemClock.wallMilliseconds
    let text = FileTime.text(
      nanoseconds: now.multipliedReportingOverflow(by: 1_000_000).partialValue)
    guard now >= Self.release, now < Self.farFuture else {
      return Diagnosis(
        "clock", .problem, "it says \(text), which cannot be right",
        remedy: "set it: timedatectl set-ntp true")
    }
    return Diagnosis("clock", .ok, text)
  }

  /// The state directory; where it is not there yet, the one that it would be made in.
  var existingStateDirectory: Path {
    var place = configuration.stateDirectory
    while (try? FileStatus.ofTarget(at: place)) == nil, place.parent != place,
      !place.parent.isEmpty
    {
      place = place.parent
    }
    return place
  }

  private var stateDirectory: Diagnosis {
    let subject = "state directory"
    let place = existingStateDirectory
    do throws(PlatformError) {
      try Files.requireWritable(directory: place)
      let disk = try FileSystem(at: place)
      if disk.isReadOnly {
        return Diagnosis(
          subject, .problem, "its file system is read-only: \(place.display)",
          remedy: "set XDG_STATE_HOME to a place that can be written")
      }
      if disk.isNetwork {
        return Diagnosis(
          subject, .warning,
          "\(configuration.stateDirectory.display) is on \(disk.typeName), where locks and SQLite may fail",
          remedy: "set XDG_STATE_HOME to a disk of this machine")
      }
    } catch {
      return Diagnosis(
        subject, .problem, "it cannot be written: \(error.description)",
        remedy: "set XDG_STATE_HOME to a place that can be written")
    }
    return Diagnosis(subject, .ok, configuration.stateDirectory.display)
  }

  private var settingsFile: Diagnosis {
    let subject = "settings"
    guard let settings else {
      return Diagnosis(
        subject, .warning, "there is no place for them", remedy: "set HOME or XDG_CONFIG_HOME")
    }
    do throws(AlbumenError) {
      let contents = try settings.read()
      if let fault = contents.faults.first?.error {
        return Diagnosis(subject, .problem, fault.description, remedy: fault.hint)
      }
      if let name = contents.unknown.first {
        return Diagnosis(
          subject, .warning, "no such setting: \(name)",
          remedy: "take it out of \(settings.path.display)")
      }
    } catch { return Diagnosis(subject, .problem, error.description, remedy: error.hint) }
    return Diagnosis(subject, .ok, settings.path.display)
  }

  private var helper: Diagnosis {
    let subject = "media helper"
    let check: HelperCheck
    do throws(MediaError) { check = try HelperCheck(helper: configuration.mediaHelper) } catch {
      return Diagnosis(
        subject, .problem, "\(error.message): \(configuration.mediaHelper.display)",
        remedy: "install albumen-media beside albumen")
    }
    var missing: [String] = []
    if !check.isWithoutNetwork { missing.append("seccomp") }
    if HelperProcess.landlockVersion == nil { missing.append("landlock") }
    if !check.isWithoutPrivileges { missing.append("no_new_privs") }
    guard missing.isEmpty else {
      return Diagnosis(
        subject, .warning,
        "it starts, but is not shut in as it should be: no \(missing.joined(separator: ", no "))",
        remedy: "a kernel or container that allows it keeps a malformed photo from doing harm")
    }
    return Diagnosis(
      subject, .ok,
      "it starts, without network (seccomp) and without writing "
        + "(landlock \(HelperProcess.landlockVersion ?? 0))")
  }

  private var libraries: Diagnosis {
    let subject = "libraries"
    let versions = "SQLite \(Catalogue.libraryVersion), libgcrypt \(Gcrypt.version)"
    do throws(GitError) {
      return Diagnosis(subject, .ok, "\(versions), libgit2 \(try GitLibrary.version)")
    } catch {
      return Diagnosis(
        subject, .warning, "\(versions); \(error.message), so settings cannot be read",
        remedy: "install it; on Debian: apt-get install libgit2-1.5")
    }
  }
}
