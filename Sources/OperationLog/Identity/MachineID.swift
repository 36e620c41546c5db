import Hashing
package import Operations

/// Marks an identifier as naming a machine.
package enum MachineSubject: Sendable {}

/// Names a machine, without giving its machine-id(5) away, which is confidential.
package typealias MachineID = Identifier<MachineSubject>

extension Identifier where Subject == MachineSubject {
  /// Makes the name of the machine that has this machine-id: 16 bytes of a SHA-256 over it.
  package init(machineIdentifier: [UInt8]) {
    let digest = SHA256.hash(Array("albumen/machine/1\n".utf8) + machineIdentifier)
    self.init(high: digest.words.0, low: digest.words.1)
  }
}
