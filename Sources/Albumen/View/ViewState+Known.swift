import Catalogue
import Reconciling

extension ViewState {
  /// Is what the albums were at some moment.
  struct Known {
    let state: ViewState
    /// The newest transaction that was in the catalogue.
    let last: Int64
    private let catalogue: Catalogue
    private let foreignChanges: Int64

    init(_ state: ViewState, _ catalogue: Catalogue) throws(CatalogueError) {
      self.state = state
      self.catalogue = catalogue
      last = try catalogue.lastTransaction
      foreignChanges = try catalogue.foreignChanges
    }

    /// Whether nothing was delivered since, and nobody else has written.
    func isCurrent(in catalogue: Catalogue) throws(CatalogueError) -> Bool {
      guard catalogue === self.catalogue, try catalogue.lastTransaction == last else {
        return false
      }
      return try catalogue.foreignChanges == foreignChanges
    }
  }
}
