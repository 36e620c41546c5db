import Platform

/// Says how much is measured.
struct BenchOptions: Sendable {
  /// How many photos of about 76 KB.
  var small = 10_000
  /// How many photos of about 3 MB.
  var big = 300
  /// How many photos of about 1.4 KB.
  var tiny = 100_000
  /// How many operations a history has.
  var operations = 1_000_000
  /// How often a measurement is repeated.
  var rounds = 5
  /// How many files a watched folder is given, and how many milliseconds apart.
  var arrivals = (count: 200, interval: 143)
  /// How many seconds a watch with nothing to do is looked at.
  var rest = 20
  /// How many photos are read by exiftool, which takes its time.
  var probes = 1_000

  /// Enough to see that everything works.
  static let quick = BenchOptions(
    small: 40, big: 2, tiny: 80, operations: 2_000, rounds: 1, arrivals: (3, 130), rest: 1,
    probes: 10)
}
