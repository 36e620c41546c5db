import Catalogue
public import Operations
import TextForms

extension LibraryChanges {
  /// Gives a device another name.
  ///
  /// - Parameter log: its log; nil for the one that this change is written to.
  /// - Throws: `.invalid` for an empty name.
  public func renameDevice(_ log: LogID?, to name: String) throws(AlbumenError) {
    let name = TextForm.nfc(name)
    guard !name.isEmpty else {
      throw AlbumenError(.invalid, "a device cannot have an empty name")
    }
    let log = log ?? session.log
    let there = try session.device(log)?.fields[.name]?.text
    if let there, ExactText(there) == ExactText(name) { return }
    try session.emit(.setLog(log, .name, .text(name)))
  }

  /// Says that the end of a log is not waited for any more; returns from where on.
  ///
  /// - Parameter at: the last operation that is waited for; nil for the last one that is here. Nothing is
  ///   written where no more than that is waited for already.
  @discardableResult
  public func retire(_ log: LogID, at: UInt64? = nil) throws(AlbumenError) -> UInt64 {
    let row = try session.device(log)
    let at = at ?? row?.lastSeq ?? 0
    if let waived = row?.waived, waived <= at { return waived }
    try session.emit(.retireLog(log, at: at))
    return at
  }
}
