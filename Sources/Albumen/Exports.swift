// One import is enough for who uses the library: ids, values and paths are part of its vocabulary.
@_exported public import LibraryState
@_exported public import Operations
@_exported public import Platform
