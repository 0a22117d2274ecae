import NIOCore
import Testing

@testable import Rendering

@Suite("Addresses that the gate connects to") struct ReachableAddressesTests {
    @Test(arguments: [
        ("127.0.0.1", false), ("10.1.2.3", false), ("169.254.169.254", false), ("192.168.0.1", false),
        ("172.16.0.1", false), ("172.32.0.1", true), ("100.64.0.1", false), ("0.0.0.0", false), ("224.0.0.1", false),
        ("255.255.255.255", false), ("203.0.113.9", false), ("8.8.8.8", true), ("1.1", false), ("", false),
        ("::1", false), ("::", false), ("fe80::1", false), ("fd00::1", false), ("ff02::1", false),
        ("::ffff:127.0.0.1", false), ("::ffff:8.8.8.8", true), ("64:ff9b::7f00:1", false), ("2002:7f00:1::", false),
        ("2001:db8::1", false), ("2001::1", false), ("2606:4700::1111", true),
    ])
    func isPublic(address: String, expected: Bool) { #expect(ReachableAddresses.isPublic(address) == expected) }

    @Test func aNameThatTheOperatorGaveAnAddressLeadsThere() async throws {
        let addresses = ReachableAddresses(hosts: ["site.test": HostAddress(address: "127.0.0.1", port: 81)])
        let address = try await addresses.address(of: "site.test", port: 80)
        #expect(address.port == 81)
        await #expect(throws: ReachableAddresses.Unreachable.self) {
            try await addresses.address(of: "127.0.0.1", port: 80)
        }
        await #expect(throws: ReachableAddresses.Unreachable.self) {
            try await addresses.address(of: "localhost", port: 80)
        }
    }
}
