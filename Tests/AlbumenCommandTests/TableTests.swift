import Testing
import TextForms

@testable import AlbumenCommand

@Suite struct TableTests {
  private static var table: Table {
    var table = Table([
      Table.Column(dropped: 2), Table.Column(alignment: .trailing, dropped: 1),
      Table.Column(isFlexible: true, keepsEnd: true), Table.Column(dropped: 3),
    ])
    table.add("2026-05-03", "40x30", "2026/05/sunset over the lake.jpg", "0123abcd")
    table.add("", "4000x3000", "日本.jpg", "4567cdef")
    return table
  }

  @Test func `columns are as wide as they need`() {
    #expect(
      Self.table.lines(width: nil) == [
        "2026-05-03      40x30  2026/05/sunset over the lake.jpg  0123abcd",
        "            4000x3000  日本.jpg                          4567cdef",
      ])
  }

  @Test(arguments: [1, 5, 16, 20, 30, 45, 60, 80])
  func `no line is wider than the terminal`(width: Int) {
    for line in Self.table.lines(width: width) {
      #expect(TextForm.width(line) <= width, "\(line)")
    }
  }

  @Test func `what matters most goes last`() {
    #expect(Self.table.lines(width: 28)[0] == "…over the lake.jpg  0123abcd")
    #expect(Self.table.lines(width: 10) == ["… lake.jpg", "日本.jpg"])
  }

  @Test func `a column that is empty throughout takes no room`() {
    var table = Table([Table.Column(), Table.Column(alignment: .trailing), Table.Column()])
    table.add("a", "", "b")
    #expect(table.lines(width: nil) == ["a  b"])
  }
}
