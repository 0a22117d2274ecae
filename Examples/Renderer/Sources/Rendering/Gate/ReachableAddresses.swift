import NIOCore
import NIOPosix

/// The addresses to which the gate connects.
///
/// A page chooses names, and the owner of a name chooses its address: this machine, the service's own network, or a
/// cloud's metadata service. So a name is resolved first, its address is checked, and the gate connects to that
/// address. The gate connects to addresses outside the public Internet only if the operator has named them.
struct ReachableAddresses: Sendable {
    /// The names with an address that the operator chose.
    var hosts: [String: HostAddress]

    struct Unreachable: Error {}

    /// The address to connect to.
    ///
    /// - Throws: ``Unreachable`` if the address is not public, or an error of resolving the name.
    func address(of host: String, port: UInt16) async throws -> SocketAddress {
        if let given = hosts[host] ?? hosts["\(host):\(port)"] {
            return try SocketAddress(ipAddress: given.address, port: given.port)
        }
        let address = try await NIOThreadPool.singleton.runIfActive {
            try SocketAddress.makeAddressResolvingHost(host, port: Int(port))
        }
        guard let text = address.ipAddress, Self.isPublic(text) else { throw Unreachable() }
        return address
    }

    /// Whether an address belongs to the public Internet.
    ///
    /// - Parameter address: An IPv4 or IPv6 address as the system writes it.
    /// - Returns: Whether it is public; false for anything but an address.
    static func isPublic(_ address: String) -> Bool {
        guard address.contains(":") else { return isPublicIPv4(address) }
        // An IPv4 address inside an IPv6 address is judged by the IPv4 address.
        if let mapped = address.split(separator: ":").last, mapped.contains(".") { return isPublicIPv4(String(mapped)) }
        // Global unicast is 2000::/3; within it, 2001:db8::/32 is for documentation, and 2002::/16 and 2001::/32
        // contain IPv4 addresses.
        guard let first = address.split(separator: ":", omittingEmptySubsequences: false).first,
            let group = UInt16(first, radix: 16), group & 0xE000 == 0x2000
        else { return false }
        let second = address.split(separator: ":", omittingEmptySubsequences: false).dropFirst().first ?? ""
        return group != 0x2002 && !(group == 0x2001 && ["", "0", "db8"].contains(second))
    }

    private static func isPublicIPv4(_ address: String) -> Bool {
        let parts = address.split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt8($0) }
        guard parts.count == 4 else { return false }
        return switch (parts[0], parts[1], parts[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (169, 254, _), (192, 168, _): false
        case (172, 16...31, _), (100, 64...127, _), (198, 18...19, _), (224...255, _, _): false
        case (192, 0, 0), (192, 0, 2), (198, 51, 100), (203, 0, 113): false
        default: true
        }
    }
}
