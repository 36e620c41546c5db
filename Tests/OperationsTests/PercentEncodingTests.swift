import Operations
import Testing

@Suite struct PercentEncodingTests {
  @Test func bytesComeBackAndHaveOneSpelling() {
    let all = Array(UInt8.min...UInt8.max)
    let text = PercentEncoding.encode(all)
    #expect(text.hasPrefix("%00%01") && text.hasSuffix("%fe%ff"))
    #expect(text.contains("%20!") && text.contains("$%25&") && text.contains("~%7f"))
    #expect(PercentEncoding.decode(text) == all)
  }

  @Test(arguments: ["%", "%4", "%zz", "%AB", "a%f"]) func whatIsCutShortIsRefused(_ text: String) {
    #expect(PercentEncoding.decode(text) == nil)
  }
}
