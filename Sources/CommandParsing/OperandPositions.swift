/// Says to which operands a word may belong while the words behind it are not known yet, as
/// completion needs it.
struct OperandPositions {
  /// The operands that the word behind none, one, two others may belong to, and so on.
  let leading: [[OperandSpec]]
  /// The operands that every word behind those may belong to; empty where there can be none.
  let rest: [OperandSpec]

  /// Works out the positions of a command's operands.
  init(_ command: CommandSpec) {
    let operands = command.operands
    // Behind as many words as there are operands, only those stand open that take any number, and
    // what follows them.
    let rest = Self.possible(operands, behind: operands.count)
    var leading = operands.indices.map { Self.possible(operands, behind: $0) }
    while leading.last == rest { leading.removeLast() }
    self.leading = leading
    self.rest = rest
  }

  /// An operand can stand behind a number of words if those before it can do with that few, and those
  /// up to it can take more.
  private static func possible(_ operands: [OperandSpec], behind words: Int) -> [OperandSpec] {
    var fewest = 0
    var most: Int? = 0
    var found: [OperandSpec] = []
    for operand in operands {
      most = operand.isVariadic ? nil : most.map { $0 + 1 }
      if fewest <= words, most.map({ words < $0 }) ?? true { found.append(operand) }
      fewest += operand.minimum
    }
    return found
  }
}
