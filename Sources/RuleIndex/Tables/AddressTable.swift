import URLMatching

/// Finds the rules that speak of an IP address or of a network around it.
///
/// One hash table, asked once for each prefix length in use: the cost depends on how many lengths there are, never on
/// the number of networks.
struct AddressTable: Sendable {
    struct Network: Hashable, Sendable {
        var address: IPAddress
        var prefixLength: Int
    }

    private var reaches: [Network: Reach] = [:]
    /// What has more to check.
    private(set) var postings: [Posting] = []
    /// The prefix lengths in use.
    let prefixLengths: [Int]

    /// - Parameter reached: What the addresses of each network reach.
    init(_ reached: [Network: [Posting]]) {
        prefixLengths = Set(reached.keys.map(\.prefixLength)).sorted()
        for (network, reached) in reached { reaches[network] = Reach(reached, in: &postings) }
    }

    var isEmpty: Bool { prefixLengths.isEmpty }

    /// Takes what an address reaches.
    func search(_ address: IPAddress, _ search: inout Search) {
        for prefixLength in prefixLengths { search.take(reach(of: address, prefixLength: prefixLength)) }
    }

    /// What an address reaches through the networks of one prefix length.
    func reach(of address: IPAddress, prefixLength: Int) -> Reach {
        guard prefixLength <= address.bitCount else { return .nothing }
        return reaches[Network(address: address.prefix(prefixLength), prefixLength: prefixLength)] ?? .nothing
    }
}
