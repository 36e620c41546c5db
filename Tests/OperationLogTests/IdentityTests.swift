import Operations
import Platform
import TestSupport
import Testing

@testable import OperationLog

@Suite struct IdentityTests {
  private static let log = LogID(high: 1, low: 2)
  private static let library = LibraryID(high: 3, low: 4)
  private static let machine = MachineID(machineIdentifier: Array(0..<16))
  private static let root = at("/home/a/Pictures")

  private static func identity(
    library: LibraryID = library, machine: MachineID = machine, root: RootIdentity = root,
    acknowledged: UInt64 = 9
  ) -> LogIdentity {
    LogIdentity(
      library: library, machine: machine, root: root, log: log, acknowledged: acknowledged,
      chain: ChainHash.start(log))
  }

  struct Row: Sendable {
    let name: String
    let recorded: LogIdentity?
    var isUnreadable = false
    let finding: LogIdentity.Finding
    let decision: LogIdentity.Decision
  }

  private static func at(_ path: Path, inode: UInt64 = 77, birth: Int64 = 1234) -> RootIdentity {
    RootIdentity(device: 0, inode: inode, birth: birth, path: path)
  }

  static let table: [Row] = [
    Row(name: "all fits", recorded: identity(), finding: .continues, decision: .mine(log)),
    Row(
      name: "new root", recorded: nil, finding: .continues, decision: .mintNew(.notRecorded)),
    Row(
      name: "damaged", recorded: nil, isUnreadable: true, finding: .continues,
      decision: .mintNew(.unreadable)),
    Row(
      name: "another library was here before",
      recorded: identity(library: LibraryID(high: 9, low: 9)), finding: .continues,
      decision: .mintNew(.otherLibrary)),
    Row(
      name: "home directory copied to another machine",
      recorded: identity(machine: MachineID(machineIdentifier: [1])), finding: .continues,
      decision: .mintNew(.otherMachine)),
    Row(
      name: "moved", recorded: identity(root: at("/home/a/Photos")), finding: .continues,
      decision: .mintNew(.otherRoot)),
    Row(
      name: "put back from a copy in the same place",
      recorded: identity(root: at("/home/a/Pictures", inode: 78)), finding: .continues,
      decision: .mintNew(.otherRoot)),
    Row(
      name: "the inode number was used again",
      recorded: identity(root: at("/home/a/Pictures", birth: 99)), finding: .continues,
      decision: .mintNew(.otherRoot)),
    Row(
      name: "log restored from a backup", recorded: identity(), finding: .shorter,
      decision: .mintNew(.shorter)),
    Row(
      name: "log of another history", recorded: identity(), finding: .differs,
      decision: .mintNew(.differs)),
    Row(
      name: "not begun yet", recorded: identity(acknowledged: 0), finding: .continues,
      decision: .mine(log)),
  ]

  @Test(arguments: table.indices) func decisions(index: Int) {
    let row = Self.table[index]
    let decision = LogIdentity.decide(
      recorded: row.recorded, isUnreadable: row.isUnreadable, library: Self.library,
      machine: Self.machine, root: Self.root, finding: { _ in row.finding })
    #expect(decision == row.decision, "\(row.name)")
  }

  @Test func theLogIsLookedAtOnlyIfAllElseFits() {
    for row in Self.table where row.finding == .continues {
      var looked = false
      let decision = LogIdentity.decide(
        recorded: row.recorded, isUnreadable: row.isUnreadable, library: Self.library,
        machine: Self.machine, root: Self.root,
        finding: { _ in
          looked = true
          return .continues
        })
      #expect(looked == (decision == .mine(Self.log)), "\(row.name)")
    }
  }

  @Test func theLogOnDiskIsFoundAsItIs() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let file = try fixture.identityFile()
      #expect(try fixture.store.finding(for: file.identity) == .continues)
      let entries = try fixture.writer(segmentSize: 500)
        .append(contentsOf: try fixture.transactions(10))
      for entry in entries {
        let here = file.identity.advanced(to: entry.mark)
        #expect(try fixture.store.finding(for: here) == .continues)
        let other = LogMark(
          segment: 0, offset: 0, seq: entry.mark.seq, chain: ChainHash.start(fixture.other))
        #expect(try fixture.store.finding(for: file.identity.advanced(to: other)) == .differs)
        let within = LogMark(
          segment: 0, offset: 0, seq: entry.mark.seq - 1, chain: entry.chain)
        #expect(try fixture.store.finding(for: file.identity.advanced(to: within)) == .differs)
      }
      let last = try #require(entries.last).mark
      let beyond = LogMark(segment: 0, offset: 0, seq: last.seq + 1, chain: last.chain)
      #expect(try fixture.store.finding(for: file.identity.advanced(to: beyond)) == .shorter)
      // Restored from a backup made before the newest segment.
      try Files.unlink(fixture.file(try #require(try fixture.segments().last)))
      #expect(try fixture.store.finding(for: file.identity.advanced(to: last)) == .shorter)
    }
  }

  @Test func theFileHoldsWhatItsDocumentSays() throws {
    let identity = LogIdentity(
      library: LibraryID(high: 0x0123_4567_89ab_cdef, low: 1), machine: MachineID(high: 2, low: 3),
      root: RootIdentity(device: 0, inode: 131_073, birth: -5, path: "/home/änne/My 100% \n"),
      log: LogID(high: 4, low: 5), acknowledged: 6, chain: Chain(words: (7, 8, 9, 10)))
    let body = """
      albumen-identity 1
      library 0123456789abcdef0000000000000001
      machine 00000000000000020000000000000003
      device 0
      inode 131073
      birth -5
      path /home/%c3%a4nne/My%20100%25%20%0a
      log 00000000000000040000000000000005
      acknowledged 6
      chain 000000000000000700000000000000080000000000000009000000000000000a

      """
    #expect(identity.text.hasPrefix(body))
    // Computed with another program.
    #expect(identity.text == body + "check 754775fb\n")
    #expect(try LogIdentity(text: Array(identity.text.utf8), path: "identity") == identity)
  }

  @Test func aDamagedFileIsNeverBelieved() throws {
    let identity = Self.identity()
    let bytes = Array(identity.text.utf8)
    for position in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[position] ^= 1 << UInt8(bit)
        let error = #expect(throws: LogError.self, "byte \(position)") {
          try LogIdentity(text: damaged, path: "identity")
        }
        #expect(error?.code == .unreadableIdentity || error?.code == .newerFormat)
      }
      #expect(throws: LogError.self) {
        try LogIdentity(text: Array(bytes.prefix(position)), path: "identity")
      }
    }
    let newer = Array(identity.text.replacing("identity 1", with: "identity 2").utf8)
    let error = #expect(throws: LogError.self) { try LogIdentity(text: newer, path: "identity") }
    #expect(error?.code == .newerFormat)
  }

  @Test func theFileAdvancesOnlyForward() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      #expect(try LogIdentityFile.read(in: fixture.state) == nil)
      let file = try fixture.identityFile()
      let writer = try fixture.writer(identity: file)
      let entries = try writer.append(contentsOf: try fixture.transactions(3))
      // An append alone does not write it.
      #expect(file.identity.acknowledged == 0)
      try writer.acknowledge()
      #expect(file.identity.acknowledged == writer.mark.seq)
      #expect(file.identity.chain == writer.mark.chain)
      try file.record(entries[0].mark)
      #expect(try LogIdentityFile.read(in: fixture.state)?.identity == file.identity)
      #expect(file.identity.acknowledged == writer.mark.seq)
      #expect(try FileStatus.ofLink(at: file.path).permissions == 0o600)
    }
  }

  @Test func everyRootHasAStateDirectoryOfItsOwn() throws {
    let roots = [
      Self.root, Self.at("/home/a/Photos"), Self.at("/home/a/Pictures", inode: 78),
      Self.at("/home/a/Pictures", birth: 1),
      RootIdentity(device: 5, inode: 77, birth: 1234, path: Self.root.path),
    ]
    let paths = roots.map { StateDirectory.path(base: "/state", machine: Self.machine, root: $0) }
    #expect(Set(paths).count == roots.count)
    for path in paths {
      #expect(path.components.count == 3)
      #expect(path.components[1].text == Self.machine.description)
      #expect(path.components[2].bytes.count == 32)
    }
    #expect(Self.machine.description != Hex.encode(0..<16))
  }

  @Test func aRootIsKnownByWhatLasts() throws {
    try withTemporaryDirectory { root in
      let status = try FileStatus.ofLink(at: root)
      let lasting = RootIdentity(status, path: root, hasStableInodes: true)
      #expect(lasting.inode == status.inode)
      #expect((lasting.birth == 0) == (lasting.device != 0))
      let other = RootIdentity(status, path: root, hasStableInodes: false)
      #expect(other == RootIdentity(device: 0, inode: 0, birth: 0, path: root))
    }
  }
}
