/// Finds the rules that speak of an IP address or of a network around it.
///
/// One hash table for each prefix length in use, so a look-up costs as many probes as there are different lengths,
/// however many networks there are. IPv4 addresses are looked up as the IPv4-mapped IPv6 addresses they have.
struct AddressTable: Sendable {
    /// An address of 128 bits.
    struct Address: Hashable, Sendable {
        var high: UInt64
        var low: UInt64

        /// The address with everything behind the first `prefixLength` bits cleared.
        func masked(_ prefixLength: Int) -> Address {
            let highBits = min(prefixLength, 64)
            let lowBits = max(prefixLength - 64, 0)
            return Address(
                high: highBits == 0 ? 0 : high & (~0 << UInt64(64 - highBits)),
                low: lowBits == 0 ? 0 : low & (~0 << UInt64(64 - lowBits)))
        }
    }

    private struct Network: Hashable, Sendable {
        var address: Address
        var prefixLength: Int
    }

    private var postings: [Network: [Posting]] = [:]
    private var prefixLengths: [Int] = []

    var isEmpty: Bool { postings.isEmpty }

    /// Says that the addresses of a network reach a rule.
    mutating func insert(_ address: Address, prefixLength: Int, _ posting: Posting) {
        let network = Network(address: address.masked(prefixLength), prefixLength: prefixLength)
        postings[network, default: []].append(posting)
        if !prefixLengths.contains(prefixLength) { prefixLengths.append(prefixLength) }
    }

    /// Calls `body` with every posting that `address` reaches.
    func forEachPosting(of address: Address, _ body: (Posting) -> Void) {
        for prefixLength in prefixLengths {
            let network = Network(address: address.masked(prefixLength), prefixLength: prefixLength)
            guard let found = postings[network] else { continue }
            for posting in found { body(posting) }
        }
    }
}
