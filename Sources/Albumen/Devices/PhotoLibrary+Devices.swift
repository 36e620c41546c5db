public import Operations
import TextForms

extension PhotoLibrary {
  /// Returns the logs of the library with the devices that write them, by id.
  public func devices() async throws(AlbumenError) -> [Device] { try store.devices() }

  /// Returns the device that a person names: by `this`, by its name, or by the beginning of its log's id,
  /// at least four hexadecimal digits.
  ///
  /// - Throws: `.notFound`; `.ambiguous`, naming the candidates.
  public func findDevice(_ name: String) async throws(AlbumenError) -> Device {
    let devices = try store.devices()
    let subject = TextForm.printable(name)
    let wanted = ExactText(TextForm.nfc(name))
    let prefix = name.utf8.count >= 4 ? name.lowercased() : nil
    let found = devices.filter { device in
      if name == Self.thisDevice { return device.isOwn }
      return device.name.map { ExactText(TextForm.nfc($0)) == wanted } ?? false
        || prefix.map { device.log.description.hasPrefix($0) } ?? false
    }
    guard let device = found.first else {
      let isThis = name == Self.thisDevice
      throw AlbumenError(
        .notFound, isThis ? "this machine has written nothing here yet" : "no such device",
        subject: isThis ? "" : subject, hint: "albumen devices lists them")
    }
    guard found.count == 1 else {
      throw AlbumenError(
        .ambiguous, "several devices are called this", subject: subject,
        hint: "one of: " + found.map { "\($0.log.description.prefix(12))" }.joined(separator: ", "))
    }
    return device
  }

  /// What stands for this machine's own log where a device is named.
  public static let thisDevice = "this"

  /// Says that the end of a log is not waited for any more: what others wrote after having seen it comes
  /// in without it, on all devices.
  ///
  /// Should the missing part turn up later, it comes in as usual.
  ///
  /// - Parameters:
  ///   - log: the log; not this machine's own.
  ///   - at: the last operation that is waited for; nil for the last one that is here.
  ///   - isDryRun: whether only to try it.
  /// - Returns: what was written, and how many transactions came in that had waited.
  /// - Throws: `.notFound` for a log that nothing here names; `.invalid` for this machine's own; as
  ///   `performChanges`.
  public func retire(
    _ log: LogID, at: UInt64? = nil, isDryRun: Bool = false
  ) async throws -> (change: ChangeResult<UInt64>, freed: Int) {
    let devices = try store.devices()
    guard let device = devices.first(where: { $0.log == log }) else {
      throw AlbumenError(
        .notFound, "no such device", subject: log.description, hint: "albumen devices lists them")
    }
    guard !device.isOwn else {
      throw AlbumenError(
        .invalid, "this machine cannot retire its own log, in which it would say so",
        subject: log.description, hint: "retire it on another device")
    }
    if !isDryRun { try store.leaveWaitingLog() }
    let before = try store.transactionCount()
    let change = try await performChanges(
      "Retire \(device.name ?? String(log.description.prefix(8)))", isDryRun: isDryRun
    ) { try $0.retire(log, at: at) }
    let written = change.transaction == nil ? 0 : 1
    return (change, try store.transactionCount() - before - written)
  }
}
