import CHeif
import MediaKit

/// Reads the size of the primary picture in a HEIF file, without decoding it.
enum HEIFImage {
  /// The size after the file's own rotations and crops; nil if libheif cannot read the file.
  static func size(_ file: borrowing MediaFile) -> ImageHeader.Size? {
    guard let context = heif_context_alloc() else { return nil }
    defer { heif_context_free(context) }
    guard heif_context_read_from_file(context, file.alias, nil).code == heif_error_Ok else {
      return nil
    }
    var handle: OpaquePointer?
    guard heif_context_get_primary_image_handle(context, &handle).code == heif_error_Ok,
      let handle
    else { return nil }
    defer { heif_image_handle_release(handle) }
    return ImageHeader.Size(
      Int(heif_image_handle_get_width(handle)), Int(heif_image_handle_get_height(handle)))
  }
}
