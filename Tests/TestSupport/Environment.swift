import Glibc

/// Returns the value of an environment variable (`getenv(3)`).
package func environmentValue(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  return String(cString: value)
}
