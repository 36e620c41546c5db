import OperationLog
import Operations
import Platform

extension MachineID {
  /// The machine that this is: what the configuration says, else the operating system; where that
  /// knows nothing (a container), a random name that is kept in the state directory
  /// (docs/formats/machine-state.md).
  ///
  /// Of processes that start at once for the first time all get the same name. Blocks for the disk the
  /// first time.
  ///
  /// - Parameter system: what the operating system calls the machine.
  /// - Throws: `.damaged` for a name that is none; `.failed` where it cannot be read, which is no reason
  ///   to make another, or not be written; `.full`.
  static func current(
    _ configuration: PhotoLibrary.Configuration,
    system: [UInt8]? = SystemIdentity.machineIdentifier
  ) throws(AlbumenError) -> MachineID {
    if let given = configuration.machine ?? system { return MachineID(machineIdentifier: given) }
    if let kept = try kept(in: configuration.stateDirectory) { return kept }
    return try make(in: configuration.stateDirectory)
  }

  /// The same for those that only look something up: nothing is made; nil where there is no name yet.
  static func known(
    _ configuration: PhotoLibrary.Configuration,
    system: [UInt8]? = SystemIdentity.machineIdentifier
  ) throws(AlbumenError) -> MachineID? {
    if let given = configuration.machine ?? system { return MachineID(machineIdentifier: given) }
    return try kept(in: configuration.stateDirectory)
  }

  /// Reads the name that is kept in a state directory; nil where there is none.
  static func kept(in stateDirectory: Path) throws(AlbumenError) -> MachineID? {
    let path = file(in: stateDirectory)
    let bytes: [UInt8]
    do throws(PlatformError) { bytes = try DurableFile.contents(of: path, limit: digits) } catch {
      switch error.code {
      case .notFound: return nil
      case .invalidArgument: throw damaged(path)
      default: throw AlbumenError(error, "the name of this machine cannot be read")
      }
    }
    let text = String(validating: bytes, as: UTF8.self)
    // Any other spelling would be another name.
    guard let text, let id = LogID(text), id.description == text else { throw damaged(path) }
    return MachineID(machineIdentifier: bytes)
  }

  /// Gives the machine a name, unless another process does so first: then it is that one.
  static func make(in stateDirectory: Path) throws(AlbumenError) -> MachineID {
    let path = file(in: stateDirectory)
    let bytes = Array(LogID.random().description.utf8)
    do throws(PlatformError) {
      try Files.createDirectories(stateDirectory, permissions: 0o700)
      var file = try UnnamedFile(in: stateDirectory)
      try file.descriptor.writeAll(bytes, path: path)
      try Failpoint.hit("machine.fsync")
      try file.descriptor.synchronize(path: path)
      try Failpoint.hit("machine.publish")
      try file.publish(at: path)
      try Files.synchronizeDirectory(stateDirectory, failpoint: "machine")
      return MachineID(machineIdentifier: bytes)
    } catch {
      if error.code == .alreadyExists, let other = try kept(in: stateDirectory) { return other }
      throw AlbumenError(error, "this machine cannot be given a name")
    }
  }

  private static let digits = 32

  private static func file(in stateDirectory: Path) -> Path { stateDirectory / "machine" }

  private static func damaged(_ path: Path) -> AlbumenError {
    AlbumenError(
      .damaged, "this is not the name of a machine, \(digits) hexadecimal digits",
      subject: path.display,
      hint: "put it back from a backup; or remove it, and this machine begins logs of its own anew")
  }
}
