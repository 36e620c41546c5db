/// Says what a part is to its whole, as the field `role` spells it.
public enum PartRole: String, Sendable, CaseIterable {
  /// The video of a Live Photo or motion photo.
  case pairedVideo
  /// What the camera's sensor saw, of which the whole is the picture.
  case raw
  /// What another program says of it.
  case sidecar
  /// A version that somebody has made of it.
  case edited
}
