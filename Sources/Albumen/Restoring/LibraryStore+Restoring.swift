import Operations
import Platform
import Replication

extension LibraryStore {
  /// Ends the library that is here: the folder is another one's from now on.
  func leave(for new: LibraryID) throws(AlbumenError) {
    try withLock { () throws(AlbumenError) in
      do throws(PlatformError) {
        try JoinedLibrary.begin(library, into: new, layout)
      } catch { throw AlbumenError(error, "the folder cannot join another library") }
    }
  }

  /// Adds a remote that the library was restored from, unless it has it; where another one has its name,
  /// with a number behind that.
  func addRestoredRemote(_ address: RemoteAddress) throws(AlbumenError) -> RemoteList.Entry {
    var entry = RemoteList.Entry(name: PhotoLibrary.restoredRemote, address: address)
    try changeRemotes { list throws(AlbumenError) in
      // Remotes of a library that was here before are those of another one.
      var kept: [RemoteList.Entry] = []
      for other in list.entries {
        let library = try knowledge(of: other.name).library
        if library == nil || library == self.library { kept.append(other) }
      }
      list.entries = kept
      if let there = list.entries.first(where: { $0.address.isSamePlace(as: address) }) {
        entry = there
        return
      }
      var number = 2
      while list.entries.contains(where: { $0.name == entry.name }) {
        entry = RemoteList.Entry(
          name: "\(PhotoLibrary.restoredRemote)-\(number)", address: address)
        number += 1
      }
      list.entries.append(entry)
    }
    if let library = try knowledge(of: entry.name).library, library != self.library {
      try forgetKnowledge(of: entry.name)
    }
    return entry
  }
}
