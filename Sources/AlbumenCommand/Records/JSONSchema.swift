/// Names the form of a JSON record (docs/formats/json.md); a number goes up when a member goes away
/// or changes its meaning, not when one is added.
enum JSONSchema: String, CaseIterable {
  case asset = "albumen.asset/1"
  case album = "albumen.album/1"
  case change = "albumen.change/1"
  case export = "albumen.export/1"
  case importedFile = "albumen.import/1"
  case library = "albumen.library/1"
  case replay = "albumen.replay/1"
  case scan = "albumen.scan/1"
  case status = "albumen.status/1"
  case transaction = "albumen.transaction/1"
  case verify = "albumen.verify/1"
  case view = "albumen.view/1"
  case version = "albumen.version/1"
  case watch = "albumen.watch/1"
}
