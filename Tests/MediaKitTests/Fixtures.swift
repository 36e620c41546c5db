import Foundation
import MediaKit
import Platform
import TestSupport

/// What is known about one file of `Fixtures/camera`, from other programs than this.
struct ExpectedFile: Decodable, Equatable {
  var type: String?
  var width: Int?
  var height: Int?
  var captured: String?
  var duration: Double?
  var contentIdentifier: String?
  var camera: String?
  var cameraMaker: String?
  var cameraModel: String?
  var latitude: Double?
  var longitude: Double?
  var orientation: Int?
  var rating: Int?
  var keywords: [String]?
  var title: String?
  var caption: String?
  var burstIdentifier: String?
}

extension ExpectedFile {
  /// What a record says, in the same terms.
  init(_ record: MediaRecord) {
    type = record.type?.name
    width = record.width
    height = record.height
    captured = record.captured
    duration = record.duration
    contentIdentifier = record.contentIdentifier
    camera = record.camera
    cameraMaker = record.cameraMaker
    cameraModel = record.cameraModel
    latitude = record.latitude
    longitude = record.longitude
    orientation = record.orientation
    rating = record.rating
    keywords = record.keywords.isEmpty ? nil : record.keywords
    title = record.title
    caption = record.caption
    burstIdentifier = record.burstIdentifier
  }
}

/// The photos and videos in the repository.
enum Fixtures {
  private static let here: Path = #filePath
  private static let root = here.parent.parent.parent / "Fixtures"

  static let camera = root / "camera"

  static func path(_ name: String) throws -> Path {
    guard let name = Path(name) else { throw TestFailure("not a name: \(name)") }
    return camera / name
  }

  /// All files, in the order of their names, with what is expected of them.
  static func expected() throws -> [(name: String, file: ExpectedFile)] {
    let data = Data(try readFile(root / "camera.expected.json"))
    return try JSONDecoder().decode([String: ExpectedFile].self, from: data)
      .map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// All sidecars, in the order of their names, with what is expected of them.
  static func expectedSidecars() throws -> [(name: String, file: ExpectedFile)] {
    struct Entry: Decodable {
      var sidecar: ExpectedFile?
    }
    let data = Data(try readFile(root / "camera.expected.json"))
    return try JSONDecoder().decode([String: Entry].self, from: data)
      .compactMap { name, entry in entry.sidecar.map { (name, $0) } }.sorted { $0.0 < $1.0 }
  }

  /// A reader that uses the real helper.
  static func reader(workers: Int = 2, timeLimit: Duration = hangLimit) throws -> MediaReader {
    MediaReader(
      helper: try builtExecutable("albumen-media"), workers: workers, timeLimit: timeLimit)
  }
}
