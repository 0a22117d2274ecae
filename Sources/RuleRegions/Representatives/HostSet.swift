import URLMatching

/// Some hosts, such as those that a document declares as an organization's.
///
/// PERF: an organization may declare thousands of hosts, and every rule and entry is compared with them.
package struct HostSet: Sendable {
    /// The hosts, as they were given.
    let scopes: [HostScope]
    private let index: HostScopeIndex

    init(_ scopes: [HostScope]) {
        self.scopes = scopes
        index = HostScopeIndex(scopes)
    }

    /// Whether one of the scopes contains another scope.
    func contains(_ other: HostScope) -> Bool {
        guard case .name(let name, _) = other, !name.isEmpty else { return scopes.contains { $0.contains(other) } }
        return index.positions(containing: name).contains { scopes[$0].contains(other) }
    }

    /// Whether one of the scopes has a host in common with another scope.
    func meets(_ other: HostScope) -> Bool {
        guard case .name(let name, let reach) = other, !name.isEmpty else {
            return scopes.contains { $0.intersection(other) != nil }
        }
        // A scope that reaches below its name contains every name there, so these are not tried.
        if reach != .exact, index.hasNames(below: name) { return true }
        return index.positions(containing: name).contains { scopes[$0].intersection(other) != nil }
    }
}
