import Catalogue
import Operations
import Platform
import Reconciling

/// What is noted of the view.
extension ViewSync {
  /// Which start of the system this is; empty where that cannot be told.
  static let boot = SystemIdentity.bootIdentifier.map { Hex.encode($0) } ?? ""

  /// Begins a generation, once a round: whatever is recorded of an earlier one, should what follows be
  /// lost, is not believed.
  mutating func beginGeneration() throws(AlbumenError) {
    if hasGeneration { return }
    hasGeneration = true
    file.previous = wasTrusted ? file.generation : 0
    file.generation = UInt64.random(in: 1...(.max))
    file.boot = Self.boot
    if scope == nil { file.albums = base.paths }
    try file.write(to: layout.viewFile)
  }

  mutating func save(_ catalogue: Catalogue) throws(AlbumenError) {
    do throws(CatalogueError) {
      try base.save(to: catalogue)
      // Where something is withheld it may be another one than the albums' own.
      if let top, findings.withheld.isEmpty, findings.waiting.isEmpty,
        try catalogue.viewTop != top
      {
        try catalogue.setViewTop(top)
      }
      if try catalogue.viewFiles() != files { try catalogue.setViewFiles(files) }
      if hasGeneration {
        try catalogue.setViewGeneration(
          file.generation, directories: base.agreedDirectories, entries: base.agreedEntries)
      }
    } catch { throw AlbumenError(error) }
  }

  mutating func commit() throws(AlbumenError) {
    var sync = self
    try store.catalogue.withChange(mapError: { AlbumenError($0) }) { () throws(AlbumenError) in
      try sync.save(store.catalogue)
    }
    self = sync
  }
}
