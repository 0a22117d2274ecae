import Demarc
import RequestReading
import TestSupport
import Testing

@Suite("Authorities of requests") struct AuthorityTests {
    @Test(
        "An authority that servers read differently is a fault",
        arguments: [
            "", " ", "good.test ", " good.test", "good test", "good.test/", "good.test/x", "good.test?x", "good.test#x",
            "good.test\\x", "good@evil.test", "@good.test", "user:pass@good.test", "good.test,evil.test",
            "good.test, evil.test", "good.test;evil.test", "%67ood.test", "good%2etest", "good.test%", "gööd.test",
            "good\u{3002}test", "good.test\0", "good.test\r\n", "\tgood.test", "good\ntest", "good.test\u{7f}",
            ".", "..", ".good.test", "good.test.", "good..test", ":", ":443", "good.test:", "good.test:0",
            "good.test:65536", "good.test:99999", "good.test:443x", "good.test:+443", "good.test:-1", "good.test: 443",
            "good.test:443:443", "good.test:000443", "[", "[]", "[::1", "::1", "[::1]x", "[::1]:", "[::1%25eth0]",
            "[::1%eth0]", "[g::1]", "[::1]evil.test", "*", "*.test", "good.test'", "good(test)", "good~test",
            "good!test",
            "good+test", "good$test", "good&test", "good=test", "<good.test>", "\"good.test\"", "good.test|evil.test",
            // Some readers take an address in an unusual form for a name.
            "0x7f.1", "0x7f000001", "017700000001", "2130706433", "127.1", "127.0.1", "127.0.0.01", "127.0.0.256",
            "127.0.0.0x1", "1.2.3.4.5", "0177.0.0.1", "good.0x7f", "good.1", "1", "0x", "a.0x",
            String(repeating: "a", count: 256), String(repeating: "a.", count: 40_000) + "test",
        ]
    )
    func invalid(authority: String) throws {
        var world = try RequestWorld()
        #expect(world.line(ObservedRequest("/", hosts: [authority])) == "request.authorityInvalid")
        #expect(world.line(ObservedRequest("/", hosts: ["good.test", authority])) == "request.authorityInvalid")
        #expect(world.line(ObservedRequest("/", hosts: [authority, "good.test"])) == "request.authorityInvalid")
    }

    @Test("Every byte that no name contains is a fault, at any position")
    func everyByte() throws {
        var world = try RequestWorld()
        for byte in UInt8.min...UInt8.max {
            let isOfName = Character(Unicode.Scalar(byte)).isASCII && "-_.:".utf8.contains(byte) || byte.isLetterOrDigit
            for position in [0, 4, 9] {
                var text = Array("good.test".utf8)
                text.insert(byte, at: position)
                var request = ObservedRequest("/", hosts: [])
                request.add(authority: text, from: .host)
                let isFault = world.decide(request).fault == .authorityInvalid
                #expect(isFault || isOfName, "byte \(byte) in \(text)")
                if byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") {
                    #expect(!isFault, "byte \(byte) in \(text)")
                }
            }
        }
    }

    @Test(
        "Authorities with one host and port agree",
        arguments: [
            (["good.test"], "allow internal good"),
            (["GOOD.Test"], "allow internal good"),
            (["good.test", "GOOD.TEST"], "allow internal good"),
            (["good.test", "good.test:443"], "allow internal good"),
            (["good.test:443", "good.test"], "allow internal good"),
            (["a_b.good.test"], "allow internal good"),
            (["-.good.test"], "allow internal good"),
            (["xn--bcher-kva.good.test", "XN--BCHER-KVA.good.test"], "allow internal good"),
            (["good.test:8443", "good.test:8443"], "allow internal good"),
            (["good.test:08443", "good.test:8443"], "allow internal good"),
            (["127.0.0.1"], "block blocked local"),
            (["[::ffff:127.0.0.1]", "[::FFFF:7f00:1]"], "block blocked local"),
            (["[::1]", "[0:0:0:0:0:0:0:1]", "[::0.0.0.1]:443"], "allow external -"),
            (["evil.test"], "block blocked evil"),
        ]
    )
    func agreeing(hosts: [String], expected: String) throws {
        var world = try RequestWorld()
        #expect(world.line(ObservedRequest("/", hosts: hosts)) == expected)
    }

    @Test(
        "Authorities with different hosts or ports differ",
        arguments: [
            ["good.test", "evil.test"], ["good.test", "good.test:80"], ["good.test:80", "good.test"],
            ["good.test:8443", "good.test:443"], ["good.test", "good.test", "evil.test"], ["good.test", "a.good.test"],
            ["good.test", "agood.test"], ["127.0.0.1", "[::1]"], ["127.0.0.1", "[::ffff:127.0.0.1]"],
            ["xn--bcher-kva.test", "bcher.test"],
        ]
    )
    func differing(hosts: [String]) throws {
        var world = try RequestWorld()
        #expect(world.line(ObservedRequest("/", hosts: hosts)) == "request.authoritiesDiffer")
        #expect(world.line(ObservedRequest("/", hosts: hosts.reversed())) == "request.authoritiesDiffer")
        // In any source.
        var request = ObservedRequest("/", hosts: [])
        for (host, source) in zip(hosts, [ObservedRequest.AuthoritySource.pseudo, .forwarded, .target]) {
            request.add(authority: Array(host.utf8), from: source)
        }
        #expect(world.line(request) == "request.authoritiesDiffer")
    }

    @Test(
        "Brackets without an address are a fault",
        arguments: ["[1:2]", "[::1:2:3:4:5:6:7:8]", "[:]", "[.]", "[1.2.3.4]"]
    )
    func brackets(host: String) throws {
        var world = try RequestWorld()
        #expect(world.line(ObservedRequest("/", hosts: [host])) == "request.authorityInvalid")
        #expect(world.line(ObservedRequest("/", hosts: [host, "good.test"])) == "request.authorityInvalid")
        #expect(world.line(ObservedRequest("CONNECT", "\(host):443", hosts: [])) == "request.authorityInvalid")
    }

    @Test("A request without an authority is a fault")
    func missing() throws {
        var world = try RequestWorld()
        #expect(world.line(ObservedRequest("/", hosts: [])) == "request.authorityMissing")
        // The name in a handshake belongs to the connection, which may carry requests for several hosts.
        let handshake = ObservedRequest("/", hosts: []).with { $0.add(authority: Array("good.test".utf8), from: .sni) }
        #expect(world.line(handshake) == "request.authorityMissing")
    }

    @Test("The name in a handshake is compared only if the binding requests it")
    func serverName() throws {
        let request = ObservedRequest("/", hosts: ["good.test:443"]).with {
            $0.add(authority: Array("evil.test".utf8), from: .sni)
        }
        var world = try RequestWorld()
        #expect(world.line(request) == "allow internal good")
        var comparing = try RequestWorld(.fixed.with { $0.comparesSNI = true })
        #expect(comparing.line(request) == "request.authoritiesDiffer")
        let same = ObservedRequest("/", hosts: ["good.test:443"]).with {
            $0.add(authority: Array("good.test".utf8), from: .sni)
        }
        #expect(comparing.line(same) == "allow internal good")
        // A proxy that does not report the handshake does not disable the comparison.
        #expect(comparing.line(ObservedRequest("/", hosts: ["good.test"])) == "request.fieldMissing")
        // Clients send no name if the host is an address, and none without TLS.
        #expect(comparing.line(ObservedRequest("/", hosts: ["10.1.2.3"])) != "request.fieldMissing")
        #expect(comparing.line(ObservedRequest("/", hosts: ["[::1]:443"])) != "request.fieldMissing")
        var plain = try RequestWorld(.fixed.with { ($0.comparesSNI, $0.scheme) = (true, .http) })
        #expect(plain.line(ObservedRequest("/", hosts: ["good.test"])) == "allow internal good")
        let withPort = same.with { $0.add(authority: Array("good.test:443".utf8), from: .sni) }
        #expect(comparing.line(withPort) == "request.authorityInvalid")
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self
            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
    }
}
