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

  /// libgit2 and git's helpers decode percent signs, and write what comes of it into lines and headers.
  @Test(arguments: [
    "https://a%0Ahost%3Devil.example:pw@h/x", "https://a%0dx@h/x", "https://a%00@h/x",
    "https://a:p%0Aw@h/x", "ssh://a%0A@h/x", "http://h%0d%0aCookie:x/x", "http://h%2eevil/x",
    "http://[::1%0a]/x", "ssh://h/x';id;'", "ssh://h/x%27;id;%27", "ssh://h/%zz%27;id;%27",
    "h:x';id;'", "h:x%27;id;%27", "h:x%0aid", "git://h/x%00host=evil", "git://h/x%0a",
    "https://h;id/x", "https://$(id)/x", "`id`:x", "ssh://h;id:22/x", "https://good?evil/x",
    "http://good\\evil/x", "http://h:+80/x", "http://[h]x/y",
  ])
  func `what could forge a line, a header or a command is no address`(_ text: String) {
    #expect(GitAddress(text) == nil)
  }

  @Test func `an apostrophe goes where no shell reads it`() {
    #expect(GitAddress("https://example.org/ada's%20photos") != nil)
    #expect(GitAddress("/srv/ada's photos") != nil)
    #expect(GitAddress("example.org:100%")?.resource == "100%")
  }

  @Test func `an address is shown as one line that is what it seems`() {
    #expect(GitAddress("h:a\u{202e}b")?.display == "h:a\\u{202e}b")
    #expect(GitAddress("https://h/a\u{2028}b")?.display == "https://h/a\\u{2028}b")
  }

  @Test func `a helper gets one line an attribute, or none`() {
    #expect(CredentialHelper.lines([("host", "h:1"), ("username", nil)]) == "host=h:1\n")
    for value in ["a\nhost=evil", "a\r", "a\0"] {
      #expect(CredentialHelper.lines([("username", value)]) == nil)
    }
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
