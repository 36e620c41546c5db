extension Context {
  /// The context with other entries for some logs; those of sequence number 0 stand for what is gone.
  ///
  /// Both are ascending, so what lies between two changes is copied as it is: most frames change one
  /// entry of what may be many.
  func changed(by changes: [Entry]) -> Context {
    var result: [Entry] = []
    result.reserveCapacity(entries.count + changes.count)
    var copied = 0
    for change in changes {
      let end = entries[copied...].partitionPoint { $0.log >= change.log }
      result.append(contentsOf: entries[copied..<end])
      if change.seq > 0 { result.append(change) }
      copied = end < entries.count && entries[end].log == change.log ? end + 1 : end
    }
    result.append(contentsOf: entries[copied...])
    return Context(ascending: result)
  }
}
