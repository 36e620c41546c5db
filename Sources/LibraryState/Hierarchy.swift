/// Follows edges from a thing to the one above it, where concurrent changes may have made cycles.
package struct Hierarchy<Node: Hashable> {
  private let above: [Node: Node]
  private let end: ([Node]) -> Node

  /// Creates a hierarchy.
  ///
  /// - Parameters:
  ///   - above: the thing directly above each one that has one.
  ///   - end: which member of a cycle counts as its end.
  package init(above: [Node: Node], endOfCycle end: @escaping ([Node]) -> Node) {
    self.above = above
    self.end = end
  }

  /// The thing at the end of the way up: the node itself where nothing is above it.
  package func top(of node: Node) -> Node {
    var path: [Node] = []
    var places: [Node: Int] = [:]
    var node = node
    while let next = above[node] {
      if let start = places[node] { return end(Array(path[start...])) }
      places[node] = path.count
      path.append(node)
      node = next
    }
    return node
  }
}
