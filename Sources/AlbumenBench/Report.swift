import Operations
import Platform
import TextForms

/// Is what a run came to, as a table and as JSON (docs/formats/bench.md).
struct Report: Sendable {
  let options: BenchOptions
  let rows: [BenchRow]

  // MARK: Table

  /// The rows as lines: minimum, median and maximum of the piece and of its peer, and their ratio.
  var table: String {
    var cells: [[String]] = [
      [
        "row", "min", "median", "max", "", "MB", "peer", "min", "median", "max", "ratio", "goal",
        "",
      ]
    ]
    for row in rows { cells.append(Self.cells(row)) }
    let widths = cells[0].indices.map { column in
      cells.reduce(0) { max($0, TextForm.width($1[column])) }
    }
    let words: Set<Int> = [0, 4, 6, 12]
    let lines = cells.map { cells in
      let padded = zip(cells, widths).enumerated().map { column, cell in
        TextForm.padded(cell.0, to: cell.1, words.contains(column) ? .leading : .trailing)
      }
      return padded.joined(separator: "  ")
    }
    let notes = rows.map { row in
      "\(row.name): \(row.summary)" + (row.note.map { "; \($0)" } ?? "")
    }
    return lines.joined(separator: "\n") + "\n\n" + notes.joined(separator: "\n") + "\n"
  }

  private static func cells(_ row: BenchRow) -> [String] {
    if let reason = row.skipped {
      return [row.name, "", "skipped", "", reason, "", "", "", "", "", "", goal(row), ""]
    }
    var cells = [row.name] + Self.cells(row.values) + [row.unit.rawValue]
    cells.append(megabytes(row.peakMemory))
    if let peer = row.peer {
      cells += [peer.name] + Self.cells(peer.values)
    } else {
      cells += ["", "", "", ""]
    }
    cells.append(row.ratios.map { text($0.median) } ?? "")
    cells += [goal(row), row.isMet.map { $0 ? "met" : "missed" } ?? ""]
    return cells
  }

  private static func cells(_ spread: Spread) -> [String] {
    [text(spread.minimum), text(spread.median), text(spread.maximum)]
  }

  private static func megabytes(_ bytes: UInt64?) -> String {
    bytes.map { text(Double($0) / 1e6) } ?? ""
  }

  private static func goal(_ row: BenchRow) -> String {
    switch row.goal {
    case .ratioAtMost(let limit): "≤ \(text(limit))×"
    case .atMost(let limit): "≤ \(text(limit))"
    case .atLeast(let limit): "≥ \(text(limit))"
    case nil: ""
    }
  }

  /// A number with three digits that count.
  static func text(_ number: Double) -> String {
    let size = abs(number)
    if size >= 100 { return String(Int(number.rounded())) }
    let places = size >= 10 ? 1 : size >= 1 ? 2 : 3
    let scale: Double = places == 1 ? 10 : places == 2 ? 100 : 1_000
    let units = Int((size * scale).rounded())
    let fraction = String(units % Int(scale))
    let sign = number < 0 && units > 0 ? "-" : ""
    let zeros = String(repeating: "0", count: places - fraction.count)
    return "\(sign)\(units / Int(scale)).\(zeros)\(fraction)"
  }

  // MARK: JSON

  /// One object, `albumen.bench/1`.
  var json: [UInt8] {
    var out = JSONWriter()
    out.object { out in
      out.member("schema", "albumen.bench/1")
      out.member("wall", SystemClock.wallMilliseconds)
      out.name("options")
      out.object { out in
        out.member("small", options.small)
        out.member("big", options.big)
        out.member("tiny", options.tiny)
        out.member("operations", options.operations)
        out.member("rounds", options.rounds)
      }
      out.name("rows")
      out.array { out in
        for row in rows { Self.write(row, to: &out) }
      }
    }
    out.newline()
    return out.bytes
  }

  private static func write(_ row: BenchRow, to out: inout JSONWriter) {
    out.object { out in
      out.member("name", row.name)
      out.member("summary", row.summary)
      out.member("unit", row.unit.rawValue)
      write("values", row.values, to: &out)
      if let memory = row.peakMemory { out.member("peakMemory", memory) }
      if let peer = row.peer {
        out.name("peer")
        out.object { out in
          out.member("name", peer.name)
          write("values", peer.values, to: &out)
          if let memory = peer.peakMemory { out.member("peakMemory", memory) }
        }
      }
      if let ratios = row.ratios {
        out.name("ratio")
        out.double(ratios.median)
      }
      switch row.goal {
      case .ratioAtMost(let limit): write(goal: "ratioAtMost", limit, to: &out)
      case .atMost(let limit): write(goal: "atMost", limit, to: &out)
      case .atLeast(let limit): write(goal: "atLeast", limit, to: &out)
      case nil: break
      }
      if let isMet = row.isMet { out.member("met", isMet) }
      if let note = row.note { out.member("note", note) }
      if let reason = row.skipped { out.member("skipped", reason) }
    }
  }

  private static func write(_ name: String, _ spread: Spread, to out: inout JSONWriter) {
    out.name(name)
    out.array { out in
      for value in spread.values { out.double(value) }
    }
  }

  private static func write(goal name: String, _ limit: Double, to out: inout JSONWriter) {
    out.name("goal")
    out.object { out in
      out.name(name)
      out.double(limit)
    }
  }
}
