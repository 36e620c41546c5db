import Glibc
import Platform

/// Makes a directory below an open one.
func makeDirectory(_ name: Path, in directory: borrowing Descriptor) throws {
  let raw = directory.raw
  _ = try name.withCString { name in
    try SystemCall.retrying("mkdirat") { mkdirat(raw, name, 0o755) }
  }
}

/// Returns the code of the error that a body throws; nil if it throws none of this module's.
func code(_ body: () throws -> Void) -> PlatformError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? PlatformError)?.code
  }
}
