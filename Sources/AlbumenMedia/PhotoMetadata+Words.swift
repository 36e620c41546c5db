import MediaKit

extension PhotoMetadata {
  /// Stars, 0 to 5; nil also for a rejected picture.
  var rating: Int? {
    if let stars = text("Xmp.xmp.Rating").flatMap({ Double($0) }) { return Self.stars(stars) }
    if let stars = number("Exif.Image.Rating") { return Self.stars(Double(stars)) }
    let percent = number("Xmp.MicrosoftPhoto.Rating") ?? number("Exif.Image.RatingPercent")
    return percent.flatMap { Self.stars(percent: $0) }
  }

  private static func stars(_ stars: Double) -> Int? {
    (0...5).contains(stars) ? Int(stars.rounded()) : nil
  }

  /// Windows writes 1, 25, 50, 75 and 99 for one to five stars.
  private static func stars(percent: Int) -> Int? {
    switch percent {
    case 0: 0
    case 1...100: (percent + 37) / 25
    default: nil
    }
  }

  /// The words given to the picture, from the first place that has any.
  var keywords: [String] {
    var words = texts("Xmp.dc.subject")
    if words.isEmpty { words = texts("Iptc.Application2.Keywords") }
    if words.isEmpty, let list = wideText("Exif.Image.XPKeywords") {
      words = list.split(separator: ";").compactMap { DescriptiveText.trimmed(String($0)) }
    }
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }

  /// The short name of the picture.
  var title: String? {
    localised("Xmp.dc.title") ?? texts("Iptc.Application2.ObjectName").first
      ?? wideText("Exif.Image.XPTitle")
  }

  /// What a person wrote about the picture.
  var caption: String? {
    func written(_ text: String?) -> String? {
      guard let text else { return nil }
      return DescriptiveText.caption(text, maker: maker, model: model)
    }
    return written(localised("Xmp.dc.description"))
      ?? written(texts("Iptc.Application2.Caption").first)
      ?? written(text("Exif.Image.ImageDescription"))
      ?? written(wideText("Exif.Image.XPComment"))
  }

  /// A text in the language that the file has for everybody, else in its first one.
  ///
  /// exiv2 gives `lang="x-default" …, lang="de" …`, that for everybody first.
  private func localised(_ tag: String) -> String? {
    guard let all = text(tag), all.hasPrefix("lang=\""),
      let start = all.firstRange(of: "\" ")?.upperBound
    else { return text(tag) }
    let rest = all[start...]
    let end = rest.firstRange(of: ", lang=\"")?.lowerBound ?? rest.endIndex
    return DescriptiveText.trimmed(String(rest[..<end]))
  }
}
