/// Tells what a person wrote into a photo from what its camera did.
package enum DescriptiveText {
  /// Removes blanks and NULs at both ends; nil if nothing is left.
  package static func trimmed(_ text: String) -> String? {
    // Nearly all there is: asking for the properties of characters takes longer than all the rest.
    let visible: ClosedRange<UInt8> = 0x21...0x7E
    if let first = text.utf8.first, let last = text.utf8.last, visible ~= first, visible ~= last {
      return text
    }
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || scalar.value == 0
    }
    let scalars = text.unicodeScalars
    guard let start = scalars.firstIndex(where: { !isBlank($0) }),
      let end = scalars.lastIndex(where: { !isBlank($0) })
    else { return nil }
    return String(scalars[start...end])
  }

  /// A description without blanks around; nil if it is one that cameras write into every photo, or
  /// only names the camera.
  package static func caption(_ text: String, maker: String?, model: String?) -> String? {
    guard let text = trimmed(text) else { return nil }
    let plain = text.lowercased()
    if isOfCamera(plain) { return nil }
    let names = [maker, model, CameraName.join(maker: maker, model: model)]
    return names.contains { $0?.lowercased() == plain } ? nil : text
  }

  private static func isOfCamera(_ text: String) -> Bool {
    cameraTexts.contains(text) || text.hasSuffix("digital camera")
      || (text.hasPrefix("<") && text.hasSuffix(">") && text.contains("digimax"))
  }

  /// Defaults that are known from cameras and phones, in lower case.
  private static let cameraTexts: Set<String> = [
    "sony dsc", "samsung", "samsung csc", "exif_jpeg_picture", "exif jpeg", "jpeg", "dcf 1.0",
    "dsc", "digital still camera", "kodak digital still camera", "minolta", "konica minolta",
    "lead technologies inc. v1.01", "created by the gimp", "created with gimp", "applemark",
    "binary comment", "default", "untitled", "title", "image description", "motorola",
    // Modes of phones' cameras.
    "cof", "edf", "dav", "sdr", "hdr", "rhdr", "oznor", "oznorco", "oznorwo", "mde", "ptr", "bty",
    "fbt", "rbt", "nor", "ptrbt", "cof_vivid", "dav_vivid",
  ]
}
