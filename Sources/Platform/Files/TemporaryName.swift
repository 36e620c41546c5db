/// Makes names for files that are about to be renamed.
enum TemporaryName {
  /// Returns a hidden name in a directory that nobody else uses: 64 random bits.
  static func make(in directory: Path) -> Path {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    return directory / Path(unchecked: Array(".albumen-\(number).tmp".utf8))
  }
}
