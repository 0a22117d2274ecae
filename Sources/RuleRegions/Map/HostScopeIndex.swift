import ByteText
import URLMatching

/// Finds the scopes that can have a host in common with another scope, without trying each of them: a list has a
/// hundred thousand.
///
/// Two names have a host in common only if they are equal or one is below the other. So names are stored under
/// themselves, and once more under every domain above them. Blocks of addresses are found by their prefixes.
package struct HostScopeIndex {
    private let count: Int
    private var named = NameMap()
    private var below = NameMap()
    private let addresses: AddressIndex
    /// The positions of all scopes that restrict no host, and of names that are empty.
    private var others: [Int] = []

    /// - Complexity: O(*n*) in the bytes of all names, for each of their labels.
    package init(_ scopes: some Collection<HostScope>) {
        count = scopes.count
        addresses = AddressIndex(scopes)
        for (position, scope) in scopes.enumerated() {
            if case .network = scope { continue }
            guard case .name(let name, _) = scope, !name.isEmpty else {
                others.append(position)
                continue
            }
            Self.insert(position, name.span, &named)
            for index in name.indices.dropLast() where name[index] == UInt8(ascii: ".") {
                Self.insert(position, name.span.extracting((index + 1)...), &below)
            }
        }
    }

    private static func insert(_ position: Int, _ name: Span<UInt8>, _ map: inout NameMap) {
        _ = map.insert(name, source: 0, entry: UInt32(position), keepingFirstOfSource: false)
    }

    /// The positions of all scopes that may contain a host, in ascending order.
    func positions(containing host: [UInt8]) -> [Int] { positions(containing: host.span) }

    /// The positions of all scopes that may contain a host, in ascending order.
    package func positions(containing host: Span<UInt8>) -> [Int] {
        var found = others
        if addresses.hasBlocks, let address = IPAddress(host: host.array) {
            found += addresses.positions(containing: address)
        }
        named.forEachDomain(of: host) { first, _ in found += named.entries(from: first) }
        return found.sorted()
    }

    /// The positions of all scopes that may have a host in common with a scope, in ascending order.
    func positions(meeting scope: HostScope) -> [Int] {
        if case .network(let block) = scope { return (others + addresses.positions(meeting: block)).sorted() }
        guard case .name(let name, _) = scope, !name.isEmpty else { return Array(0..<count) }
        return (positions(containing: name) + below.entries(from: below.first(of: name.span))).sorted()
    }

    /// Whether a scope is for a name below this one.
    func hasNames(below name: [UInt8]) -> Bool { below.first(of: name.span) != NameMap.end }
}

extension NameMap {
    /// The numbers of all entries of a chain.
    fileprivate func entries(from first: Int32) -> [Int] {
        var entries: [Int] = []
        var next = first
        while next != Self.end {
            let item = item(next)
            entries.append(Int(item.entry))
            next = item.next
        }
        return entries
    }
}
