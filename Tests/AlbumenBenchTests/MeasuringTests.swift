import Platform
import TestSupport
import Testing

@testable import AlbumenBench

/// What is measured of processes is what they took.
@Suite struct MeasuringTests {
  @Test func aProcessAtWorkTakesProcessorsAndOneAtRestNone() async throws {
    let busy = try ChildProcess(executable: "/bin/sh", arguments: ["-c", "while :; do :; done"])
    defer { busy.kill() }
    let idle = try ChildProcess(executable: "/bin/sh", arguments: ["-c", "sleep 600 & wait"])
    defer { idle.kill() }
    let process = RunningProcess(identifier: busy.identifier)
    try await wait(for: "a busy process") { try process.processorSeconds() > 0.05 }
    // With its child.
    #expect(try RunningProcess(identifier: idle.identifier).processorSeconds() < 0.05)
  }

  @Test func timesOfSeveralProgramsAreAdded() {
    var series = BenchRun.Series()
    series.add(seconds: 2, processor: 1, peakMemory: 7)
    series.add(seconds: 3, processor: 1.5, peakMemory: 5)
    #expect(series.seconds == [2, 3])
    #expect(series.processor == [1, 1.5])
    #expect(series.peakMemory == 7)
  }

  @Test func processorsAreNotedBesideThePeer() {
    var row = BenchRow(name: "row", summary: "a row")
    row.noteProcessors([2, 4], [1, 1])
    #expect(row.note == "3.00 s of processors, the peer 1.00 s: 3.00×")
  }

  @Test func aCorpusLiesInAsManyFoldersAsAreAskedFor() throws {
    try withTemporaryDirectory { place in
      let corpus = try PhotoCorpus.prepare(.tiny, count: 12, folders: 3, in: place) { _ in }
      #expect(Set(corpus.files.map(\.parent)) == ["Roll 0", "Roll 1", "Roll 2"])
      for file in corpus.files {
        #expect((try FileStatus.ofLink(at: corpus.directory / file)).kind == .regular)
      }
    }
  }
}
