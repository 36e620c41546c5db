import Hashing
import MediaKit
import Platform
import TestSupport
import Testing

@testable import AlbumenBench

/// Made photos are photos, and all different.
@Suite struct PhotoMakerTests {
  @Test(arguments: [PhotoMaker.Kind.tiny, .small])
  func photosAreWholeAndDiffer(_ kind: PhotoMaker.Kind) throws {
    var maker = PhotoMaker(kind, seed: 3)
    var generator = SplitMix(state: 3)
    var digests: Set<[UInt64]> = []
    for number in 0..<20 {
      let photo = maker.next(PhotoMetadataBlock(number: number, kind, using: &generator))
      #expect(MediaType.sniff(Array(photo.prefix(MediaType.sniffLength))) == .jpeg)
      let words = SHA256.hash(photo).words
      digests.insert([words.0, words.1, words.2, words.3])
    }
    #expect(digests.count == 20)
  }

  @Test func sizesAreWhatTheirNamesSay() {
    func size(_ kind: PhotoMaker.Kind) -> Int {
      var maker = PhotoMaker(kind, seed: 5)
      var generator = SplitMix(state: 5)
      return maker.next(PhotoMetadataBlock(number: 0, kind, using: &generator)).count
    }
    #expect((1_000...2_000).contains(size(.tiny)))
    #expect((70_000...82_000).contains(size(.small)))
    #expect((2_800_000...3_300_000).contains(size(.big)))
  }

  @Test func theHelperReadsAllThatWasMadeUp() async throws {
    try await withTemporaryDirectory { place in
      var generator = SplitMix(state: 9)
      var maker = PhotoMaker(.small, seed: 9)
      let metadata = (0..<12).map { PhotoMetadataBlock(number: $0, .small, using: &generator) }
      let paths = try metadata.map { block in
        let path = place / (Path("\(block.number).jpg") ?? Path())
        try writeFile(path, bytes: maker.next(block))
        return path
      }
      let reader = MediaReader(helper: try builtExecutable("albumen-media"), workers: 1)
      let records = try await reader.read(paths)
      await reader.close()
      for (block, record) in zip(metadata, records) {
        let isTurned = block.orientation > 4
        #expect(record.width == (isTurned ? block.size.height : block.size.width))
        #expect(record.captured?.hasPrefix(String(block.taken.year)) == true)
        #expect(record.captured?.contains(".\(block.taken.fraction)") == true)
        #expect(record.cameraModel == block.model)
        #expect((record.latitude != nil) == (block.place != nil))
      }
    }
  }
}
