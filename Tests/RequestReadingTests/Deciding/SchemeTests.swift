import Demarc
import PolicyModel
import RequestReading
import TestSupport
import Testing

@Suite("Schemes and upgrades of requests") struct SchemeTests {
    private static let claimed = RequestBinding.fixed.with { $0.scheme = .claimed }

    private static func request(_ host: String, proxy: [String] = [], client: [String] = []) -> ObservedRequest {
        ObservedRequest("/", hosts: [host]).with { request in
            for scheme in proxy { request.claim(scheme: Array(scheme.utf8), by: .proxy) }
            for scheme in client { request.claim(scheme: Array(scheme.utf8), by: .client) }
        }
    }

    @Test(
        "A scheme that a client could set is decided both ways",
        arguments: [
            ([], [], "block url.readingsDiffer secure plain"),
            ([], ["https"], "block url.readingsDiffer secure plain"),
            ([], ["http"], "block url.readingsDiffer plain secure"),
            (["https"], [], "allow internal secure"), (["HTTPS"], [], "allow internal secure"),
            (["http"], [], "block blocked plain"), (["https"], ["http"], "allow internal secure"),
            (["http"], ["https"], "block blocked plain"),
            (["https", "http"], [], "request.schemesDiffer"), (["https", "https"], [], "allow internal secure"),
            ([], ["http", "https"], "request.schemesDiffer"),
            (["https,http"], [], "request.schemeInvalid"), ([""], [], "request.schemeInvalid"),
            (["ftp"], [], "request.schemeInvalid"), ([], ["gopher"], "request.schemeInvalid"),
            (["https "], [], "request.schemeInvalid"),
        ]
    )
    func claims(proxy: [String], client: [String], expected: String) throws {
        var world = try RequestWorld(Self.claimed)
        #expect(world.line(Self.request("plain.test", proxy: proxy, client: client)) == expected)
    }

    @Test("If both schemes have the same decision, either is accepted")
    func alike() throws {
        var world = try RequestWorld(Self.claimed)
        #expect(world.line(Self.request("good.test")) == "allow internal good")
        #expect(world.decide(Self.request("good.test", client: ["http"])).url == "http://good.test/")
        #expect(world.decide(Self.request("good.test")).url == "https://good.test/")
    }

    @Test("Ports that are equal only under one scheme differ if both are decided")
    func ports() throws {
        var world = try RequestWorld(Self.claimed)
        let request = ObservedRequest("/", hosts: ["good.test", "good.test:443"])
        #expect(world.line(request) == "request.authoritiesDiffer")
        let secure = request.with { $0.claim(scheme: Array("https".utf8), by: .proxy) }
        #expect(world.line(secure) == "allow internal good")
    }

    @Test("A fixed scheme overrides every claim")
    func fixed() throws {
        var secure = try RequestWorld()
        #expect(secure.line(Self.request("plain.test", proxy: ["http"], client: ["gopher"])) == "allow internal secure")
        var plain = try RequestWorld(.fixed.with { $0.scheme = .http })
        #expect(plain.line(Self.request("plain.test", proxy: ["https"])) == "block blocked plain")
        #expect(plain.line(ObservedRequest("https://plain.test/", hosts: ["plain.test"])) == "request.schemesDiffer")
    }

    @Test("An absolute target's scheme is decided along with the other, unless the proxy confirms it")
    func absoluteTarget() throws {
        var world = try RequestWorld(Self.claimed)
        let request = ObservedRequest("https://plain.test/", hosts: ["plain.test"])
        #expect(world.line(request) == "block url.readingsDiffer secure plain")
        let confirmed = request.with { $0.claim(scheme: Array("https".utf8), by: .proxy) }
        #expect(world.line(confirmed) == "allow internal secure")
        let denied = request.with { $0.claim(scheme: Array("http".utf8), by: .proxy) }
        #expect(world.line(denied) == "request.schemesDiffer")
    }

    // MARK: Upgrades

    @Test(
        "Upgrades to other protocols block",
        arguments: [
            ("h2c", "request.upgradeH2C"), ("H2C", "request.upgradeH2C"), ("websocket, h2c", "request.upgradeH2C"),
            ("h2c,websocket", "request.upgradeH2C"), (" h2c", "request.upgradeH2C"), ("h2c-14", "request.upgradeH2C"),
            ("TLS/1.0", "request.upgradeUnknown"), ("foo", "request.upgradeUnknown"),
            ("websocket, foo", "request.upgradeUnknown"), (",", "request.upgradeUnknown"),
            ("websocket,", "request.upgradeUnknown"), ("connect-udp", "request.upgradeUnknown"),
            ("", "allow internal good"), ("websocket", "allow internal good"), ("WebSocket", "allow internal good"),
        ]
    )
    func upgrades(value: String, expected: String) throws {
        var world = try RequestWorld()
        let request = ObservedRequest("/", hosts: ["good.test"]).with { $0.upgrade = Array(value.utf8) }
        #expect(world.line(request) == expected)
    }

    @Test("A WebSocket is `wss`, or `ws` without TLS")
    func webSocket() throws {
        let request = ObservedRequest("/private/x", hosts: ["good.test"]).with { $0.upgrade = Array("websocket".utf8) }
        var secure = try RequestWorld()
        #expect(secure.line(request) == "block blocked sockets")
        #expect(secure.decide(request).url == "wss://good.test/private/x")
        var plain = try RequestWorld(.fixed.with { $0.scheme = .http })
        #expect(plain.decide(request).url == "ws://good.test/private/x")
        // The path is the same, but the scheme is not.
        #expect(secure.line(ObservedRequest("/private/x", hosts: ["good.test"])) == "allow internal good")
        let extended = ObservedRequest("CONNECT", "/private/x", hosts: ["good.test"]).with {
            $0.connectProtocol = Array("websocket".utf8)
        }
        #expect(secure.decide(extended).url == "wss://good.test/private/x")
        #expect(secure.decide(extended).kind == .navigate)
        let claimed = ObservedRequest("/private/x", hosts: ["good.test"]).with {
            $0.claim(scheme: Array("wss".utf8), by: .proxy)
        }
        var claiming = try RequestWorld(Self.claimed)
        #expect(claiming.line(claimed) == "block blocked sockets")
    }

    @Test("An upgrade field does not open a blocked page, because the server may ignore it")
    func ignoredUpgrade() throws {
        var world = try RequestWorld()
        // The rule names only http and https.
        let request = ObservedRequest("/admin/x", hosts: ["good.test"]).with { $0.upgrade = Array("websocket".utf8) }
        #expect(world.line(request) == "block url.readingsDiffer good admin")
        let hidden = ObservedRequest("//admin/x", hosts: ["good.test"]).with { $0.upgrade = Array("websocket".utf8) }
        #expect(world.decide(hidden).verdict == .block)
        // An extended CONNECT is not a request for a page.
        let extended = ObservedRequest("CONNECT", "/admin/x", hosts: ["good.test"]).with {
            $0.connectProtocol = Array("websocket".utf8)
        }
        #expect(world.line(extended) == "allow internal good")
        // A page that opens in the browser, or of another class, is not opened by the field either.
        let routed = ObservedRequest("/partner/x", hosts: ["good.test"]).with { $0.upgrade = Array("websocket".utf8) }
        #expect(world.line(routed) == "block url.readingsDiffer good partner")
    }
}
