import Albumen
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

/// Live Photos, raw files and sidecars that come from outside, and go there.
@Suite struct PairImportTests {
  private func card(_ bench: Bench) -> Path { bench.place / "card" }

  @Test func `an import keeps a pair under one name, and its sidecar with it`() async throws {
    try await withBench { bench in
      // Other photos have one of the names each.
      let (may, june) = ("Camera Roll/2024/05/", "Camera Roll/2024/06/")
      try bench.put("Phone/IMG_0008.JPG", may + "IMG_0001.HEIC")
      try bench.put("Phone/IMG_0009.JPG", june + "DSC_0301.NEF.xmp.jpg")
      try bench.put("Raw/DSC_0301.NEF.xmp", june + "DSC_0301.NEF.xmp")
      try bench.output("scan")
      for name in ["Phone/IMG_0001.HEIC", "Phone/IMG_0001.MOV", "Raw/DSC_0301.NEF"] {
        try bench.put(name, name, below: card(bench))
      }
      try bench.put("Raw/DSC_0301.NEF.xmp", "Raw/DSC_0301.NEF.xmp", below: card(bench))
      try writeFile(card(bench) / "Raw/DSC_0301.jpg", bytes: TinyPhoto.jpeg(1))
      let records = try bench.records("import", "\(card(bench))", "--album", "Week")
      #expect(
        try Set(bench.trees(bench.photos / "Camera Roll/2024"))
          .isSuperset(of: [
            "05/IMG_0001-2.HEIC", "05/IMG_0001-2.MOV", "06/DSC_0301-2.NEF",
            "06/DSC_0301-2.NEF.xmp",
          ]))
      #expect(
        try readFile(bench.photos / (Path(june + "DSC_0301-2.NEF.xmp") ?? ""))
          == readFile(card(bench) / "Raw/DSC_0301.NEF.xmp"))
      #expect(try bench.part(may + "IMG_0001-2.MOV") == "pairedVideo of \(may)IMG_0001-2.HEIC")
      #expect(try bench.records("albums").first?.int("count") == 3)
      #expect(try bench.records("show", june + "DSC_0301-2.NEF").first?.text("title") != nil)
      let sidecar = try #require(records.first { $0.text("outcome") == "sidecar" })
      #expect(sidecar.text("path") == june + "DSC_0301-2.NEF.xmp")
      #expect(!records.contains { $0.text("outcome") == "passedOver" })
      // The addition says all of it, and a scan has nothing to add.
      #expect(try bench.records("scan").first?.text("transaction") == nil)
      #expect(try bench.run("status").exitCode == 0)
      try bench.output("undo")
      #expect(try bench.records("ls", "--parts").count == 2)
    }
  }

  @Test func `a card that is emptied loses its sidecars, too, and no other file`() async throws {
    try await withBench { bench in
      try bench.put("Raw/DSC_0301.NEF", "DSC_0301.NEF", below: card(bench))
      try bench.put("Raw/DSC_0301.NEF.xmp", "DSC_0301.NEF.xmp", below: card(bench))
      try bench.put("Words/xmp.jpg", "xmp.jpg", below: card(bench))
      try bench.put("Words/xmp.xmp", "xmp.xmp", below: card(bench))
      try bench.put("Words/xmp.xmp", "alone.xmp", below: card(bench))
      // The photo is here already: it stays, and so does what belongs to it.
      try bench.put("Words/xmp.jpg", "here.jpg")
      try bench.output("scan")
      let files = ["DSC_0301.NEF", "DSC_0301.NEF.xmp", "xmp.jpg", "xmp.xmp"].map {
        "\(card(bench))/\($0)"
      }
      let result = try bench.run(["import", "--move"] + files)
      #expect(result.exitCode == 0, "\(result.errorText)")
      #expect(try bench.trees(card(bench)) == ["alone.xmp", "xmp.jpg", "xmp.xmp"])
      #expect(
        try bench.trees(bench.photos / "Camera Roll")
          == ["2024/06/DSC_0301.NEF", "2024/06/DSC_0301.NEF.xmp"])
    }
  }

  @Test func `a raw photo of a Pixel phone keeps its ending when it gets a number`() async throws {
    try await withBench { bench in
      let time = "2024:06:08 10:00:01"
      let names = ["PXL_1.RAW-01.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng"]
      let month = "Camera Roll/2024/06/"
      try bench.put("Phone/IMG_0009.JPG", month + names[0])
      try bench.output("scan")
      try writeFile(
        card(bench) / (Path(names[0]) ?? ""), bytes: TinyPhoto.jpeg(1, captured: time))
      try bench.put("Raw/LUM_0101.DNG", names[1], below: card(bench))
      try bench.output("import", "\(card(bench))")
      #expect(
        try bench.part(month + "PXL_1-2.RAW-02.ORIGINAL.dng")
          == "raw of \(month)PXL_1-2.RAW-01.COVER.jpg")
    }
  }

  @Test func `the second half of a pair may come with a later import`() async throws {
    try await withBench { bench in
      for name in ["IMG_0001.MOV", "IMG_0001.HEIC"] {
        try bench.put("Phone/\(name)", name, below: card(bench))
        try bench.output("import", "\(card(bench) / (Path(name) ?? ""))", "--album", "Week")
      }
      let month = "Camera Roll/2024/05/"
      #expect(try bench.part(month + "IMG_0001.MOV") == "pairedVideo of \(month)IMG_0001.HEIC")
      #expect(try bench.names(bench.records("ls", "Week")) == [month + "IMG_0001.HEIC"])
      #expect(try bench.records("scan").first?.text("transaction") == nil)
    }
  }

  @Test func `a pair that is put into an album's directory is one link`() async throws {
    try await withBench { bench in
      try bench.output("album", "create", "Trip")
      for name in ["IMG_0001.MOV", "IMG_0001.HEIC"] {
        try bench.put("Phone/\(name)", "Albums/Trip/\(name)")
      }
      try bench.output("scan")
      let month = "Camera Roll/2024/05/"
      #expect(try bench.part(month + "IMG_0001.MOV") == "pairedVideo of \(month)IMG_0001.HEIC")
      #expect(try bench.trees(bench.photos / "Albums") == ["Trip/0010 IMG_0001.HEIC"])
      #expect(try bench.names(bench.records("ls", "Trip")) == [month + "IMG_0001.HEIC"])
      #expect(try bench.records("scan").first?.text("transaction") == nil)
      #expect(try bench.run("status").exitCode == 0)
    }
  }

  @Test func `a directory that is an album gives it wholes, and none that was taken out`()
    async throws
  {
    try await withBench { bench in
      try bench.put("Phone/IMG_0001.MOV", "Phone/IMG_0001.MOV")
      try bench.put("Phone/IMG_0001.HEIC", "Phone/IMG_0001.HEIC")
      try bench.output("scan")
      try bench.output("album", "create", "Phone")
      try bench.output("source", "add", "Phone", "--album", "Phone")
      #expect(try bench.names(bench.records("ls", "Phone")) == ["Phone/IMG_0001.HEIC"])
      try bench.output("album", "remove", "Phone", "Phone/IMG_0001.HEIC")
      // The video comes again, under another name: its whole was taken out, and stays so.
      try bench.put("Phone/IMG_0001.MOV", "Phone/again.MOV")
      try bench.output("scan")
      #expect(try bench.records("ls", "Phone").isEmpty)
    }
  }

  @Test func `an export has the parts beside their wholes, under the same number`() async throws {
    try await withPairs { bench in
      try bench.output("album", "create", "Trip")
      try bench.output("album", "add", "Trip", "other.HEIC", "IMG_0001.MOV")
      try bench.output("export", "Trip", "\(bench.place / "out")")
      #expect(
        try bench.trees(bench.place / "out")
          == ["Trip/0001 other.HEIC", "Trip/0002 IMG_0001.HEIC", "Trip/0002 IMG_0001.MOV"])
    }
  }

  @Test func `a sidecar goes into the trash with its photo, and comes back with it`() async throws {
    try await withBench { bench in
      try bench.put("Raw/DSC_0301.NEF", "a/DSC_0301.NEF")
      try bench.put("Raw/DSC_0301.NEF.xmp", "a/DSC_0301.NEF.xmp")
      // This one belongs to two.
      try bench.put("Raw/LUM_0101.JPG", "a/LUM_0101.JPG")
      try bench.put("Phone/IMG_0009.JPG", "a/LUM_0101.png")
      try bench.put("Words/xmp.xmp", "a/LUM_0101.xmp")
      try bench.output("scan")
      let before = try bench.trees(bench.photos / "a")
      try bench.output("trash", "a/DSC_0301.NEF", "a/LUM_0101.JPG")
      try bench.output("purge", "a/DSC_0301.NEF", "a/LUM_0101.JPG", "--yes")
      #expect(
        try bench.trees(bench.photos / ".albumen/trash/a")
          == ["DSC_0301.NEF", "DSC_0301.NEF.xmp", "LUM_0101.JPG"])
      #expect(try bench.trees(bench.photos / "a") == ["LUM_0101.png", "LUM_0101.xmp"])
      try bench.output("untrash", "a/DSC_0301.NEF", "a/LUM_0101.JPG")
      #expect(try bench.trees(bench.photos / "a") == before)
    }
  }
}
