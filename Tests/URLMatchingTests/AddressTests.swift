import Testing
import URLMatching
import URLStandard

@Suite("Address")
struct AddressTests {
    @Test(
        "Anything but an address or a CIDR block is refused, with a suggestion",
        arguments: [
            ("", .empty, nil),
            ("/8", .invalidAddress, nil),
            ("contoso.com", .invalidAddress, "`host` or `domain`"),
            ("contoso.com/8", .invalidAddress, "`host` or `domain`"),
            ("https://10.0.0.1", .hasScheme, "alone"),
            ("10.0.0.1:443", .hasPort, "`10.0.0.1`"),
            // `10.0.0.0` would be one address of the block.
            ("10.0.0.0:443/8", .hasPort, "write `10.0.0.0/8`"),
            ("10.0.0.1:443/x", .hasPort, "write it alone"),
            ("10.1?x", .invalidAddress, nil),
            ("10.0.0.7/24", .hostBitsSet, "`10.0.0.0/24`"),
            ("10.0.0.7/0", .hostBitsSet, "`0.0.0.0/0`"),
            ("2001:db8::1/32", .hostBitsSet, "`2001:db8::/32`"),
            ("::ffff:10.0.0.1/104", .hostBitsSet, "/104`"),
            ("10.0.0.0/", .invalidPrefixLength, "0 to 32"),
            ("10.0.0.0/33", .invalidPrefixLength, "0 to 32"),
            ("10.0.0.0/08", .invalidPrefixLength, "leading zeros"),
            ("10.0.0.0/+8", .invalidPrefixLength, "0 to 32"),
            ("10.0.0.0/-1", .invalidPrefixLength, "0 to 32"),
            ("10.0.0.0/8/8", .invalidPrefixLength, "0 to 32"),
            ("10.0.0.0/99999999999999999999", .invalidPrefixLength, "0 to 32"),
            ("10.0.0.0/255.255.255.0", .invalidPrefixLength, "`10.0.0.0/24`"),
            ("10.0.0.0/255.0.255.0", .invalidPrefixLength, "0 to 32"),
            ("::/129", .invalidPrefixLength, "0 to 128"),
            ("10.1", .addressSpelling, "`10.0.0.1`"),
            ("10.0.0.010", .addressSpelling, "`10.0.0.8`"),
            ("0x0a000000/8", .addressSpelling, "`10.0.0.0/8`"),
            ("10/8", .addressSpelling, "write `10.0.0.0/8`"),
            ("172.16/12", .addressSpelling, "write `172.16.0.0/12`"),
            ("192.168/16", .addressSpelling, "write `192.168.0.0/16`"),
            ("192.168.0/24", .addressSpelling, "write `192.168.0.0/24`"),
            ("0/0", .addressSpelling, "write `0.0.0.0/0`"),
            // These may be two blocks, or are none.
            ("10.2/31", .addressSpelling, "write four numbers"),
            ("10/32", .addressSpelling, "write four numbers"),
            ("10.1/8", .addressSpelling, "write four numbers"),
            ("010/8", .addressSpelling, "write four numbers"),
            ("010.0.0.0/8", .addressSpelling, "write four numbers without zeros in front"),
            ("192.168.010.000/24", .addressSpelling, "write four numbers"),
            ("192.168.000.000/16", .addressSpelling, "write `192.168.0.0/16`"),
            ("10/33", .addressSpelling, "write four numbers"),
            ("10/", .addressSpelling, "write four numbers"),
            ("10.0.0.*", .invalidAddress, "CIDR"),
            ("10.0.0.1-10.0.0.9", .invalidAddress, "CIDR"),
            ("[::1]", .invalidAddress, "`::1`"),
            ("[::1]/128", .invalidAddress, "`::1/128`"),
            ("[2001:db8::1]/32", .invalidAddress, nil),
            ("fe80::1%eth0", .invalidAddress, "`fe80::1`"),
            ("fe80::%eth0/10", .invalidAddress, "write `fe80::/10`"),
            ("contoso%2ecom", .invalidAddress, "without it"),
            ("1.2.3.4.5", .invalidAddress, nil),
            (":::", .invalidAddress, nil),
            ("1::2::3", .invalidAddress, nil),
            ("1:2:3:4:5:6:7", .invalidAddress, nil),
            ("1:2:3:4:5:6:7:8:9", .invalidAddress, nil),
            ("1:2:3:4:5:6:7::8", .invalidAddress, nil),
            ("12345::", .invalidAddress, nil),
            ("1:", .invalidAddress, nil),
            (":1", .invalidAddress, nil),
            ("::1.2.3", .invalidAddress, nil),
            ("::1.2.3.4.5", .invalidAddress, nil),
            ("::1.2.3.4:5", .invalidAddress, nil),
            ("1:2:3:4:5:6:7:1.2.3.4", .invalidAddress, nil),
            (String(repeating: "1", count: 100_000), .invalidAddress, nil),
        ] as [(String, MatcherError.Code, String?)]
    )
    func refused(text: String, code: MatcherError.Code, help: String?) {
        expectError(.address, text, code, help: help)
    }

    @Test(
        "Addresses are read like RFC 4291 and written like the URL Standard",
        arguments: [
            ("0.0.0.0", "0.0.0.0/32"),
            ("255.255.255.255", "255.255.255.255/32"),
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("0.0.0.0/0", "0.0.0.0/0"),
            ("::", "::/128"),
            ("::/0", "::/0"),
            ("1::", "1::/128"),
            ("::1", "::1/128"),
            ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1/128"),
            ("1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7/128"),
            ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0/128"),
            ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8/128"),
            ("64:ff9b::192.0.2.1", "64:ff9b::c000:201/128"),
            ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304/128"),
            ("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128"),
            ("fe80::/10", "fe80::/10"),
            ("::ffff:10.0.0.1", "10.0.0.1/32"),
            ("::ffff:10.0.0.0/104", "10.0.0.0/8"),
            ("::ffff:0:0/96", "0.0.0.0/0"),
            ("::fffe:0:0/95", "::fffe:0:0/95"),
        ]
    )
    func spelling(text: String, canonical: String) throws {
        let matcher = try AddressMatcher(text)
        #expect("\(matcher.network)/\(matcher.prefixLength)" == canonical)
    }

    @Test(
        "A block contains the hosts that are addresses within it",
        arguments: [
            ("10.0.0.0/8", "https://10.1.2.3/", true),
            ("10.0.0.0/8", "https://11.0.0.0/", false),
            ("10.0.0.0/8", "https://9.255.255.255/", false),
            ("10.0.0.0/8", "https://0x0a.1/", true),
            ("10.0.0.0/8", "https://[::ffff:a01:203]/", true),
            ("10.0.0.0/8", "https://[::ffff:b01:203]/", false),
            ("10.0.0.0/8", "https://[::a01:203]/", false),
            ("10.0.0.0/8", "https://10.contoso.com/", false),
            ("0.0.0.0/0", "https://255.255.255.255/", true),
            ("0.0.0.0/0", "https://contoso.com/", false),
            ("0.0.0.0/0", "https://[::1]/", false),
            ("0.0.0.0/0", "mailto:a@10.0.0.1", false),
            ("10.0.0.1", "https://10.0.0.1:8443/", true),
            ("10.0.0.1", "https://dana@10.0.0.1/", true),
            ("10.0.0.1", "https://10.0.0.2/", false),
            ("192.168.0.128/25", "https://192.168.0.127/", false),
            ("192.168.0.128/25", "https://192.168.0.128/", true),
            ("::/0", "https://[2001:db8::1]/", true),
            ("::/0", "https://10.0.0.1/", false),
            ("::/0", "https://[::ffff:10.0.0.1]/", false),
            ("2001:db8::/32", "https://[2001:db8:ffff::1]/", true),
            ("2001:db8::/32", "https://[2001:db9::1]/", false),
            ("::1", "https://[::1]/", true),
            ("::ffff:10.0.0.0/104", "https://10.9.9.9/", true),
            ("10.0.0.1", "contoso-doc://10.0.0.1/", true),
        ]
    )
    func matches(text: String, url: String, isMatch: Bool) throws {
        #expect(try outcome(.address, text, url) == MatchOutcome(isMatch))
    }
}
