/// Histories of devices that are not there, as JSON Lines.
enum Histories {
  static let laptop = String(repeating: "a1", count: 16)
  static let phone = String(repeating: "b2", count: 16)
  static let tablet = String(repeating: "c3", count: 16)
  static let album = String(repeating: "0d", count: 16)

  /// The laptop makes an album; both rename it, neither having seen the other's.
  static let twoTitles = [
    line(
      laptop, 1, hlc: 1, [:],
      #"{"kind":"log.set","log":"\#(laptop)","field":"name","value":"laptop"},"#
        + #"{"kind":"album.create","album":"\#(album)","title":"Rome","type":"album"}"#),
    line(
      laptop, 3, hlc: 4, [:],
      #"{"kind":"album.set","album":"\#(album)","field":"title","value":"Roma"}"#),
    line(
      phone, 1, hlc: 3, [laptop: 2],
      #"{"kind":"log.set","log":"\#(phone)","field":"name","value":"phone"},"#
        + #"{"kind":"album.set","album":"\#(album)","field":"title","value":"Rom"}"#),
  ].joined()

  /// What the tablet did after it had seen something of the phone that is not in `twoTitles`.
  static let afterLostPhone = line(
    tablet, 1, hlc: 9, [laptop: 3, phone: 4],
    #"{"kind":"log.set","log":"\#(tablet)","field":"name","value":"tablet"},"#
      + #"{"kind":"album.create","album":"\#(String(repeating: "0e", count: 16))","title":"Oslo","#
      + #""type":"album"}"#)

  private static func line(
    _ log: String, _ seq: Int, hlc: Int, _ context: [String: Int], _ operations: String
  ) -> String {
    let seen = context.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }
    // 3 May 2026, so many minutes past noon, UTC.
    let wall = 1_777_809_600_000 + hlc * 60_000
    let time = String(wall << 16, radix: 16)
    let padded = String(repeating: "0", count: 16 - time.utf8.count) + time
    return
      #"{"log":"\#(log)","seq":\#(seq),"hlc":"\#(padded)","context":{\#(seen.joined(separator: ","))},"#
      + #""wall":\#(wall),"origin":"command","label":"Act \#(hlc)","ops":[\#(operations)]}"# + "\n"
  }
}
