/// Makes one name of a camera's maker and model.
enum CameraName {
  /// Joins the two by a space, or leaves the maker out where the model starts with its first word.
  static func join(maker: String?, model: String?) -> String? {
    let maker = trim(maker ?? "")
    let model = trim(model ?? "")
    guard let word = maker.split(separator: " ").first else { return model.isEmpty ? nil : model }
    if model.isEmpty { return maker }
    return model.lowercased().hasPrefix(word.lowercased()) ? model : maker + " " + model
  }

  private static func trim(_ text: String) -> String {
    guard let start = text.firstIndex(where: { !$0.isWhitespace }),
      let end = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[start...end])
  }
}
