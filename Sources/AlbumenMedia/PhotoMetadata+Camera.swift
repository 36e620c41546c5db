import MediaKit

extension PhotoMetadata {
  /// The maker of the camera.
  var maker: String? {
    text("Exif.Image.Make") ?? text("Exif.PanasonicRaw.Make") ?? text("Xmp.tiff.Make")
  }

  /// The model of the camera.
  var model: String? {
    text("Exif.Image.Model") ?? text("Exif.PanasonicRaw.Model") ?? text("Xmp.tiff.Model")
  }

  /// Where the picture was taken.
  var place: Coordinates? {
    if let latitude = text("Exif.GPSInfo.GPSLatitude"),
      let north = text("Exif.GPSInfo.GPSLatitudeRef"),
      let longitude = text("Exif.GPSInfo.GPSLongitude"),
      let east = text("Exif.GPSInfo.GPSLongitudeRef"),
      let place = Coordinates(exifLatitude: latitude, north, longitude: longitude, east)
    {
      return place
    }
    guard let latitude = text("Xmp.exif.GPSLatitude"),
      let longitude = text("Xmp.exif.GPSLongitude")
    else { return nil }
    return Coordinates(xmpLatitude: latitude, longitude: longitude)
  }
}
