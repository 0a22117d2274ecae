import ByteText
import Glibc

/// The peers that may send questions: networks, and clients of sockets in the file system. An empty list trusts nobody.
public struct PeerList: Hashable, Sendable {
    /// An IP address as 4 or 16 bytes. An IPv4-mapped IPv6 address counts as IPv4.
    public struct Address: Hashable, Sendable {
        /// The bytes in network byte order.
        public let bytes: [UInt8]

        /// Creates an address.
        ///
        /// - Parameter bytes: 4 or 16 bytes; any other number yields nil.
        public init?(bytes: [UInt8]) {
            switch bytes.count {
            case 4: self.bytes = bytes
            case 16:
                // A dual-stack socket reports an IPv4 client as `::ffff:a.b.c.d`.
                let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
                self.bytes = isMapped ? Array(bytes[12...]) : bytes
            default: return nil
            }
        }

        /// Parses an address in the format of `inet_pton`: four decimal numbers, or IPv6 without brackets and zone.
        public init?(_ text: String) {
            guard let bytes = NumericAddress.bytes(of: text) else { return nil }
            self.init(bytes: bytes)
        }
    }

    /// One entry of a list.
    public enum Entry: Hashable, Sendable {
        /// All clients of a socket in the file system.
        case unix
        /// All addresses with this prefix.
        case network(Address, prefix: Int)

        /// Parses `unix`, an address, or an address with a prefix length, such as `10.0.0.0/8`.
        ///
        /// Nil for any other text, and if bits after the prefix are set: `10.1.2.3/8` is contradictory.
        public init?(_ text: String) {
            if text == "unix" {
                self = .unix
                return
            }
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let raw = NumericAddress.bytes(of: parts[0]), let address = Address(bytes: raw),
                // The prefix length of `::ffff:10.0.0.0/104` would refer to another address than the one that is
                // compared.
                address.bytes.count == raw.count
            else { return nil }
            let bits = raw.count * 8
            var prefix = bits
            if parts.count == 2 {
                guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy(\.isASCIIDigit),
                    let number = Int(parts[1]), number <= bits
                else { return nil }
                prefix = number
            }
            for bit in prefix..<bits where raw[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0 { return nil }
            self = .network(address, prefix: prefix)
        }
    }

    /// The entries, in the order of the file.
    public var entries: [Entry]

    /// Creates a list.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// Whether clients of a socket in the file system are permitted.
    public var includesUnix: Bool { entries.contains(.unix) }

    /// Whether a client is permitted.
    ///
    /// - Parameter address: Its address; nil for a client of a socket in the file system.
    /// - Returns: Whether an entry matches it.
    /// - Complexity: O(*n*) in the number of entries.
    public func contains(_ address: Address?) -> Bool {
        guard let address else { return includesUnix }
        return entries.contains { entry in
            guard case .network(let network, let prefix) = entry, network.bytes.count == address.bytes.count else {
                return false
            }
            let whole = prefix / 8
            guard network.bytes[..<whole] == address.bytes[..<whole] else { return false }
            let rest = prefix % 8
            guard rest > 0 else { return true }
            let mask = ~(UInt8(0xFF) >> UInt8(rest))
            return network.bytes[whole] & mask == address.bytes[whole] & mask
        }
    }

    /// Whether the networks together contain every IPv4 address, or every IPv6 address.
    ///
    /// - Complexity: O(*n*) in the number of entries.
    package var includesEveryAddress: Bool {
        [4, 16]
            .contains { count in
                let networks = entries.compactMap { entry -> (bytes: [UInt8], prefix: Int)? in
                    guard case .network(let address, let prefix) = entry, address.bytes.count == count else {
                        return nil
                    }
                    return (address.bytes, prefix)
                }
                return Self.fill(networks, from: 0)
            }
    }

    /// Whether networks that have their first `depth` bits in common contain every address that begins with these bits.
    private static func fill(_ networks: [(bytes: [UInt8], prefix: Int)], from depth: Int) -> Bool {
        if networks.contains(where: { $0.prefix <= depth }) { return true }
        return [UInt8(0), 1]
            .allSatisfy { bit in
                let half = networks.filter { $0.bytes[depth / 8] >> UInt8(7 - depth % 8) & 1 == bit }
                return !half.isEmpty && fill(half, from: depth + 1)
            }
    }

    /// Whether a text is an address that only this machine can reach.
    public static func isLoopback(_ host: String) -> Bool {
        guard let address = Address(host) else { return host == "localhost" }
        return address.bytes.count == 4
            ? address.bytes[0] == 127 : address.bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
}

/// Parses numeric addresses. All unsafe code of this module's configuration is here.
private enum NumericAddress {
    static func bytes(of text: String) -> [UInt8]? {
        guard !text.utf8.contains(0), text.utf8.count <= 45 else { return nil }
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            // SAFETY: the text is passed NUL-terminated for the call, which writes as many bytes as the buffer has.
            if unsafe bytes.withUnsafeMutableBytes({ unsafe inet_pton(family, text, $0.baseAddress) }) == 1 {
                return bytes
            }
        }
        return nil
    }
}
