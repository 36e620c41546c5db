import CLinux
import Glibc

/// Tells machines apart.
package enum SystemIdentity {
  /// The 16 bytes of `/etc/machine-id` (machine-id(5)); nil where there is none.
  package static var machineIdentifier: [UInt8]? {
    identifier(in: "/etc/machine-id")
  }

  /// The 16 bytes that tell this start of the system from others (random(4)); nil where there are none.
  package static var bootIdentifier: [UInt8]? {
    identifier(in: "/proc/sys/kernel/random/boot_id")
  }

  /// Reads 32 hex digits, with or without dashes.
  static func identifier(in path: Path) -> [UInt8]? {
    guard let file = try? Descriptor.open(path, .read),
      let text = try? file.readToEnd(limit: 4096)
    else { return nil }
    var digits: [UInt8] = []
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "-"), UInt8(ascii: "\n"): continue
      default: return nil
      }
    }
    guard digits.count == 32 else { return nil }
    return stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
