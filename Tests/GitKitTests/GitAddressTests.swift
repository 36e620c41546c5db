import Platform
import TestSupport
import Testing

@testable import GitKit

@Suite struct GitAddressTests {
  @Test(arguments: [
    ("https://ada:pw@example.org/photos.git", "https://example.org/photos.git"),
    ("https://token@example.org:8443/a", "https://example.org:8443/a"),
    ("ssh://ada:pw@example.org:2222/~/a", "ssh://ada@example.org:2222/~/a"),
    ("git://example.org/a", "git://example.org/a"), ("http://[::1]:80/a", "http://[::1]:80/a"),
    ("git@example.org:me/photos.git", "git@example.org:me/photos.git"),
    ("https://example.org/a?access_token=secret#x", "https://example.org/a"),
    ("/srv/photos.git", "/srv/photos.git"), ("file:///srv/a%20b", "file:///srv/a%20b"),
  ])
  func `an address is shown without its secrets`(_ text: String, _ display: String) throws {
    #expect(try #require(GitAddress(text)).display == display)
  }

  @Test func `a message of libgit2 is told without the users in it`() {
    #expect(
      GitLibrary.withoutLogins("malformed URL 'https://u:se@cret@h/x' or ssh://v:w@h, a@b")
        == "malformed URL 'https://h/x' or ssh://h, a@b")
  }

  @Test func `the parts of an address are found`() throws {
    let address = try #require(GitAddress("ssh://a%40b:pw@[fe80::1]:2222/srv/x"))
    #expect(address.kind == .ssh)
    #expect(address.host == "fe80::1")
    #expect(address.port == 2222)
    #expect(address.user == "a@b")
    #expect(address.hasPassword)
    let short = try #require(GitAddress("example.org:x"))
    #expect(short.kind == .ssh && short.host == "example.org" && short.user == nil)
    #expect(
      GitAddress("file://localhost/srv/a%20b%ff")?.kind
        == .path(Path(bytes: Array("/srv/a b".utf8) + [0xFF]) ?? Path()))
    #expect(GitAddress("../a:b")?.kind == .path("../a:b"))
  }

  @Test(arguments: [
    "", "ftp://example.org/x", "https://", "https:///x", "https://example.org", "http://a:0/x",
    "http://a:99999/x", "ssh://-oProxyCommand=x/y", "-oProxyCommand=x:y", "file://other/x",
    "file:///%zz", "https://a b/x", "git://a/x\ny", "a:", ":a",
    "https://u:se@cret@h/x", "https://u:se?cret@h/x", "https://u:se#cret@h/x",
    "https:/u:secret@h/x", "https:u:secret@h/x", "u:secret@h:x.git",
  ])
  func `what is no address is none`(_ text: String) {
    #expect(GitAddress(text) == nil)
  }

  @Test func `a file of netrc is read as curl reads it`() {
    let netrc = Netrc(
      """
      # machine no login no password no
      machine a.example
        login ada
        account x
        password #1
      macdef init
      machine b.example login no password no

      machine b.example login bob password two
      machine b.example login eve password three
      default login anonymous password guest
      """)
    #expect(netrc.password("a.example", nil) == GitLogin.Password(user: "ada", password: "#1"))
    #expect(netrc.password("b.example", nil)?.password == "two")
    #expect(netrc.password("b.example", "eve")?.password == "three")
    #expect(netrc.password("c.example", nil)?.user == "anonymous")
    #expect(netrc.password("a.example", "other") == nil)
    #expect(Netrc("machine").password("", nil) == nil)
  }
}
