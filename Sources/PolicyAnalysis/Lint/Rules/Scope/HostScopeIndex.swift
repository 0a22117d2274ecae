/// Finds the scopes that can have a host in common with another scope, without trying each of them: a list has a
/// hundred thousand.
///
/// Two names have a host in common only if one is the other, or is below it. Names are therefore filed under
/// themselves and under every domain above them.
struct HostScopeIndex {
    private let count: Int
    /// The positions of names, by the name.
    private var named: [String: [Int]] = [:]
    /// The positions of names below a domain, by that domain.
    private var below: [String: [Int]] = [:]
    /// The positions of blocks of addresses, and of what restricts no host.
    private var others: [Int] = []

    /// - Complexity: O(*n*) in the labels of all names.
    init(_ scopes: some Collection<HostScope>) {
        count = scopes.count
        for (position, scope) in scopes.enumerated() {
            guard case .name(let name, _) = scope else {
                others.append(position)
                continue
            }
            named[Self.text(name[...]), default: []].append(position)
            for domain in Self.domains(above: name) { below[domain, default: []].append(position) }
        }
    }

    /// The positions of all scopes that may contain a host, in ascending order.
    func positions(containing host: [UInt8]) -> [Int] {
        var found = others + (named[Self.text(host[...])] ?? [])
        for domain in Self.domains(above: host) { found += named[domain] ?? [] }
        return found.sorted()
    }

    /// The positions of all scopes that may have a host in common with a scope, in ascending order.
    func positions(meeting scope: HostScope) -> [Int] {
        guard case .name(let name, _) = scope else { return Array(0..<count) }
        let further = below[Self.text(name[...])] ?? []
        return further.isEmpty ? positions(containing: name) : (positions(containing: name) + further).sorted()
    }

    private static func domains(above name: [UInt8]) -> [String] {
        name.indices.filter { name[$0] == UInt8(ascii: ".") }.map { text(name[($0 + 1)...]) }
    }

    private static func text(_ name: ArraySlice<UInt8>) -> String { String(decoding: name, as: UTF8.self) }
}
