import Hashing
import Operations
import Platform

extension LogIdentity {
  private static let title = "albumen-identity "
  private static let format = "1"

  /// The content of the file (docs/formats/identity.md).
  var text: String {
    let body = """
      \(Self.title)\(Self.format)
      library \(library)
      machine \(machine)
      device \(root.device)
      inode \(root.inode)
      birth \(root.birth)
      path \(PercentEncoding.encode(root.path.bytes))
      log \(log)
      acknowledged \(acknowledged)
      chain \(chain)

      """
    return body + "check \(Self.check(body))\n"
  }

  /// Reads the content of the file.
  ///
  /// - Throws: `newerFormat`, or `unreadableIdentity` for anything but what `text` writes.
  init(text bytes: [UInt8], path file: Path) throws(LogError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Self.unreadable("it is not UTF-8", file)
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let title = lines.first, title.hasPrefix(Self.title) else {
      throw Self.unreadable("it does not begin as one", file)
    }
    let format = title.dropFirst(Self.title.count)
    guard format == Self.format else {
      throw LogError(
        .newerFormat, "the identity has format \(Path.printable(String(format)))", path: file)
    }
    var fields: [Substring: Substring] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { fields[parts[0]] = parts[1] }
    }
    guard let library = fields["library"].flatMap({ LibraryID($0) }),
      let machine = fields["machine"].flatMap({ MachineID($0) }),
      let device = fields["device"].flatMap({ UInt64($0) }),
      let inode = fields["inode"].flatMap({ UInt64($0) }),
      let birth = fields["birth"].flatMap({ Int64($0) }),
      let root = fields["path"].flatMap({ PercentEncoding.decode($0).flatMap { Path(bytes: $0) } }),
      let log = fields["log"].flatMap({ LogID($0) }),
      let acknowledged = fields["acknowledged"].flatMap({ UInt64($0) }),
      acknowledged <= Transaction.maximumSeq,
      let chain = fields["chain"].flatMap({ Chain($0) })
    else { throw Self.unreadable("a line is missing or wrong", file) }
    self.init(
      library: library, machine: machine,
      root: RootIdentity(device: device, inode: inode, birth: birth, path: root), log: log,
      acknowledged: acknowledged, chain: chain)
    // There is one spelling, which also covers the checksum and lines that do not belong.
    guard Array(self.text.utf8) == bytes else {
      throw Self.unreadable("its checksum is wrong", file)
    }
  }

  private static func unreadable(_ what: String, _ path: Path) -> LogError {
    LogError(
      .unreadableIdentity, "the record of this machine's log is damaged: \(what)", path: path)
  }

  private static func check(_ body: String) -> String {
    let checksum = CRC32C.checksum(Array(body.utf8))
    return Hex.encode((0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * $0)) })
  }
}
