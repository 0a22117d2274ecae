import URLMatching
import URLStandard

extension HostScope {
    /// The first address after a block or an address; nil for names, and after the last address.
    var hostBehind: HostScope? {
        switch self {
        case .any: return nil
        case .name(let name, _): return IPAddress(host: name).flatMap { Self.address(behind: $0, of: $0.bitCount) }
        case .network(let matcher): return Self.address(behind: matcher.network, of: matcher.prefixLength)
        }
    }

    private static func address(behind network: IPAddress, of prefixLength: Int) -> HostScope? {
        guard prefixLength > 0 else { return nil }
        let next: IPAddress? =
            switch network {
            case .v4(let bits): Self.sum(bits, UInt32(1) << UInt32(32 - prefixLength)).map { .v4($0) }
            case .v6(let bits): Self.sum(bits, UInt128(1) << UInt128(128 - prefixLength)).map { .v6($0) }
            }
        return next.flatMap { try? AddressMatcher("\($0)") }.map { .network($0) }
    }

    private static func sum<Bits: FixedWidthInteger>(_ bits: Bits, _ size: Bits) -> Bits? {
        let (sum, isOver) = bits.addingReportingOverflow(size)
        return isOver ? nil : sum
    }

    /// The hosts that an anchor matches.
    init(_ anchor: HostAnchor) {
        switch anchor {
        case .host(let name): self = .name(name, .exact)
        case .domain(let name): self = .name(name, .domain)
        case .subdomains(let name): self = .name(name, .subdomains)
        case .network(let network): self = .network(network)
        }
    }
}
