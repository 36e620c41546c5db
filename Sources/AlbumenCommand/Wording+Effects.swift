import Albumen
import TextForms

extension Wording {
  /// What a transaction did: `2 assets added, 1 reference moved`.
  static func effects(_ effects: [(kind: String, count: Int)]) -> String {
    effects.map { effect(OperationKind(name: $0.kind), $0.kind, $0.count) }.joined(separator: ", ")
  }

  private static func effect(_ kind: OperationKind?, _ name: String, _ number: Int) -> String {
    switch kind {
    case .assetAdd: count(number, "asset") + " added"
    case .assetSet: count(number, "field") + " set"
    case .assetTrash: count(number, "asset") + " trashed"
    case .assetRestore: count(number, "asset") + " restored"
    case .assetPurge: count(number, "asset") + " purged"
    case .tagAdd: count(number, "tag") + " added"
    case .tagRemove: count(number, "tag") + " removed"
    case .albumCreate: count(number, "album") + " made"
    case .albumSet: count(number, "album field") + " set"
    case .albumDelete: count(number, "album") + " deleted"
    case .albumRestore: count(number, "album") + " restored"
    case .referenceAdd: count(number, "reference") + " added"
    case .referenceRemove: count(number, "reference") + " removed"
    case .referenceMove: count(number, "reference") + " moved"
    case .copyAdd: count(number, "copy", "copies") + " recorded"
    case .copyRemove: count(number, "copy", "copies") + " struck out"
    case .logSet: count(number, "device field") + " set"
    case .logRetire: count(number, "device") + " retired"
    case nil: count(number, "operation") + " of the kind \(TextForm.printable(name))"
    }
  }
}
