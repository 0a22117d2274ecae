import Demarc
import PolicyModel
import RequestReading
import TestSupport
import Testing

@Suite("Tunnels") struct TunnelTests {
    private static func connect(_ target: String, _ hosts: String...) -> ObservedRequest {
        ObservedRequest("CONNECT", target, hosts: hosts)
    }

    @Test(
        "The target of a tunnel is given once, with a port",
        arguments: [
            ("evil", [], "request.portMissing"), ("other.test", ["other.test"], "request.portMissing"),
            ("", [], "request.authorityMissing"), ("", ["other.test"], "request.portMissing"),
            ("other.test:443", ["evil.test:443"], "request.authoritiesDiffer"),
            ("other.test:443", ["other.test:8443"], "request.authoritiesDiffer"),
            ("other.test:8443", ["other.test"], "request.authoritiesDiffer"),
            ("/", ["other.test"], "request.authorityInvalid"), ("*", ["other.test"], "request.authorityInvalid"),
            ("https://other.test:443/", ["other.test"], "request.authorityInvalid"),
            ("user@other.test:443", [], "request.authorityInvalid"),
            ("other.test:443/x", [], "request.authorityInvalid"),
            ("other.test:", [], "request.authorityInvalid"), ("other.test:0", [], "request.authorityInvalid"),
            ("other.test:443#", [], "request.authorityInvalid"), ("0x7f.1:443", [], "request.authorityInvalid"),
            ("other.test:443", [], "allow external -"), ("other.test:443", ["other.test"], "allow external -"),
            ("other.test:443", ["OTHER.test:443"], "allow external -"), ("", ["other.test:443"], "allow external -"),
            ("evil.test:443", [], "block blocked evil"), ("127.0.0.1:8080", [], "block blocked local"),
            ("[::1]:443", ["[::1]:443"], "allow external -"),
            (String(repeating: "a", count: 1 << 17), [], "request.targetTooLong"),
        ]
    )
    func targets(target: String, hosts: [String], expected: String) throws {
        var world = try RequestWorld()
        let decision = world.decide(ObservedRequest("CONNECT", target, hosts: hosts))
        #expect(decision.line == expected)
        #expect(decision.kind == .connection)
    }

    @Test(
        "A tunnel stays a tunnel if the request has an upgrade field",
        arguments: [
            ("evil.test:443", "block blocked evil"), ("other.test:443", "allow external -"),
            ("/", "request.authorityInvalid"), ("https://other.test:443/", "request.authorityInvalid"),
        ]
    )
    func upgrade(target: String, expected: String) throws {
        var world = try RequestWorld()
        let request = ObservedRequest("CONNECT", target, hosts: []).with { $0.upgrade = Array("websocket".utf8) }
        let decision = world.decide(request)
        #expect(decision.line == expected)
        #expect(decision.kind == .connection)
    }

    @Test("The server name must be the host of the tunnel")
    func serverName() throws {
        var world = try RequestWorld()
        for (name, expected) in [("other.test", "allow external -"), ("evil.test", "request.authoritiesDiffer")] {
            let request = Self.connect("other.test:443").with { $0.add(authority: Array(name.utf8), from: .sni) }
            #expect(world.line(request) == expected)
        }
        let alone = Self.connect("").with { $0.add(authority: Array("evil.test".utf8), from: .sni) }
        #expect(world.line(alone) == "block blocked evil")
        #expect(world.decide(alone).url == "https://evil.test/")
    }

    @Test("A tunnel with different decisions for its paths blocks, unless its content is inspected")
    func undecided() throws {
        var opaque = try RequestWorld()
        let decision = opaque.decide(Self.connect("good.test:443"))
        #expect(decision.verdict == .block && decision.codes == ["connection.undecided"])
        #expect(decision.rule?.id == "admin")
        var inspected = try RequestWorld(.fixed.with { $0.tunnels = .inspected })
        #expect(inspected.decide(Self.connect("good.test:443")).verdict == .allow)
        #expect(inspected.decide(Self.connect("good.test:443")).codes == ["connection.inspected"])
        #expect(inspected.line(Self.connect("evil.test:443")) == "block blocked evil")
        // The rules of http and https differ.
        #expect(opaque.line(Self.connect("plain.test:443")) == "allow internal secure")
        #expect(opaque.decide(Self.connect("plain.test:8443")).codes == ["connection.undecided"])
    }

    @Test("The account of a tunnel is read as for any request")
    func accounts() throws {
        var world = try RequestWorld(RequestBinding(view: "E", absentAccount: .lockDown))
        #expect(world.line(Self.connect("other.test:443")) == "route external -")
        let unknown = Self.connect("other.test:443").with { $0.claim(account: Array("stranger".utf8)) }
        #expect(world.decide(unknown).codes == ["identity.unknown"])
        let home = Self.connect("other.test:443").with { $0.claim(account: Array("home".utf8)) }
        #expect(world.decide(home).codes == ["identity.unmanaged"])
        var inspected = try RequestWorld(RequestBinding(view: "E", absentAccount: .lockDown, tunnels: .inspected))
        #expect(inspected.decide(unknown).verdict == .block)
        #expect(inspected.decide(Self.connect("other.test:443")).verdict == .allow)
    }
}
