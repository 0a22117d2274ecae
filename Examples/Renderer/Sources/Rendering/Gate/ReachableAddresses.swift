import NIOCore
import NIOPosix

/// The addresses that the gate connects to.
///
/// A page chooses names, and the owner of a name decides where it resolves: to this machine, to the service's own
/// network, or to the metadata service of a cloud. Therefore a name is resolved first, its address is checked, and that
/// address is used for the connection. Addresses outside of the public Internet are used only if the operator has
/// specified them.
struct ReachableAddresses: Sendable {
    /// The names that resolve to an address chosen by the operator.
    var hosts: [String: HostAddress]

    struct Unreachable: Error {}

    /// The address to connect to.
    ///
    /// - Throws: ``Unreachable`` if it is not on the public Internet, or the error of resolving it.
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

    /// Whether an address is on the public Internet.
    ///
    /// - Parameter address: An IPv4 or IPv6 address in the system's notation.
    /// - Returns: Whether it is; false if the text is not an address.
    static func isPublic(_ address: String) -> Bool {
        guard address.contains(":") else { return isPublicIPv4(address) }
        // An IPv4 address inside of an IPv6 address is judged by itself.
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
