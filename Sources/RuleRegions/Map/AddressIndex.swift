import URLMatching

/// Finds blocks of addresses without trying each of them: lists of address blocks have thousands.
///
/// Two blocks have an address in common only if they are equal or one is within the other. So blocks are stored under
/// their prefixes, and, like single addresses, in the order of their first addresses.
struct AddressIndex {
    private struct Block: Hashable {
        var network: IPAddress
        var prefixLength: Int
    }

    /// A block or an address, and the position of its scope.
    private struct Entry {
        var first: UInt128
        var prefixLength: Int
        var position: Int
    }

    /// The positions of each block.
    private var blocks: [Block: [Int]] = [:]
    /// The lengths of the prefixes of the blocks, by the number of bits of an address.
    private var prefixLengths: [Int: Set<Int>] = [:]
    /// All blocks and addresses, the lowest first, by the number of bits of an address.
    private var entries: [Int: [Entry]] = [:]

    /// - Complexity: O(*n* log *n*) in the scopes.
    init(_ scopes: some Collection<HostScope>) {
        for (position, scope) in scopes.enumerated() {
            switch scope {
            case .any: break
            case .name(let name, _):
                guard let address = IPAddress(host: name) else { continue }
                add(address, address.bitCount, position)
            case .network(let matcher):
                let block = Block(network: matcher.network, prefixLength: matcher.prefixLength)
                blocks[block, default: []].append(position)
                prefixLengths[block.network.bitCount, default: []].insert(block.prefixLength)
                add(block.network, block.prefixLength, position)
            }
        }
        entries = entries.mapValues { family in family.sorted { $0.first < $1.first } }
    }

    private mutating func add(_ network: IPAddress, _ prefixLength: Int, _ position: Int) {
        let entry = Entry(first: Self.bits(of: network), prefixLength: prefixLength, position: position)
        entries[network.bitCount, default: []].append(entry)
    }

    /// Whether a scope is a block.
    var hasBlocks: Bool { !blocks.isEmpty }

    /// The positions of the blocks that contain an address.
    ///
    /// - Complexity: O(*n*) in the different lengths of prefixes, of which there are at most 129.
    func positions(containing address: IPAddress) -> [Int] { positions(containing: address, shorterThan: .max) }

    /// The positions of the blocks and addresses that have an address in common with a block.
    func positions(meeting block: AddressMatcher) -> [Int] {
        positions(containing: block.network, shorterThan: block.prefixLength) + positions(within: block)
    }

    private func positions(containing address: IPAddress, shorterThan limit: Int) -> [Int] {
        let lengths = (prefixLengths[address.bitCount] ?? []).filter { $0 < limit }
        return lengths.flatMap { blocks[Block(network: address.prefix($0), prefixLength: $0)] ?? [] }
    }

    /// The positions of the blocks and addresses within a block.
    private func positions(within block: AddressMatcher) -> [Int] {
        guard let family = entries[block.network.bitCount] else { return [] }
        let first = Self.bits(of: block.network)
        let last = first | ~(UInt128.max << UInt128(block.network.bitCount - block.prefixLength))
        var (low, high) = (0, family.count)
        while low < high {
            let middle = (low + high) / 2
            if family[middle].first < first { low = middle + 1 } else { high = middle }
        }
        return family[low...].prefix { $0.first <= last }.filter { $0.prefixLength >= block.prefixLength }
            .map(\.position)
    }

    private static func bits(of address: IPAddress) -> UInt128 {
        switch address {
        case .v4(let bits): UInt128(bits)
        case .v6(let bits): bits
        }
    }
}
