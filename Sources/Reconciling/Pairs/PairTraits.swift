package import Operations

/// Is what a photo or video shows that tells which others it belongs together with.
package struct PairTraits: Sendable, Equatable {
  /// What it can be to others.
  package enum Kind: Sendable {
    /// A photo that can be a whole: JPEG, and HEIF of any kind.
    case still
    /// What a sensor saw.
    case raw
    /// A video in a container that phones write beside photos.
    case movie
  }

  /// Nil for what belongs to no others.
  package let kind: Kind?
  /// What the photo and the video of one Live Photo share, as written.
  package let identifier: String?
  /// When its file says that it was taken; nil where it does not say.
  package let captured: String?
  /// How long it plays, in seconds.
  package let duration: Double?

  package init(
    kind: Kind?, identifier: String? = nil, captured: String? = nil, duration: Double? = nil
  ) {
    self.kind = kind
    self.identifier = identifier
    self.captured = captured
    self.duration = duration
  }

  /// Takes what an asset's fields say.
  ///
  /// - Parameters:
  ///   - value: gives a field's value.
  ///   - captured: the capture time that the file itself gave; nil where it gave none.
  package init(captured: String?, _ value: (FieldName) -> Value?) {
    let identifier = value(.contentIdentifier)?.text
    let duration: Double? =
      switch value(.duration) {
      case .double(let seconds)?: seconds
      case .int(let seconds)?: Double(seconds)
      default: nil
      }
    self.init(
      kind: value(.type)?.text.flatMap { Self.kind(ofType: $0) },
      identifier: identifier?.isEmpty == false ? identifier : nil, captured: captured,
      duration: duration)
  }

  /// What a file of a media type can be to others.
  private static func kind(ofType type: String) -> Kind? {
    switch type {
    case "image/jpeg", "image/heic", "image/heic-sequence", "image/heif", "image/heif-sequence":
      .still
    case "image/x-adobe-dng", "image/x-canon-cr2", "image/x-canon-cr3", "image/x-nikon-nef",
      "image/x-sony-arw", "image/x-fujifilm-raf", "image/x-panasonic-rw2", "image/x-olympus-orf":
      .raw
    case "video/quicktime", "video/mp4", "video/x-m4v": .movie
    default: nil
    }
  }
}

/// Is an asset as the search for pairs sees it.
package struct PairAsset: Sendable, Equatable {
  package let id: AssetID
  package let traits: PairTraits
  /// What it is said to be part of, alive or not.
  package let whole: AssetID?
  /// Whether a person has said what it is part of, or that it is part of nothing: then that holds.
  package let isDecided: Bool
  /// Whether it is in the roll: nothing is concluded of what is not.
  package var isAlive: Bool

  package init(
    id: AssetID, traits: PairTraits, whole: AssetID? = nil, isDecided: Bool = false,
    isAlive: Bool = true
  ) {
    self.id = id
    self.isAlive = isAlive
    self.traits = traits
    self.whole = whole
    self.isDecided = isDecided
  }
}
