import Glibc
import Platform

/// Makes a directory below an open one.
func makeDirectory(_ name: Path, in directory: borrowing Descriptor) throws {
  let raw = directory.raw
  _ = try name.withCString { name in
    try SystemCall.retrying("mkdirat") { mkdirat(raw, name, 0o755) }
  }
}
