import Platform
import TestSupport
import Testing

@Suite struct PathTests {
  @Test(arguments: [
    ("", ""), ("/", "/"), ("//", "/"), ("a//b/", "a/b"), ("/a///b", "/a/b"), ("./a/..", "./a/.."),
  ])
  func `drops repeated and trailing slashes`(input: String, normal: String) {
    #expect(Path(input)?.text == normal)
  }

  @Test func `refuses NUL, and names that are more or less than one name`() {
    let text = "a\0b"
    #expect(Path(text) == nil)
    let directory: Path = "/a"
    for name in ["", ".", "..", "x/y", "x\0y"] {
      #expect(directory.appending(name: Array(name.utf8)) == nil)
    }
    #expect(
      directory.appending(name: [0xFF, 0x0A]) == Path(bytes: [0x2F, 0x61, 0x2F, 0xFF, 0x0A]))
    #expect(directory.appending(suffix: Array("/x".utf8)) == nil)
  }

  @Test(arguments: [
    ("/a/b", "b", "/a"), ("/a", "a", "/"), ("/", "", "/"), ("a", "a", ""), ("", "", ""),
    ("a/b/c", "c", "a/b"),
  ])
  func `splits off the last component`(whole: String, last: String, parent: String) {
    #expect(Path(whole)?.lastComponent.text == last)
    #expect(Path(whole)?.parent.text == parent)
  }

  @Test func `joins and takes apart`() {
    let empty = Path()
    #expect(empty / "a" == "a")
    #expect("a" / empty == "a")
    #expect("/" / "a" == "/a")
    #expect("/x" / "/a" == "/x/a")
    #expect(("/a/b" as Path).components == ["a", "b"])
    #expect(("/" as Path).components.isEmpty)
  }

  @Test(
    arguments: [
      ("/a/b", "/a", "b"), ("/a", "/a", ""), ("/ab", "/a", nil), ("/a", "/", "a"), ("a", "", "a"),
      ("/a", "", nil), ("trip2/x", "trip", nil), ("/a", "/a/b", nil),
    ] as [(String, String, String?)])
  func `knows what is inside`(path: String, directory: String, rest: String?) throws {
    let path = try #require(Path(path))
    let directory = try #require(Path(directory))
    #expect(path.isInside(directory) == (rest != nil))
    #expect(path.relative(to: directory)?.text == rest)
  }

  @Test func `orders like the bytes`() {
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<500 {
      let sides = (0..<2).map { _ in
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          UInt8.random(in: 0x61...0x62, using: &random)
        }
      }
      let (left, right) = (Path(bytes: sides[0]) ?? Path(), Path(bytes: sides[1]) ?? Path())
      #expect(
        (left < right) == sides[0].lexicographicallyPrecedes(sides[1]), "seed \(random.seed)")
    }
    #expect(Path(bytes: [0x61]) ?? Path() < Path(bytes: [0xFF]) ?? Path())
  }

  @Test(arguments: [
    (Array("ä b".utf8), "ä b"), ([0x61, 0xFF], "a\u{FFFD}"), (Array("a\nb\tc".utf8), "a\\nb\\tc"),
    (Array("\u{1b}[31m".utf8), "\\u{1b}[31m"), (Array("x\u{202E}gpj".utf8), "x\\u{202e}gpj"),
  ])
  func `shows nothing that a terminal would obey`(bytes: [UInt8], text: String) {
    #expect(Path(bytes: bytes)?.display == text)
  }

  @Test func `reaches C whole, the empty path as a dot`() throws {
    let long = [UInt8](repeating: 0x61, count: 9000)
    #expect(try #require(Path(bytes: long)).withCString { Path(cString: $0).bytes } == long)
    #expect(Path().withCString { Path(cString: $0) } == ".")
  }
}
