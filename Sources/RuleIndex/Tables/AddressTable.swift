import URLMatching

/// Finds the rules that speak of an IP address or of a network around it.
///
/// One hash table, asked once for each prefix length in use: the cost depends on how many lengths there are, never on
/// the number of networks.
struct AddressTable: Sendable {
    private struct Network: Hashable, Sendable {
        var address: IPAddress
        var prefixLength: Int
    }

    private var postings: [Network: [Posting]] = [:]
    /// The prefix lengths in use.
    private(set) var prefixLengths: [Int] = []

    var isEmpty: Bool { postings.isEmpty }

    /// Says that the addresses of a network reach a rule.
    mutating func insert(_ matcher: AddressMatcher, _ posting: Posting) {
        let network = Network(
            address: matcher.network.prefix(matcher.prefixLength), prefixLength: matcher.prefixLength)
        postings[network, default: []].append(posting)
        if !prefixLengths.contains(matcher.prefixLength) { prefixLengths.append(matcher.prefixLength) }
    }

    /// What an address reaches through the networks of one prefix length.
    func postings(of address: IPAddress, prefixLength: Int) -> [Posting] {
        guard prefixLength <= address.bitCount else { return [] }
        return postings[Network(address: address.prefix(prefixLength), prefixLength: prefixLength)] ?? []
    }
}
