extension BenchRow {
  /// Takes over what was measured.
  mutating func take(
    _ measured: (piece: BenchRun.Series, peer: BenchRun.Series?), peer name: String
  ) {
    let scale = unit == .milliseconds ? 1e3 : 1
    values = Spread(measured.piece.seconds.map { $0 * scale })
    peakMemory = measured.piece.peakMemory > 0 ? measured.piece.peakMemory : nil
    if let other = measured.peer {
      peer = Peer(
        name: name, values: Spread(other.seconds.map { $0 * scale }), peakMemory: other.peakMemory)
    }
  }

  /// Says what both took of processors, and their ratio: what disturbs a machine changes that least.
  mutating func noteProcessors(_ measured: (piece: BenchRun.Series, peer: BenchRun.Series?)) {
    guard let other = measured.peer else {
      note = measured.piece.processorNote
      return
    }
    noteProcessors(measured.piece.processor, other.processor)
  }

  /// The same of seconds.
  mutating func noteProcessors(_ piece: [Double], _ peer: [Double]) {
    let (piece, peer) = (Spread(piece), Spread(peer))
    note =
      "\(Report.text(piece.median)) s of processors, the peer \(Report.text(peer.median)) s: "
      + "\(Report.text(piece.ratios(to: peer).median))×"
  }
}
