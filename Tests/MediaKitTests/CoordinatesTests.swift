import MediaKit
import TestSupport
import Testing

@Suite struct CoordinatesTests {
  private func place(_ coordinates: Coordinates?) -> [Double]? {
    coordinates.map { [$0.latitude, $0.longitude] }
  }

  @Test(
    arguments: [
      ("47/1 22/1 3684/100", "N", "8/1 32/1 3012/100", "E", [47.3769, 8.5417]),
      ("47/1 22614/1000 0/1", "N", "8/1 32502/1000 0/1", "E", [47.3769, 8.5417]),
      ("33868800/1000000", "South", "151/1 12/1 33/1", "W", [-33.8688, -151.2091667]),
      ("47/1 22/1 0/0", "N", "8/1 0/0 0/0", "E", [47.3666667, 8]),
      ("90/1", "S", "180/1", "E", [-90, 180]), ("0/1", "N", "5/1", "E", [0, 5]),
      ("90/1 0/1 1/1", "N", "8/1", "E", nil), ("47/0", "N", "8/1", "E", nil),
      ("47/1", "", "8/1", "E", nil), ("47/1", "N", "8/1", "X", nil), ("", "N", "8/1", "E", nil),
      ("47/1 61/1", "N", "8/1", "E", nil), ("-47/1", "N", "8/1", "E", nil),
      ("47/1 1/1 1/1 1/1", "N", "8/1", "E", nil), ("nan", "N", "8/1", "E", nil),
      ("0/1 0/1 0/1", "N", "0/1 0/1 0/1", "E", nil), ("181/1", "N", "8/1", "E", nil),
    ] as [(String, String, String, String, [Double]?)])
  func tagsOfEXIF(
    _ latitude: String, _ north: String, _ longitude: String, _ east: String, _ want: [Double]?
  ) {
    let found = Coordinates(exifLatitude: latitude, north, longitude: longitude, east)
    #expect(place(found) == want)
  }

  @Test(
    arguments: [
      ("46,56.880N", "7,26.844E", [46.948, 7.4474]),
      ("33,52,7.68S", "151,12,33.48E", [-33.8688, 151.2093]), ("46N", "7W", [46, -7]),
      ("46,56.880", "7,26.844E", nil), ("46,,1N", "7,26.844E", nil), ("N", "E", nil),
      ("46,56.880E", "7,26.844N", nil), ("46,1,2,3N", "7E", nil), ("", "", nil),
    ] as [(String, String, [Double]?)])
  func propertiesOfXMP(_ latitude: String, _ longitude: String, _ want: [Double]?) {
    #expect(place(Coordinates(xmpLatitude: latitude, longitude: longitude)) == want)
  }

  @Test(
    arguments: [
      ("+47.3769+008.5417/", [47.3769, 8.5417]),
      ("-33.8688+151.2093+012.000/", [-33.8688, 151.2093]),
      ("+37.3349-122.0090+010.000CRSWGS_84/", [37.3349, -122.009]),
      ("+47.3769+8.5417", [47.3769, 8.5417]),
      ("+4722.614+00832.502/", [47.3769, 8.5417]),
      ("+472236.84+0083230.12/", [47.3769, 8.5417]), ("+47-008/", [47, -8]),
      ("+00.0000+000.0000/", nil), ("47.3769,8.5417", nil), ("+47.3769", nil), ("", nil),
      ("+91+008/", nil), ("+47+181/", nil), ("+4761+008/", nil), ("++", nil), ("+.+.", nil),
      ("+47.3.7+008/", nil), ("+47236900000+008/", nil), ("+٤٧+008/", nil),
    ] as [(String, [Double]?)])
  func textsOfVideos(_ text: String, _ want: [Double]?) {
    #expect(place(Coordinates(iso6709: text)) == want)
  }

  @Test func mutatedTextsNeverTrap() {
    var random = SeededGenerator(seed: testSeed())
    let characters = Array("+-.0123456789/ NSEW,")
    for _ in 0..<20_000 {
      let text = String((0..<12).map { _ in characters.randomElement(using: &random) ?? "0" })
      for place in [
        Coordinates(iso6709: text), Coordinates(xmpLatitude: text, longitude: text),
        Coordinates(exifLatitude: text, "N", longitude: text, "E"),
      ] {
        guard let place else { continue }
        #expect(abs(place.latitude) <= 90 && abs(place.longitude) <= 180)
      }
    }
  }
}
