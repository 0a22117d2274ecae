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
    private var prefixLengths: [Int] = []

    var isEmpty: Bool { postings.isEmpty }

    /// Says that the addresses of a network reach a rule.
    mutating func insert(_ matcher: AddressMatcher, _ posting: Posting) {
        let network = Network(
            address: matcher.network.prefix(matcher.prefixLength), prefixLength: matcher.prefixLength)
        postings[network, default: []].append(posting)
        if !prefixLengths.contains(matcher.prefixLength) { prefixLengths.append(matcher.prefixLength) }
    }

    /// Calls `body` with every posting that `address` reaches.
    @inline(__always)
    func forEachPosting(of address: IPAddress, _ body: (Posting) -> Void) {
        for prefixLength in prefixLengths where prefixLength <= address.bitCount {
            let network = Network(address: address.prefix(prefixLength), prefixLength: prefixLength)
            guard let found = postings[network] else { continue }
            for posting in found { body(posting) }
        }
    }
}
