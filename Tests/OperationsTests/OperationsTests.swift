import Testing

@testable import Operations

@Suite struct EncodingTests {
  @Test func smoke() throws {
    for seed in 1...3 {
      let data = try #require(readFile("/tmp/h\(seed).jsonl"))
      for line in data.split(separator: 10) {
        let t = try Transaction(jsonLine: line)
        let again = try Transaction(jsonLine: Array(t.jsonLine.utf8))
        #expect(again == t)
        var encoder = TransactionEncoder()
        var decoder = TransactionDecoder()
        for _ in 0..<2 {
          let payload = encoder.payload(of: t)
          let back = try payload.withUnsafeBytes { try decoder.decode($0, log: t.log, seq: t.seq) }
          #expect(back == t)
          #expect(TransactionEncoder.canonical(back) == TransactionEncoder.canonical(t))
        }
      }
    }
  }
}
import Glibc
func readFile(_ p: String) -> [UInt8]? {
  guard let f = fopen(p, "r") else { return nil }
  var out: [UInt8] = []; var buf = [UInt8](repeating: 0, count: 65536)
  while true { let n = fread(&buf, 1, 65536, f); if n <= 0 { break }; out += buf[..<n] }
  fclose(f); return out
}
