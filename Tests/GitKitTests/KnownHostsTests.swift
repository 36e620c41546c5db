import Platform
import TestSupport
import Testing

@testable import GitKit

@Suite struct KnownHostsTests {
  private let key: [UInt8] = Array("key one".utf8)
  /// "key one" and "key two" in base 64.
  private let one = "a2V5IG9uZQ=="
  private let two = "a2V5IHR3bw=="

  private func verdict(
    _ text: String, _ host: String = "example.org", _ port: Int = 22
  ) throws -> KnownHosts.Verdict {
    try withTemporaryDirectory { place in
      try writeFile(place / "hosts", text)
      switch KnownHosts([place / "none", place / "hosts"]).verdict(
        host: host, port: port, key: key)
      {
      // The directory has another name each time.
      case .changed(_, let line): return .changed("hosts", line: line)
      case .revoked(_, let line): return .revoked("hosts", line: line)
      case let other: return other
      }
    }
  }

  @Test func `a key is known by name, by pattern, and by port`() throws {
    #expect(try verdict("example.org ssh-ed25519 \(one) comment") == .known)
    #expect(try verdict("other,EXAMPLE.org,x ssh-ed25519 \(one)\r") == .known)
    #expect(try verdict("*.org ssh-ed25519 \(one)") == .known)
    #expect(try verdict("ex?mple.* ssh-ed25519 \(one)") == .known)
    #expect(try verdict("*,!example.org ssh-ed25519 \(one)") == .unknown)
    #expect(try verdict("[example.org]:2222 ssh-ed25519 \(one)", "Example.org", 2222) == .known)
    #expect(try verdict("example.org ssh-ed25519 \(one)", "example.org", 2222) == .unknown)
    #expect(try verdict("") == .unknown)
    #expect(try verdict("# example.org ssh-ed25519 \(one)\nexample.org\n\n|1|x|y z w") == .unknown)
  }

  @Test func `another key is told with its line, unless a further one fits`() throws {
    #expect(try verdict("\n\nexample.org ssh-ed25519 \(two)") == .changed("hosts", line: 3))
    #expect(
      try verdict("example.org ssh-rsa \(two)\nexample.org ssh-ed25519 \(one)") == .known)
    #expect(
      try verdict("example.org ssh-rsa \(one)\n@revoked * ssh-rsa \(one)")
        == .revoked("hosts", line: 2))
    #expect(try verdict("@revoked * ssh-rsa \(two)\nexample.org ssh-rsa \(one)") == .known)
    #expect(try verdict("@cert-authority * ssh-rsa \(one)") == .unknown)
  }

  @Test func `names that ssh-keygen has hidden are found`() throws {
    try withTemporaryDirectory { place in
      let keygen: Path = "/usr/bin/ssh-keygen"
      #expect(
        try run(
          keygen, ["-q", "-t", "ed25519", "-N", "", "-f", "\(place)/k"], workingDirectory: place
        ).exitCode == 0)
      let line = String(decoding: try readFile(place / "k.pub"), as: UTF8.self)
      let words = line.split(separator: " ")
      let key = try #require(KnownHosts.base64(words[1]))
      try writeFile(place / "hosts", "example.org \(line)[b.example]:2222 \(line)")
      #expect(try run(keygen, ["-q", "-H", "-f", "\(place)/hosts"]).exitCode == 0)
      #expect(try readFile(place / "hosts").starts(with: "|1|".utf8))
      let hosts = KnownHosts([place / "hosts"])
      #expect(hosts.verdict(host: "example.org", port: 22, key: key) == .known)
      #expect(hosts.verdict(host: "b.example", port: 2222, key: key) == .known)
      #expect(hosts.verdict(host: "c.example", port: 22, key: key) == .unknown)
      #expect(
        hosts.verdict(host: "example.org", port: 22, key: [1])
          == .changed(place / "hosts", line: 1))
    }
  }
}
