/// Knows what links in the album view say, and what they lead to.
package struct ViewLinks: Sendable {
  /// The name of the view's directory in the root.
  package let view: [UInt8]
  /// The absolute path of the root.
  package let root: [UInt8]
  /// What stands there where nothing is recorded; what is made from now on may be something else.
  package let form: ViewLinkForm

  package init(view: [UInt8], root: [UInt8], form: ViewLinkForm = .sym) {
    self.view = view
    self.root = root
    self.form = form
  }

  /// What a link says that is `depth` directories below the view's own and leads to a file of the root.
  package static func text(depth: Int, target: [UInt8]) -> [UInt8] {
    Array(repeatElement(Array("../".utf8), count: depth + 1).joined()) + target
  }

  /// What a link leads to, relative to the root; nil where that is not in it.
  ///
  /// - Parameters:
  ///   - directory: the names from the view's own directory to that of the link.
  ///   - inView: whether what leads into the view counts, too: it may be a photo that was left there.
  package func target(
    of text: [UInt8], in directory: [[UInt8]], orInView inView: Bool = false
  ) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    var names: [[UInt8]]
    if text.first == slash {
      guard text.starts(with: root + [slash]) else { return nil }
      names = []
    } else {
      names = [view] + directory
    }
    for name in text.dropFirst(text.first == slash ? root.count : 0).split(separator: slash) {
      if name.elementsEqual(".".utf8) { continue }
      if name.elementsEqual("..".utf8) {
        guard names.popLast() != nil else { return nil }
      } else {
        names.append(Array(name))
      }
    }
    return names.isEmpty || (names[0] == view && !inView) ? nil : ViewBase.join(names)
  }
}
