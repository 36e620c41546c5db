import Operations

/// Is something that a person says of a photo or video; nil takes back what was said, and what its
/// file said.
public enum AssetEdit: Sendable, Equatable {
  /// A short name, one line of at most 1,024 bytes.
  case title(String?)
  /// A description, in lines, of at most 65,536 bytes.
  case caption(String?)
  /// Stars, 0 to 5.
  case rating(Int?)
  /// Whether it is one of the best.
  case favorite(Bool?)
  /// Whether it is kept out of sight; its parts are, too.
  case hidden(Bool?)
  /// When it was taken.
  case captured(CapturedTime?)
  /// Where it was taken.
  case location(Location?)
}

extension AssetEdit {
  /// The fields that it sets, with null for one that it clears.
  ///
  /// - Throws: `.invalid` for a text or a number that an asset cannot have.
  var settings: [(field: FieldName, value: Value)] {
    get throws(AlbumenError) {
      switch self {
      case .title(let title?):
        let longest = WrittenText.longestTitle
        return [
          (.title, .text(try WrittenText.checkedLine(title, "a title", longest: longest)))
        ]
      case .caption(let caption?):
        let longest = WrittenText.longestCaption
        return [
          (.caption, .text(try WrittenText.checkedLines(caption, "a caption", longest: longest)))
        ]
      case .rating(let stars?):
        guard (0...5).contains(stars) else {
          throw AlbumenError(.invalid, "a rating is 0 to 5 stars", subject: "\(stars)")
        }
        return [(.rating, .int(Int64(stars)))]
      case .favorite(let isFavorite?): return [(.favorite, .bool(isFavorite))]
      case .hidden(let isHidden?): return [(.hidden, .bool(isHidden))]
      case .captured(let time?): return [(.captured, .text("\(time)"))]
      case .location(let place?):
        return [(.latitude, .double(place.latitude)), (.longitude, .double(place.longitude))]
      case .title(nil): return [(.title, .null)]
      case .caption(nil): return [(.caption, .null)]
      case .rating(nil): return [(.rating, .null)]
      case .favorite(nil): return [(.favorite, .null)]
      case .hidden(nil): return [(.hidden, .null)]
      case .captured(nil): return [(.captured, .null)]
      case .location(nil): return [(.latitude, .null), (.longitude, .null)]
      }
    }
  }
}
