extension Value {
  /// Tells whether both are written the same: NFC and NFD twins are different texts, 0.0 and -0.0
  /// different numbers, and a NaN is itself.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): ExactText(left) == ExactText(right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.identifier(let left), .identifier(let right)): left == right
    case (.digest(let left), .digest(let right)): left == right
    case (.dots(let left), .dots(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.map(let left), .map(let right)): left == right
    default: false
    }
  }

  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(TransactionEncoder.wireType(of: self).rawValue)
    switch self {
    case .null, .bool: break
    case .int(let number): hasher.combine(number)
    case .double(let number): hasher.combine(number.bitPattern)
    case .text(let text): hasher.combine(ExactText(text))
    case .bytes(let bytes): hasher.combine(bytes)
    case .identifier(let id): hasher.combine(id)
    case .digest(let id): hasher.combine(id)
    case .dots(let dots): hasher.combine(dots)
    case .list(let values): hasher.combine(values)
    case .map(let entries): hasher.combine(entries)
    }
  }
}

extension Value {
  /// Why the value could not be read back once written; nil where it could.
  func fault(depth: Int = 0) -> String? {
    switch self {
    case .list(let values):
      guard depth < Self.maximumDepth else { return "values nest too deeply" }
      for value in values {
        if let fault = value.fault(depth: depth + 1) { return fault }
      }
    case .map(let entries):
      guard depth < Self.maximumDepth else { return "values nest too deeply" }
      var last: ExactText?
      for entry in entries {
        let name = ExactText(entry.name)
        if let last, last >= name { return "the names of a map are not in ascending order" }
        last = name
        if let fault = entry.value.fault(depth: depth + 1) { return fault }
      }
    case .dots(let dots):
      guard dots.allSatisfy({ $0.seq >= 1 && $0.seq < 1 << 63 }) else {
        return "a sequence number is out of range"
      }
    default: break
    }
    return nil
  }
}

extension Field {
  /// Why fields could not be read back once written; nil where they could.
  static func fault(in fields: [Field]) -> String? {
    var last: FieldName?
    for field in fields {
      if let last, last >= field.name { return "a field stands twice" }
      last = field.name
      if let fault = field.value.fault() { return fault }
    }
    return nil
  }
}
