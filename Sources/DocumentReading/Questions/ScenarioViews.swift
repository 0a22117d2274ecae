package import PolicyModel

/// The views of a scenario: those of its policy, and what `given` has changed and attached.
package struct ScenarioViews {
    private let policy: PolicyNames?
    /// What was said, by id.
    private var said: [String: ScenarioGiven.View] = [:]
    /// The ids of `said` in the order they came.
    private var order: [String] = []

    package init(_ policy: PolicyNames?) { self.policy = policy }

    /// Whether there is such a view. Without a policy nobody can tell, and there is.
    package func contains(_ id: String) -> Bool { policy.map { $0.views[id] != nil || said[id] != nil } ?? true }

    /// Whether there is such a view, as far as anybody can tell.
    package func declares(_ id: String) -> Bool { policy?.views[id] != nil || said[id] != nil }

    /// The ids of all views.
    package var names: [String] { (policy?.viewNames ?? []) + order.filter { policy?.views[$0] == nil } }

    /// The views that load URLs: a view that holds another one doesn't.
    package var webViews: [String] {
        let declared = policy?.webViews ?? []
        guard !said.isEmpty else { return declared }
        let containers = Set(said.values.compactMap(\.parent))
        return (declared + order.filter { policy?.views[$0] == nil }).filter { !containers.contains($0) }
    }

    /// Whether the policy declares a view that loads URLs, and so can hold no others.
    package func isDeclaredWebView(_ id: String) -> Bool { policy?.views[id]?.isWebView == true }

    /// The view that holds a view.
    package func parent(of id: String) -> String? { said[id]?.parent ?? policy?.views[id]?.parent }

    /// Everything that was said, part by part: what was said last counts.
    package var all: [ScenarioGiven.View] { order.compactMap { said[$0] } }

    /// Takes over what is said of a view.
    package mutating func add(_ view: ScenarioGiven.View) {
        guard var known = said[view.id] else {
            said[view.id] = view
            order.append(view.id)
            return
        }
        known.policy = view.policy ?? known.policy
        known.parent = view.parent ?? known.parent
        known.document = view.document ?? known.document
        known.window = view.window ?? known.window
        known.opener = view.opener ?? known.opener
        known.page = view.page ?? known.page
        said[view.id] = known
    }

    /// What is wrong with the tree.
    package enum Problem: Error {
        /// A view is inside itself.
        case cycle([String])
        /// A view is too far down.
        case tooDeep(String)
    }

    /// Some of the views that were said, every parent before its children. Moves in this order never put a view inside
    /// itself, not even for a moment.
    ///
    /// - Complexity: O(*n*) in the views and those above them.
    package func arranged(_ views: [ScenarioGiven.View], depth limit: Int) throws(Problem) -> [ScenarioGiven.View] {
        guard !views.isEmpty else { return [] }
        let byID = Dictionary(views.map { ($0.id, $0) }) { first, _ in first }
        var depths: [String: Int] = [:]
        var arranged: [ScenarioGiven.View] = []
        for view in views {
            var path: [String] = []
            var isOnPath: Set<String> = []
            var next: String? = view.id
            while let id = next, depths[id] == nil {
                guard isOnPath.insert(id).inserted else {
                    throw .cycle(Array(path[(path.firstIndex(of: id) ?? 0)...]))
                }
                path.append(id)
                next = parent(of: id)
            }
            var depth = next.flatMap { depths[$0] } ?? 0
            for id in path.reversed() {
                depth += 1
                guard depth <= limit else { throw .tooDeep(id) }
                depths[id] = depth
                if let view = byID[id] { arranged.append(view) }
            }
        }
        return arranged
    }
}
