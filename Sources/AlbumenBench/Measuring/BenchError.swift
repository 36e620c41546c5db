import Platform

/// Says why a benchmark cannot be run, or what went wrong in it.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
