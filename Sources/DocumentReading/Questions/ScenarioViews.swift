package import PolicyModel

/// The views of a scenario: those of its policy, including the changes and additions of `given`.
package struct ScenarioViews {
    private let policy: PolicyNames?
    /// The given views, by id.
    private var said: [String: ScenarioGiven.View] = [:]
    /// The ids of `said`, in order of appearance.
    private var order: [String] = []
    /// Those of them that the policy does not have.
    private var added: [String] = []

    package init(_ policy: PolicyNames?) { self.policy = policy }

    /// Whether the view exists. Without a policy this is unknown, and the result is true.
    package func contains(_ id: String) -> Bool { policy.map { $0.views[id] != nil || said[id] != nil } ?? true }

    /// Whether the view is known to exist.
    package func declares(_ id: String) -> Bool { policy?.views[id] != nil || said[id] != nil }

    /// The ids of all views.
    ///
    /// - Complexity: O(*n*) in the views, so do not use it for every name in a request.
    package var names: [String] { (policy?.viewNames ?? []) + added }

    /// The views that load URLs; a view that contains another view does not.
    package var webViews: [String] {
        let declared = policy?.webViews ?? []
        guard !said.isEmpty else { return declared }
        let containers = Set(said.values.compactMap(\.parent))
        return (declared + added).filter { !containers.contains($0) }
    }

    /// Whether the policy declares this as a view that loads URLs, which cannot contain other views.
    package func isDeclaredWebView(_ id: String) -> Bool { policy?.views[id]?.isWebView == true }

    /// The view that contains a view.
    package func parent(of id: String) -> String? { said[id]?.parent ?? policy?.views[id]?.parent }

    /// All given views; for each property, the last value counts.
    package var all: [ScenarioGiven.View] { order.compactMap { said[$0] } }

    /// Adds a given view, merging it with earlier ones of the same id.
    package mutating func add(_ view: ScenarioGiven.View) {
        guard var known = said[view.id] else {
            said[view.id] = view
            order.append(view.id)
            if policy?.views[view.id] == nil { added.append(view.id) }
            return
        }
        known.policy = view.policy ?? known.policy
        known.parent = view.parent ?? known.parent
        known.document = view.document ?? known.document
        // Only a view at the root has a window of its own.
        known.window = view.window ?? (view.parent == nil ? known.window : nil)
        // A view with an opener shows its opener's page, so each of the two replaces the other.
        if view.opener != nil || view.page != nil { (known.opener, known.page) = (view.opener, view.page) }
        said[view.id] = known
    }

    /// A problem with the tree.
    package enum Problem: Error {
        /// A view contains itself.
        case cycle([String])
        /// A view is nested too deeply.
        case tooDeep(String)
    }

    /// Some of the given views, ordered so that every parent precedes its children. Moving views in this order never
    /// puts a view inside itself, not even temporarily.
    ///
    /// - Complexity: O(*n*) in the views and their ancestors.
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
