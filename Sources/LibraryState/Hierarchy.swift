/// Says where the way up ends for each thing that has another above it, where concurrent changes may
/// have made cycles.
///
/// Takes time in proportion to the number of edges, however deep they lead.
package struct Hierarchy<Node: Hashable> {
  private let tops: [Node: Node]

  /// Creates a hierarchy.
  ///
  /// - Parameters:
  ///   - above: the thing directly above each one that has one.
  ///   - end: which member of a cycle counts as its end; must not depend on the order of the members.
  package init(above: [Node: Node], endOfCycle end: ([Node]) -> Node) {
    var tops: [Node: Node] = [:]
    tops.reserveCapacity(above.count)
    for start in above.keys where tops[start] == nil {
      var path: [Node] = []
      var places: [Node: Int] = [:]
      var node = start
      // Up to the end, to a way that is known already, or once around a cycle.
      while let next = above[node], tops[node] == nil, places[node] == nil {
        places[node] = path.count
        path.append(node)
        node = next
      }
      let top =
        if let known = tops[node] {
          known
        } else if let first = places[node] {
          end(Array(path[first...]))
        } else {
          node
        }
      for passed in path { tops[passed] = top }
    }
    self.tops = tops
  }

  /// The thing at the end of the way up: the node itself where nothing is above it.
  package func top(of node: Node) -> Node { tops[node] ?? node }
}
