/// Generates the same numbers for the same seed (SplitMix64), so that a failure can be replayed.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// The seed, to be printed where a test fails.
  package let seed: UInt64
  private var state: UInt64

  /// Starts the sequence of a seed; a random one, if none is given.
  package init(seed: UInt64 = .random(in: .min ... .max)) {
    self.seed = seed
    self.state = seed
  }

  /// Returns the next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Returns the seed for a property test: that of `ALBUMEN_TEST_SEED` if it is set, else a random one.
package func testSeed() -> UInt64 {
  environmentValue("ALBUMEN_TEST_SEED").flatMap { UInt64($0) } ?? .random(in: .min ... .max)
}

/// Returns how often a property is tried: a few times, or many where `ALBUMEN_NIGHTLY` is set
/// (`contrib/nightly`).
package func rounds(_ few: Int, nightly many: Int) -> Int {
  environmentValue("ALBUMEN_NIGHTLY") == nil ? few : many
}
