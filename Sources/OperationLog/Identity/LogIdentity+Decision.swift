package import Operations

extension LogIdentity {
  /// Says what was found of the log that an identity names, at the place that it acknowledges.
  package enum Finding: Sendable, Hashable {
    /// The log reaches the place and has that chain there.
    case continues
    /// The log ends before the place, or is not here at all.
    case shorter
    /// The log reaches the place with another chain.
    case differs
  }

  /// Says why a machine may not go on with a log.
  package enum Reason: Sendable, Hashable {
    /// Nothing is recorded for this root: it is new here, or a copy.
    case notRecorded
    /// What is recorded cannot be read.
    case unreadable
    /// The record is of another library.
    case otherLibrary
    /// The record was made by another machine: the state directory was copied.
    case otherMachine
    /// The record is of another root: this one is a copy, or was moved.
    case otherRoot
    /// The log here is shorter than what was acknowledged: it was restored from a backup.
    case shorter
    /// The log here is not the one that was acknowledged.
    case differs
  }

  /// Says which log a machine appends to.
  package enum Decision: Sendable, Hashable {
    /// The recorded one, which goes on from where it ends.
    case mine(LogID)
    /// A new one; the old one, if there is one, is read like another machine's.
    case mintNew(Reason)
  }

  /// Decides which log a machine appends to in a root (docs/design/0002-log-identity.md).
  ///
  /// - Parameters:
  ///   - recorded: the identity in the state directory; nil where there is none.
  ///   - isUnreadable: whether there is one that cannot be read.
  ///   - finding: what was found of the recorded log; asked for only if all else fits.
  package static func decide<Failure: Error>(
    recorded: LogIdentity?, isUnreadable: Bool = false, library: LibraryID, machine: MachineID,
    root: RootIdentity, finding: (LogIdentity) throws(Failure) -> Finding
  ) throws(Failure) -> Decision {
    guard !isUnreadable else { return .mintNew(.unreadable) }
    guard let recorded else { return .mintNew(.notRecorded) }
    guard recorded.library == library else { return .mintNew(.otherLibrary) }
    guard recorded.machine == machine else { return .mintNew(.otherMachine) }
    guard recorded.root == root else { return .mintNew(.otherRoot) }
    switch try finding(recorded) {
    case .continues: return .mine(recorded.log)
    case .shorter: return .mintNew(.shorter)
    case .differs: return .mintNew(.differs)
    }
  }
}

extension LogStore {
  /// Looks for the place that an identity acknowledges in the log that it names.
  ///
  /// Reads the segment that the place is in, up to the place, without its operations.
  ///
  /// - Throws: `damaged` and what else reading throws, but neither `shorter` nor `diverged`.
  package func finding(for identity: LogIdentity) throws(LogError) -> LogIdentity.Finding {
    do throws(LogError) {
      _ = try reader(identity.log).entries(from: identity.mark)
      return .continues
    } catch {
      switch error.code {
      case .shorter: return .shorter
      case .diverged: return .differs
      default: throw error
      }
    }
  }
}
