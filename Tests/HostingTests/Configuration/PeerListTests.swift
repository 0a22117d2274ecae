import Hosting
import Testing

@Suite("Lists of peers") struct PeerListTests {
    @Test(
        "Members of a network are found",
        arguments: [
            ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true),
            ("10.16.0.0/12", "10.31.255.255", true), ("10.16.0.0/12", "10.32.0.0", false),
            ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.6", false), ("192.0.2.6/31", "192.0.2.7", true),
            ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "2001:db8::1", true),
            ("::/0", "203.0.113.9", false), ("fd00::/8", "fdff::1", true), ("fd00::/8", "fc00::1", false),
            ("2001:db8::/33", "2001:db8:7fff::", true), ("2001:db8::/33", "2001:db8:8000::", false),
        ]
    )
    func networks(entry: String, address: String, isIn: Bool) throws {
        let list = PeerList([try #require(PeerList.Entry(entry))])
        let known = try #require(PeerList.Address(address))
        #expect(list.contains(known) == isIn)
        #expect(!list.contains(nil), "a network says nothing of sockets in the file system")
    }

    @Test(
        "Networks that together contain every address are recognized",
        arguments: [
            ([], false), (["unix"], false), (["0.0.0.0/0"], true), (["::/0"], true),
            (["0.0.0.0/1", "128.0.0.0/1"], true), (["128.0.0.0/1", "0.0.0.0/2", "unix", "64.0.0.0/2"], true),
            (["0.0.0.0/1", "128.0.0.0/2"], false), (["0.0.0.0/1", "0.0.0.0/2", "10.0.0.0/8"], false),
            (["::/1", "8000::/1"], true), (["::/1", "128.0.0.0/1"], false), (["192.0.2.7", "2001:db8::1"], false),
        ] as [([String], Bool)]
    )
    func everyAddress(entries: [String], isEvery: Bool) {
        #expect(PeerList(entries.compactMap { PeerList.Entry($0) }).includesEveryAddress == isEvery)
    }

    @Test("An empty list trusts nobody, and `unix` trusts no network")
    func emptyAndUnix() throws {
        let local = try #require(PeerList.Address("127.0.0.1"))
        #expect(!PeerList().contains(nil))
        #expect(!PeerList().contains(local))
        #expect(PeerList([.unix]).contains(nil))
        #expect(!PeerList([.unix]).contains(local))
    }

    @Test(
        "An invalid network is refused",
        arguments: [
            "", "/", "10.0.0.0/", "/8", "10.0.0/8", "10.0.0.0/8/8", "10.0.0.0/+8", "10.0.0.0/08x", "10.0.0.0/-1",
            "010.0.0.0/8", "10.0.0.0/33", "10.0.0.1/31", "::1/0", "[::1]", "fe80::1%eth0", "::ffff:10.0.0.0/104",
            "localhost", "UNIX", "10.0.0.0 /8", "0x0a000000/8", "10.0.0.0/8\0",
        ]
    )
    func malformed(text: String) { #expect(PeerList.Entry(text) == nil) }

    @Test("Addresses have 4 or 16 bytes")
    func bytes() {
        #expect(PeerList.Address(bytes: []) == nil)
        #expect(PeerList.Address(bytes: [1, 2, 3, 4, 5]) == nil)
        #expect(PeerList.Address(bytes: [1, 2, 3, 4]) == PeerList.Address("1.2.3.4"))
        #expect(PeerList.isLoopback("127.9.9.9"))
        #expect(PeerList.isLoopback("::1"))
        #expect(!PeerList.isLoopback("128.0.0.1"))
        #expect(!PeerList.isLoopback("loopback.example"))
    }
}
