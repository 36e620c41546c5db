/// Is the EXIF of a made photo: when, where and with what it was taken.
struct PhotoMetadataBlock {
  /// When it was taken, by its camera's clock.
  let taken: PhotoTime
  let make: String
  let model: String
  /// 1 to 8.
  let orientation: UInt16
  /// Minutes of arc north of the equator and east of Greenwich.
  let place: (north: Int, east: Int)?
  /// Its pixels.
  let size: (width: Int, height: Int)
  /// What makes it different from all others.
  let number: Int

  private static let cameras = [
    ("Apple", "iPhone 13 mini"), ("Canon", "Canon EOS R6"), ("SONY", "ILCE-7M3"),
    ("Google", "Pixel 7"), ("FUJIFILM", "X-T30"),
  ]
  private static let orientations: [UInt16] = [1, 1, 1, 1, 6, 8]

  /// Makes up the metadata of the photo of a number.
  init(number: Int, _ kind: PhotoMaker.Kind, using generator: inout SplitMix) {
    self.number = number
    taken = PhotoTime(using: &generator)
    (make, model) = Self.cameras[Int(generator.next() % UInt64(Self.cameras.count))]
    orientation = Self.orientations[Int(generator.next() % UInt64(Self.orientations.count))]
    let isPlaced = generator.next() % 10 < 7
    let north = Int(generator.next() % 7_000) - 3_500
    let east = Int(generator.next() % 21_000) - 10_500
    place = isPlaced ? (north, east) : nil
    size = (kind.width, kind.height)
  }

  /// The APP1 segment (Exif 2.32, 4.5).
  var segment: [UInt8] {
    let block = Array("Exif\0\0".utf8) + tiff
    let length = UInt16(block.count + 2)
    return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + block
  }

  private var tiff: [UInt8] {
    var photo = ExifDirectory()
    photo.add(0x9000, bytes: Array("0232".utf8))
    photo.add(0x9003, text: taken.exif)
    photo.add(0x9004, text: taken.exif)
    photo.add(0x9011, text: taken.offset)
    photo.add(0x9291, text: taken.fraction)
    photo.add(0xA002, long: UInt32(size.width))
    photo.add(0xA003, long: UInt32(size.height))
    photo.add(0xA420, text: String(repeating: "0", count: 24) + "\(10_000_000 + number)")
    var image = ExifDirectory()
    image.add(0x010F, text: make)
    image.add(0x0110, text: model)
    image.add(0x0112, short: orientation)
    image.add(0x0131, text: "albumen-bench")
    image.add(0x0132, text: taken.exif)
    image.add(0x8769, long: 0)
    if place != nil { image.add(0x8825, long: 0) }
    let photoStart = 8 + image.byteCount
    let placeStart = photoStart + photo.byteCount
    image.add(0x8769, long: UInt32(photoStart))
    if place != nil { image.add(0x8825, long: UInt32(placeStart)) }
    var bytes = Array("II*\0".utf8) + ExifDirectory.littleEndian(UInt32(8))
    bytes += image.encoded(at: 8)
    bytes += photo.encoded(at: photoStart)
    if let place { bytes += Self.directory(of: place).encoded(at: placeStart) }
    return bytes
  }

  private static func directory(of place: (north: Int, east: Int)) -> ExifDirectory {
    func arc(_ minutes: Int) -> [(UInt32, UInt32)] {
      [(UInt32(minutes.magnitude / 60), 1), (UInt32(minutes.magnitude % 60), 1), (1234, 100)]
    }
    var directory = ExifDirectory()
    directory.add(0x0001, text: place.north < 0 ? "S" : "N")
    directory.add(0x0002, ratios: arc(place.north))
    directory.add(0x0003, text: place.east < 0 ? "W" : "E")
    directory.add(0x0004, ratios: arc(place.east))
    return directory
  }
}

/// Is a moment between 2014 and 2025, as cameras write it.
struct PhotoTime {
  let year: Int
  let month: Int
  /// `2021:05:17 12:04:55`.
  let exif: String
  /// `+02:00`.
  let offset: String
  /// Thousandths of a second.
  let fraction: String

  private static let offsets = ["+00:00", "+02:00", "-07:00", "+05:45"]

  init(using generator: inout SplitMix) {
    func number(below end: Int) -> Int { Int(generator.next() % UInt64(end)) }
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    year = 2014 + number(below: 12)
    month = 1 + number(below: 12)
    let day = 1 + number(below: 28)
    let time = number(below: 86_400)
    exif =
      "\(year):\(padded(month)):\(padded(day)) "
      + "\(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60))"
    offset = Self.offsets[number(below: Self.offsets.count)]
    fraction = padded(number(below: 1000), 3)
  }
}
