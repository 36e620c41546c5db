import LibraryState
import Operations
import Reconciling

/// What rules are told with: paths as text.
extension LibraryModel {
  /// Writes new bytes to a path and returns their number.
  @discardableResult
  mutating func add(_ path: String, captured: String? = nil) -> Int {
    let bytes = folder.newBytes(captured: captured)
    folder.write(bytes, to: Array(path.utf8))
    return bytes
  }

  /// Writes new bytes that show something to a path and returns their number.
  @discardableResult
  mutating func add(_ path: String, _ photo: FolderModel.Photo) -> Int {
    let bytes = folder.newBytes(photo)
    folder.write(bytes, to: Array(path.utf8))
    return bytes
  }

  /// What the asset at a path is said to be part of, as the path of that, and as what.
  func part(_ path: String) throws -> String? {
    let registers = state.assets[try asset(at: path)]?.registers
    guard let whole = registers?[.partOf]?.value?.asset else { return nil }
    let role = registers?[.role]?.value?.text ?? "?"
    let paths = indexed(of: whole).map { String(decoding: $0.path, as: UTF8.self) }
    return "\(role) of \(paths.first ?? "?")"
  }

  /// Writes new bytes over a file, in place.
  mutating func overwrite(_ path: String, captured: String? = nil) {
    add(path, captured: captured)
  }

  mutating func move(_ from: String, _ to: String) {
    folder.move(Array(from.utf8), to: Array(to.utf8))
  }

  mutating func copy(_ from: String, _ to: String) {
    folder.copy(Array(from.utf8), to: Array(to.utf8))
  }

  mutating func delete(_ path: String) { folder.delete(Array(path.utf8)) }

  func recordedText(_ asset: AssetID) -> String? {
    recordedPath(asset).map { String(decoding: $0, as: UTF8.self) }
  }

  func content(_ asset: AssetID) -> ContentID? { self.asset(asset)?.content }
}
