import Albumen
import CommandParsing
import TextForms

extension CommandContext {
  /// Finds the device that an operand names.
  ///
  /// - Parameter orNone: whether `this` may name a machine that has written nothing yet, for which there
  ///   is no device.
  func device(in library: PhotoLibrary, orNone: Bool = false) async throws -> Device? {
    let name = try parsed.operandText("DEVICE") ?? ""
    do throws(AlbumenError) {
      let device = try await library.findDevice(name)
      given.note(device.log.description, name)
      return device
    } catch {
      if orNone, name == PhotoLibrary.thisDevice, error.code == .notFound { return nil }
      throw error
    }
  }
}

extension OperandSpec {
  /// A device of the library.
  static let device = OperandSpec(
    "DEVICE", kind: .listed("devices"),
    summary: "its name, the start of its log's id, or this for this machine")
}

extension Wording {
  /// The start of a log's id, as people type it.
  static func short(_ id: LogID) -> String { String(id.description.prefix(8)) }

  /// What a device is called; nil for this machine before it has written.
  static func device(_ device: Device?) -> String {
    guard let device else { return "this machine" }
    return device.name.map { quoted($0) } ?? "device \(short(device.log))"
  }

  /// The operations behind one up to another: `operations 6 to 9`.
  static func missing(_ here: UInt64, _ needed: UInt64) -> String {
    needed == here + 1 ? "operation \(needed)" : "operations \(here + 1) to \(needed)"
  }
}
