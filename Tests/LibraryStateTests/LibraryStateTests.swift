import Glibc
import Operations
import Testing

@testable import LibraryState

@Test func smoke() throws {
  for seed in 1...3 {
    let data = try #require(readFile("/tmp/h\(seed).jsonl"))
    var byLog: [LogID: [UInt64: Transaction]] = [:]
    for line in data.split(separator: 10) {
      let t = try Transaction(jsonLine: line)
      byLog[t.log, default: [:]][t.seq] = t
    }
    var queues = byLog.mapValues { $0.values.sorted { $0.seq > $1.seq } }
    var merge = CausalMerge<Transaction> { $0 }
    var delivery = Delivery()
    var state = LibraryState()
    _ = merge.run(queues.keys.map { $0 }, &delivery, next: { queues[$0]?.popLast() }, chainAt: { _, _ in nil }, deliver: { state.deliver($0) })
    var out = JSONWriter()
    state.write(to: &out)
    let f = fopen("/tmp/h\(seed).swift.json", "w")
    fwrite(out.bytes, 1, out.bytes.count, f)
    fclose(f)
  }
}
func readFile(_ p: String) -> [UInt8]? {
  guard let f = fopen(p, "r") else { return nil }
  var out: [UInt8] = []
  var buf = [UInt8](repeating: 0, count: 65536)
  while true {
    let n = fread(&buf, 1, 65536, f)
    if n <= 0 { break }
    out += buf[..<n]
  }
  fclose(f)
  return out
}
