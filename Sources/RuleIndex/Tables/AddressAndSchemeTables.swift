import ByteText
import URLMatching
import URLStandard

/// Finds the rules about an IP address or about a network that contains it.
///
/// A hash table with one look-up for each prefix length in use: the cost depends on the number of lengths, never on the
/// number of networks.
struct AddressTable: Sendable {
    struct Network: Hashable, Sendable {
        var address: IPAddress
        var prefixLength: Int
    }

    private var reaches: [Network: Reach] = [:]
    /// The postings that need further checks.
    private(set) var postings: [Posting] = []
    /// The prefix lengths in use.
    private let prefixLengths: [Int]

    /// - Parameter reached: What the addresses of each network reach.
    init(_ reached: [Network: [Posting]]) {
        prefixLengths = Set(reached.keys.map(\.prefixLength)).sorted()
        for (network, reached) in reached { reaches[network] = Reach(reached, in: &postings) }
    }

    var isEmpty: Bool { prefixLengths.isEmpty }

    /// Iterates over what an address reaches through the networks of each prefix length.
    func forEachReach(of address: IPAddress, _ body: (Reach) -> Void) {
        for prefixLength in prefixLengths { body(reach(of: address, prefixLength: prefixLength)) }
    }

    private func reach(of address: IPAddress, prefixLength: Int) -> Reach {
        guard prefixLength <= address.bitCount else { return .nothing }
        return reaches[Network(address: address.prefix(prefixLength), prefixLength: prefixLength)] ?? .nothing
    }
}

/// Finds the rules about a scheme.
struct SchemeTable: Sendable {
    /// The schemes in rules that are not special.
    private var others: [[UInt8]] = []
    /// What each scheme reaches: the special ones by raw value, then ``others`` in order.
    private var reaches: [Reach] = []
    /// The postings that need further checks.
    private(set) var postings: [Posting] = []
    let isEmpty: Bool

    /// - Parameter reached: What each scheme, in lower case without `:`, reaches.
    init(_ reached: [String: [Posting]]) {
        isEmpty = reached.isEmpty
        let special = [""] + SpecialScheme.allCases.map(\.name)
        let others = reached.keys.filter { !special.contains($0) }.sorted()
        self.others = others.map { Array($0.utf8) }
        for scheme in special + others { reaches.append(Reach(reached[scheme] ?? [], in: &postings)) }
    }

    /// What a special scheme reaches; nothing for every other scheme.
    @inline(__always)
    func reach(of special: SpecialScheme?) -> Reach {
        guard let special else { return .nothing }
        return reaches[Int(special.rawValue)]
    }

    /// What a scheme that is not special reaches.
    func reach(ofOther scheme: Span<UInt8>) -> Reach {
        for position in others.indices {
            let other = others[position]
            if other.span.isEqual(to: scheme) { return reaches[reaches.count - others.count + position] }
        }
        return .nothing
    }
}
