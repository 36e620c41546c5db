/// A place on the earth in decimal degrees (WGS 84), a possible one.
package struct Coordinates: Sendable, Hashable {
  /// Degrees north of the equator, -90 to 90.
  package let latitude: Double
  /// Degrees east of Greenwich, -180 to 180.
  package let longitude: Double

  /// Takes two angles, rounded to 7 decimals (1 cm); nil unless they are in their ranges.
  ///
  /// Zero and zero, in the sea off Africa, is what receivers write that have no fix: nil too.
  package init?(latitude: Double, longitude: Double) {
    guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    self.latitude = Self.round(latitude)
    self.longitude = Self.round(longitude)
    if self.latitude == 0, self.longitude == 0 { return nil }
  }

  /// Reads EXIF's four tags (EXIF 2.31, 4.6.6): rationals such as `47/1 22/1 3684/100`, and `N` or
  /// `S`, `E` or `W`.
  ///
  /// Without a direction an angle means nothing: nil.
  package init?(
    exifLatitude latitude: String, _ north: String, longitude: String, _ east: String
  ) {
    guard let latitudeSign = Self.sign(north, "N", "S"),
      let longitudeSign = Self.sign(east, "E", "W"),
      let latitude = Self.angle(latitude.split(separator: " ").map { Self.rational($0) }),
      let longitude = Self.angle(longitude.split(separator: " ").map { Self.rational($0) })
    else { return nil }
    self.init(latitude: latitudeSign * latitude, longitude: longitudeSign * longitude)
  }

  /// Reads XMP's two properties: `47,22.614N` or `47,22,36.84N` (XMP specification, part 2, 3.3).
  package init?(xmpLatitude latitude: String, longitude: String) {
    guard let latitude = Self.xmpAngle(latitude, "N", "S"),
      let longitude = Self.xmpAngle(longitude, "E", "W")
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// Reads ISO 6709, annex H, as in videos: `+47.3769+008.5417+408/`, with degrees alone, with
  /// minutes (`+4722.614`), or with seconds too (`+472236.84`).
  ///
  /// The zeros in front of degrees may be missing, as some phones write it.
  package init?(iso6709 text: String) {
    var parts: [Substring] = []
    var rest = text[...]
    while let first = rest.first, first == "+" || first == "-", parts.count < 2 {
      let end = rest.dropFirst().firstIndex { !("0"..."9").contains($0) && $0 != "." }
      parts.append(rest[..<(end ?? rest.endIndex)])
      rest = rest[(end ?? rest.endIndex)...]
    }
    guard parts.count == 2, let latitude = Self.isoAngle(parts[0], degrees: 2),
      let longitude = Self.isoAngle(parts[1], degrees: 3)
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  private static func round(_ angle: Double) -> Double {
    // Adding zero makes -0 plain.
    (angle * 1e7).rounded() / 1e7 + 0
  }

  private static func sign(_ text: String, _ plus: Character, _ minus: Character) -> Double? {
    switch text.first {
    case plus: 1
    case minus: -1
    default: nil
    }
  }

  /// Degrees, then minutes and seconds if known; a part that is there must be in its range.
  private static func angle(_ parts: [Double?]) -> Double? {
    guard (1...3).contains(parts.count), let degrees = parts[0], degrees >= 0 else { return nil }
    var angle = degrees
    for (part, unit) in zip(parts.dropFirst(), [60.0, 3600]) {
      // Receivers write 0/0 for what the part before says as a fraction.
      guard let part else { continue }
      guard part >= 0, part < 60.000_001 else { return nil }
      angle += part / unit
    }
    return angle
  }

  private static func rational(_ text: Substring) -> Double? {
    let parts = text.split(separator: "/", maxSplits: 1)
    guard let first = parts.first, let numerator = Double(first) else { return nil }
    guard parts.count == 2 else { return numerator }
    guard let denominator = Double(parts[1]), denominator != 0 else { return nil }
    return numerator / denominator
  }

  private static func xmpAngle(
    _ text: String, _ plus: Character, _ minus: Character
  ) -> Double? {
    guard let last = text.last, let sign = sign(String(last), plus, minus) else { return nil }
    let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.map { Double($0) }
    guard !numbers.contains(nil), let angle = angle(numbers) else { return nil }
    return sign * angle
  }

  private static func isoAngle(_ text: Substring, degrees: Int) -> Double? {
    let digits = text.dropFirst()
    let whole = digits.prefix { $0 != "." }
    guard !whole.isEmpty, whole.count <= degrees + 4, let number = Double(digits) else {
      return nil
    }
    let parts: [Double?]
    switch whole.count - degrees {
    case ...0: parts = [number]
    case 1, 2: parts = [(number / 100).rounded(.down), number.truncatingRemainder(dividingBy: 100)]
    default:
      let minutes = (number / 100).rounded(.down)
      parts = [
        (minutes / 100).rounded(.down), minutes.truncatingRemainder(dividingBy: 100),
        number.truncatingRemainder(dividingBy: 100),
      ]
    }
    return angle(parts).map { text.first == "-" ? -$0 : $0 }
  }
}
