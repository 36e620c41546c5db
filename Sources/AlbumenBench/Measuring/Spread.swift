/// Is what several measurements of one thing gave.
struct Spread: Sendable {
  /// As they were taken.
  let values: [Double]

  init(_ values: [Double]) { self.values = values }

  var minimum: Double { values.min() ?? 0 }
  var maximum: Double { values.max() ?? 0 }
  var median: Double { quantile(0.5) }

  /// The value below which a part of all lies, between two of them by their distance.
  func quantile(_ part: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.last else { return 0 }
    let place = part * Double(sorted.count - 1)
    let low = Int(place)
    guard low + 1 < sorted.count else { return last }
    return sorted[low] + (sorted[low + 1] - sorted[low]) * (place - Double(low))
  }

  /// Each value by the other's of the same round: what disturbs a machine for a while disturbs both.
  func ratios(to other: Spread) -> Spread {
    Spread(zip(values, other.values).map { $1 > 0 ? $0 / $1 : 0 })
  }
}
