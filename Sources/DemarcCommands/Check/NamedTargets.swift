import Demarc
import PolicyModel

/// The views and users that lines of input named so far, so that naming them again costs a look-up.
struct NamedTargets {
    private struct Names: Hashable {
        let view: String?
        let user: String?
    }

    /// A user can be written in many ways, so what is kept is bounded.
    private static let limit = 1 << 10

    private var targets: [Names: DecisionTarget] = [:]

    /// The target of a pair of names; nil stands for what the command line says.
    mutating func target(
        view: String?,
        user: String?,
        _ directory: TargetDirectory
    ) throws(QuestionError) -> DecisionTarget {
        let names = Names(view: view, user: user)
        if let known = targets[names] { return known }
        let target = try directory.target(view: view, user: user)
        if targets.count >= Self.limit { targets.removeAll(keepingCapacity: true) }
        targets[names] = target
        return target
    }
}
