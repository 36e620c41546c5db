import OperationLog
import Operations
import Platform
import TestSupport
import Testing

@testable import Albumen

/// docs/formats/machine-state.md: `machine`, and who may look and who may make.
@Suite struct MachineTests {
  @Test func aNameIsMadeOnceAndKept() throws {
    try withTemporaryDirectory { top in
      let state = top / "state/albumen"
      #expect(try MachineID.kept(in: state) == nil)
      let made = try MachineID.make(in: state)
      let bytes = try readFile(state / "machine")
      #expect(bytes.count == 32)
      #expect(MachineID(machineIdentifier: bytes) == made)
      #expect(try MachineID.kept(in: state) == made)
      // One that lost the race to make it has the winner's.
      #expect(try MachineID.make(in: state) == made)
      #expect(try readFile(state / "machine") == bytes)
      #expect(try listTree(state) == ["machine"])
    }
  }

  @Test func allThatStartAtOnceAreOneMachine() async throws {
    try await withTemporaryDirectory { top in
      let made = try await withThrowingTaskGroup(of: MachineID.self) { group in
        for _ in 0..<16 { group.addTask { try MachineID.make(in: top / "state") } }
        return try await group.reduce(into: Set<MachineID>()) { $0.insert($1) }
      }
      #expect(made.count == 1)
      #expect(try MachineID.kept(in: top / "state") == made.first)
    }
  }

  @Test(arguments: [
    "", "0", "00112233445566778899aabbccddeef", "00112233445566778899AABBCCDDEEFF",
    "00112233445566778899aabbccddeeff\n", "g0112233445566778899aabbccddeeff",
    "00112233445566778899aabbccddeeff00",
  ])
  func whatIsNoNameIsToldAndLeft(text: String) throws {
    try withTemporaryDirectory { top in
      try writeFile(top / "machine", text)
      for read in [{ try MachineID.kept(in: top) }, { try MachineID.make(in: top) }] {
        let error = #expect(throws: AlbumenError.self) { _ = try read() }
        #expect(error?.code == .damaged)
      }
      #expect(try readFile(top / "machine") == Array(text.utf8))
    }
  }

  /// Being unable to read it is no reason to make another.
  @Test func whatCannotBeReadIsNotReplaced() throws {
    try withTemporaryDirectory { top in
      try Files.createDirectories(top / "machine")
      for read in [{ try MachineID.kept(in: top) }, { try MachineID.make(in: top) }] {
        let error = #expect(throws: AlbumenError.self) { _ = try read() }
        #expect(error?.code == .failed)
      }
      #expect(try FileStatus.ofLink(at: top / "machine").kind == .directory)
    }
  }

  @Test func lookingUpWritesNothing() async throws {
    try await Scenario.run { scenario in
      let configuration = PhotoLibrary.Configuration(
        stateDirectory: scenario.state, mediaHelper: try builtExecutable("albumen-media"),
        deviceName: "here", lockTimeout: .seconds(5))
      #expect(throws: AlbumenError.self) {
        try PhotoLibrary.locate(from: scenario.root, configuration)
      }
      await #expect(throws: AlbumenError.self) {
        try await PhotoLibrary.open(at: scenario.root, configuration)
      }
      #expect(try MachineID.known(configuration, system: nil) == nil)
      #expect((try? FileStatus.ofLink(at: scenario.state)) == nil)
      let made = try MachineID.current(configuration, system: nil)
      #expect(try MachineID.known(configuration, system: nil) == made)
      #expect(try MachineID.current(configuration, system: [1]) != made)
      #expect(try listTree(scenario.state) == ["machine"])
    }
  }

  /// What the machine knows is read once, however many folders are asked about.
  @Test func knownRootsAreReadOnce() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      _ = try await library.performChanges("Trip") { try $0.createAlbum("Trip") }
      let root = library.root
      await library.close()
      let known = try KnownRoots(try scenario.configuration())
      try moveFile(scenario.state, to: scenario.top / "gone")
      let error = #expect(throws: AlbumenError.self) { try known.refuse(root) }
      #expect(error?.code == .rootUnavailable)
      try known.refuse(root.parent)
    }
  }
}
