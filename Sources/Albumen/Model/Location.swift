import MediaKit

/// Is a place on the earth, in decimal degrees (WGS 84).
public struct Location: Sendable, Hashable {
  /// Degrees north of the equator, -90 to 90, to seven decimals.
  public let latitude: Double
  /// Degrees east of Greenwich, -180 to 180, to seven decimals.
  public let longitude: Double

  /// Takes a place, rounded to seven decimals (a centimetre); nil where it is none on the earth.
  ///
  /// Zero and zero, in the sea off Africa, is what receivers write that know no place: nil too.
  public init?(latitude: Double, longitude: Double) {
    guard let place = Coordinates(latitude: latitude, longitude: longitude) else { return nil }
    self.latitude = place.latitude
    self.longitude = place.longitude
  }
}
