/// Makes one name of a camera's maker and model.
package enum CameraName {
  /// Joins the two by a space, or leaves the maker out where the model starts with its first word.
  package static func join(maker: String?, model: String?) -> String? {
    let maker = maker.flatMap { DescriptiveText.trimmed($0) } ?? ""
    let model = model.flatMap { DescriptiveText.trimmed($0) } ?? ""
    guard let word = maker.split(separator: " ").first else { return model.isEmpty ? nil : model }
    if model.isEmpty { return maker }
    return model.lowercased().hasPrefix(word.lowercased()) ? model : maker + " " + model
  }
}
