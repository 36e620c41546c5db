extension Argument {
  /// Reads the argument as a whole decimal number in a range.
  ///
  /// - Parameters:
  ///   - range: what is allowed; `Int.min` and `Int.max` as bounds mean "no bound" in the message.
  ///   - name: what the number is for, as the user writes it: `--index`, or an operand's name.
  /// - Throws: `valueNotAllowed`, saying what is allowed.
  package func integer(
    in range: ClosedRange<Int>, for name: String
  ) throws(UsageError) -> Int {
    guard let text, let number = Int(text), range.contains(number) else {
      throw UsageError(
        .valueNotAllowed, "\(name) takes a whole number\(Self.wording(of: range))", subject: display
      )
    }
    return number
  }

  private static func wording(of range: ClosedRange<Int>) -> String {
    switch (range.lowerBound, range.upperBound) {
    case (Int.min, Int.max): ""
    case (let low, Int.max): ", \(low) or more"
    case (Int.min, let high): ", \(high) or less"
    case (let low, let high): " from \(low) to \(high)"
    }
  }
}
