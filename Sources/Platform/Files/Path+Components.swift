extension Path {
  /// The name after the last slash; empty for the empty path and for "/".
  public var lastComponent: Path {
    guard let index = bytes.lastIndex(of: Self.slash) else { return self }
    return Path(unchecked: Array(bytes[(index + 1)...]))
  }

  /// The directory that the path is in.
  ///
  /// The empty path for a single relative name and for the empty path itself; "/" for "/".
  public var parent: Path {
    guard let index = bytes.lastIndex(of: Self.slash) else { return Path() }
    return Path(unchecked: Array(bytes[..<max(index, 1)]))
  }

  /// The names between the slashes, without the leading one of an absolute path.
  public var components: [Path] {
    bytes.split(separator: Self.slash).map { Path(unchecked: Array($0)) }
  }

  /// Returns a path below this one; an absolute `right` is taken as if it were relative.
  public static func / (left: Path, right: Path) -> Path {
    left.appending(right.isAbsolute ? right.bytes[1...] : right.bytes[...])
  }

  /// Returns the entry of this directory with the given name; nil if it is not one name.
  ///
  /// A name is not empty, not `.` or `..`, and contains neither a slash nor a NUL.
  public func appending(name: some Collection<UInt8>) -> Path? {
    guard !name.isEmpty, !name.contains(Self.slash), !name.contains(0) else { return nil }
    if name.elementsEqual([Self.dot]) || name.elementsEqual([Self.dot, Self.dot]) { return nil }
    return appending(name)
  }

  /// Returns the path with bytes added to its last component, such as an extension.
  ///
  /// Nil if there is a slash or a NUL among them.
  public func appending(suffix: some Collection<UInt8>) -> Path? {
    guard !suffix.contains(Self.slash), !suffix.contains(0) else { return nil }
    return Path(unchecked: bytes + suffix)
  }

  /// Whether the path is below a directory, or the directory itself.
  public func isInside(_ directory: Path) -> Bool {
    if directory.isEmpty { return !isAbsolute }
    guard bytes.starts(with: directory.bytes) else { return false }
    return bytes.count == directory.bytes.count || directory.bytes == [Self.slash]
      || bytes[directory.bytes.count] == Self.slash
  }

  /// Returns the part of the path below a directory (empty for itself); nil if it is not inside.
  public func relative(to directory: Path) -> Path? {
    guard isInside(directory) else { return nil }
    if directory.isEmpty { return self }
    return Path(unchecked: Array(bytes[directory.bytes.count...].drop { $0 == Self.slash }))
  }

  private func appending(_ tail: some Collection<UInt8>) -> Path {
    if tail.isEmpty { return self }
    if bytes.isEmpty { return Path(unchecked: Array(tail)) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 1 + tail.count)
    result.append(contentsOf: bytes)
    if result.last != Self.slash { result.append(Self.slash) }
    result.append(contentsOf: tail)
    return Path(unchecked: result)
  }
}
