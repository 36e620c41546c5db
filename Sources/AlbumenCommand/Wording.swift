import Albumen
import Platform
import TextForms

/// Words numbers, names and times for people.
enum Wording {
  /// A number with what it counts: `1 album`, `3 albums`.
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }

  /// A number of assets: `1 photo or video`, `3 photos and videos`.
  static func assets(_ number: Int) -> String {
    count(number, "photo or video", "photos and videos")
  }

  /// A title in quotation marks.
  static func quoted(_ title: String) -> String {
    "\"\(TextForm.printable(title))\""
  }

  /// Tags in quotation marks: `"water", "summer"`.
  static func tags(_ tags: [String]) -> String {
    tags.map { quoted($0) }.joined(separator: ", ")
  }

  /// Words one after the other: `title, caption and rating`.
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// A place on the earth: `47.3769 N, 8.5417 E`.
  static func location(_ place: Location) -> String {
    let north = place.latitude < 0 ? "S" : "N"
    let east = place.longitude < 0 ? "W" : "E"
    return "\(degrees(place.latitude)) \(north), \(degrees(place.longitude)) \(east)"
  }

  /// Degrees to seven decimals, as few as it takes, without a sign.
  private static func degrees(_ angle: Double) -> String {
    let units = Int64((abs(angle) * 1e7).rounded())
    var decimals = String(units % 10_000_000)
    decimals = String(repeating: "0", count: 7 - decimals.count) + decimals
    while decimals.last == "0" { decimals.removeLast() }
    return "\(units / 10_000_000)" + (decimals.isEmpty ? "" : "." + decimals)
  }

  /// A number of bytes: `812 B`, `3.4 KB`, `1.2 GB`; thousands, as file managers count.
  static func bytes(_ count: Int64) -> String {
    if count < 1000 { return "\(count) B" }
    var value = Double(count)
    var unit = 0
    while value >= 999.5, unit < 5 {
      value /= 1000
      unit += 1
    }
    let name = ["B", "KB", "MB", "GB", "TB", "PB"][unit]
    if value >= 9.95 { return "\(Int(value.rounded())) \(name)" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(name)"
  }

  /// A span of time in its largest unit: `40 s`, `3 min`, `2 h`.
  static func duration(seconds: Double) -> String {
    guard seconds.isFinite, seconds < 360_000 else { return "more than 100 h" }
    if seconds < 100 { return "\(Int(seconds.rounded())) s" }
    if seconds < 6000 { return "\(Int((seconds / 60).rounded())) min" }
    return "\(Int((seconds / 3600).rounded())) h"
  }

  /// How long a video plays: `0:07`, `1:02:03`.
  static func playingTime(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "?" }
    let whole = Int(seconds.rounded())
    let minutes = whole / 60 % 60
    return whole < 3600
      ? "\(minutes):\(twoDigits(whole % 60))"
      : "\(whole / 3600):\(twoDigits(minutes)):\(twoDigits(whole % 60))"
  }

  /// A moment in the machine's zone: `2026-05-03 12:00`.
  static func moment(milliseconds: Int64) -> String {
    guard let time = LocalTime(seconds: Int64((Double(milliseconds) / 1000).rounded(.down)))
    else { return "?" }
    return "\(time.date) \(twoDigits(time.hour)):\(twoDigits(time.minute))"
  }

  /// A moment in the machine's zone, to the second: `2026-05-03 12:00:05`.
  static func clock(milliseconds: Int64) -> String {
    let seconds = Int64((Double(milliseconds) / 1000).rounded(.down))
    guard let time = LocalTime(seconds: seconds) else { return "?" }
    return "\(time.date) \(time.timeOfDay)"
  }

  /// How an asset stands: `in the roll`.
  static func status(_ status: AssetStatus) -> String {
    switch status {
    case .alive: "in the roll"
    case .trashed: "in the trash"
    case .purged: "purged"
    }
  }

  /// When an asset was taken, without seconds and zone; empty where that is not known.
  static func captured(_ asset: Asset) -> String {
    guard let captured = asset.captured else { return "" }
    // A time that is only the file's is marked as such.
    return (asset.isCapturedFromFile ? "~" : "")
      + TextForm.printable(String(captured.prefix(16)))
      .split(separator: "T", maxSplits: 1).joined(separator: " ")
  }

  /// What a part is to its whole.
  static func role(_ part: Asset) -> String {
    switch part.role {
    case .pairedVideo: "its video"
    case .raw: "its raw file"
    case .sidecar: "its sidecar"
    case .edited: "an edited version"
    case nil: "a part"
    }
  }

  /// What an asset is called: where its file is, else where that was recorded, else the name it came
  /// with, else the start of its id; one that has no file here is marked.
  static func name(_ asset: Asset) -> String {
    if let file = asset.file { return file.display }
    let name = asset.path ?? asset.filename ?? String(asset.id.description.prefix(12))
    return TextForm.printable(name) + " (not here)"
  }

  /// The start of an id, as people type it.
  static func short(_ id: AlbumID) -> String { "@\(id.description.prefix(8))" }

  /// The start of an id, as people type it.
  static func short(_ id: AssetID) -> String { String(id.description.prefix(8)) }

  /// A transaction's name with its log's shortened.
  static func short(_ id: Dot) -> String { "\(id.log.description.prefix(8)):\(id.seq)" }

  static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
