import MediaKit
import Testing

@Suite struct TextTests {
  @Test(
    arguments: [
      ("OLYMPUS DIGITAL CAMERA         ", nil), ("olympus digital camera", nil),
      ("SONY DSC", nil), ("MINOLTA DIGITAL CAMERA", nil), ("<Digimax S500, Samsung #1>", nil),
      ("Exif_JPEG_PICTURE", nil), ("", nil), (" \0 ", nil), ("HB-S21", nil), ("hanbit", nil),
      ("Hanbit HB-S21", nil), (" The lake\0\0", "The lake"),
      ("My digital camera at the lake", "My digital camera at the lake"),
      ("Hanbit HB-S21, the new one", "Hanbit HB-S21, the new one"), ("\u{1b}[2J", "\u{1b}[2J"),
    ] as [(String, String?)])
  func captionsAreWhatPeopleWrote(_ text: String, _ want: String?) {
    #expect(DescriptiveText.caption(text, maker: "Hanbit", model: "HB-S21") == want)
  }

  @Test func bytesThatAreNoUTF8AreOldText() {
    #expect(LegacyText.decode(Array("Größe 夕焼け".utf8)) == "Größe 夕焼け")
    #expect(LegacyText.decode([0x47, 0x72, 0xf6, 0xdf, 0x65]) == "Größe")
    #expect(LegacyText.decode([0x80, 0x93, 0x81, 0xff]) == "€“\u{81}ÿ")
  }

  @Test(
    arguments: [
      ("Hanbit", "HB-S21", "Hanbit HB-S21"), ("Canon", "Canon EOS 40D", "Canon EOS 40D"),
      ("NIKON CORPORATION", "NIKON D70", "NIKON D70"), (" ", "HB ", "HB"),
      ("Hanbit", nil, "Hanbit"),
      (nil, nil, nil), ("", "\0", nil),
    ] as [(String?, String?, String?)])
  func camerasHaveOneName(_ maker: String?, _ model: String?, _ want: String?) {
    #expect(CameraName.join(maker: maker, model: model) == want)
  }
}
