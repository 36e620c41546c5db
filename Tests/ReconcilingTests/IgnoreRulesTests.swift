import Reconciling
import Testing

/// Which names are left alone (docs/design/0004-folder-sync.md, "Ignored").
@Suite struct IgnoreRulesTests {
  @Test(
    "files of programs that are not done, backups and dot-files are left alone",
    arguments: [
      ("IMG_1.jpg.part", IgnoreRules.Reason.temporary),
      ("IMG_1.jpg.crdownload", .temporary), ("x.tmp", .temporary), ("x.bak", .temporary),
      ("IMG_1.jpg_original", .temporary), ("IMG_1.jpg~", .temporary), ("~$photos", .temporary),
      ("IMG_1.jpg.download", .temporary), ("IMG_1.jpg.partial", .temporary),
      (".syncthing.IMG_1.jpg.tmp", .hidden), (".~lock.album.odt#", .hidden),
      (".hidden.jpg", .hidden), (".", .hidden), ("~syncthing~IMG_1.jpg.tmp", .temporary),
      ("IMG_1.JPG.PART", .temporary), ("X.TMP", .temporary), ("X.Bak", .temporary),
      ("IMG_1.JPG_ORIGINAL", .temporary), (".part", .hidden), ("~", .temporary),
    ])
  func ignoredFiles(name: String, reason: IgnoreRules.Reason) {
    #expect(IgnoreRules.reason(forFile: name.utf8) == reason)
  }

  @Test(
    "names that only look alike are taken",
    arguments: [
      "IMG_1.jpg", "part.jpg", "tmp", "bak", "x.tmp.jpg", "sunset_original.jpg", "~x.jpg", "@x.jpg",
      "#recycle", "lost+found", "Albums", "Albums.jpg", "-rf", " .jpg", "a.parts", "x~1.jpg",
    ])
  func takenFiles(name: String) {
    #expect(IgnoreRules.reason(forFile: name.utf8) == nil)
  }

  @Test("an undecodable name is judged by its bytes")
  func undecodable() {
    #expect(IgnoreRules.reason(forFile: [0xFF, 0x2E, 0x6A]) == nil)
    #expect(IgnoreRules.reason(forFile: [0xFF] + Array(".part".utf8)) == .temporary)
    #expect(IgnoreRules.reason(forFile: [UInt8]()) == nil)
  }

  @Test(
    "what file systems and storage boxes keep is left alone, with all that is in it",
    arguments: [
      (".albumen", IgnoreRules.Reason.hidden), (".git", .hidden), (".stversions", .hidden),
      (".Trash-1000", .hidden), ("lost+found", .system), ("@eaDir", .system), ("@", .system),
      ("#recycle", .system), ("$RECYCLE.BIN", .system), ("$Recycle.Bin", .system),
      ("System Volume Information", .system),
    ])
  func ignoredDirectories(name: String, reason: IgnoreRules.Reason) {
    #expect(IgnoreRules.reason(forDirectory: name.utf8) == reason)
  }

  @Test(
    "directories whose names end like temporary files are taken",
    arguments: ["trip.tmp", "old.bak", "x~", "recycle", "lost and found", "x@y"])
  func takenDirectories(name: String) {
    #expect(IgnoreRules.reason(forDirectory: name.utf8) == nil)
  }
}
