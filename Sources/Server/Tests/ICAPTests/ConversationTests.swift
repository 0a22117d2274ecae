import Answering
import NIOCore
import NIOEmbedded
import Testing

@testable import ICAP

/// Whole conversations: raw bytes in, raw bytes out.
@Suite("ICAP conversations")
struct ConversationTests {
    typealias Fixture = ICAPFixture

    @Test(
        "A request is answered according to the policy",
        arguments: [
            ("GET", "http://contoso.example/", "contoso.example", "204"),
            ("GET", "/", "contoso.example", "204"),
            ("POST", "http://contoso.example/x", "contoso.example", "204"),
            ("CONNECT", "gambling.example:443", "gambling.example:443", "403"),
            ("GET", "http://gambling.example/", "gambling.example", "403"),
            ("HEAD", "http://gambling.example/", "gambling.example", "403"),
            ("GET", "http://gambling.example/", "contoso.example", "403"),
            ("GET", "http://contoso.example/", "gambling.example", "403"),
            ("GET", "http://contoso.example/admin", "contoso.example", "403"),
            ("GET", "http://contoso.example/%61dmin", "contoso.example", "403"),
            ("GET", "http://contoso.example/a;b/..;/admin", "contoso.example", "403"),
            ("GET", "//admin", "contoso.example", "403"),
            ("GET", "/#x", "contoso.example", "403"),
            ("GET", "*", "contoso.example", "403"),
            ("GET", "/", "contoso.example#gambling.example", "403"),
            ("GET", "/", "contoso.example,gambling.example", "403"),
            ("GET", "/", "gambling.example@contoso.example", "403"),
            ("GET", "/", "", "403"),
        ]
    )
    func policy(method: String, target: String, host: String, expected: String) throws {
        let fixture = try Fixture()
        let reply = try fixture.send(Fixture.reqmod(Fixture.get(target, host: host, method: method)))
        #expect(Fixture.verdict(reply) == expected, "\(reply)")
        #expect(
            expected == "204" || !reply.contains("HTTP/1.1 2"),
            "a denial is never a 2xx, or CONNECT opens a tunnel"
        )
    }

    @Test(
        "Inconsistent heads are denied, and the connection continues only if their end is known",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: contoso.example\r\nHost: gambling.example\r\n\r\n", true, "two hosts"),
            ("GET / HTTP/1.1\r\nHost: contoso.example\r\nHost: contoso.example\r\nX: y\n\r\n", false, "LF alone"),
            ("GET / HTTP/1.1\r\n\r\n", true, "no host"),
            ("GET / HTTP/2.0\r\nHost: contoso.example\r\n\r\n", false, "version"),
            ("GET http://gambling.example/ HTTP/1.1\r\n", false, "the head ends after the position"),
            (
                "GET / HTTP/1.1\r\nHost: contoso.example\r\n\r\n" + Fixture.allowed, false,
                "the head ends before the position"
            ),
            (
                "POST / HTTP/1.1\r\nHost: contoso.example\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                true, "CL.TE"
            ),
            ("GET / HTTP/1.1\r\nHost: contoso.example\r\nUpgrade: h2c\r\n\r\n", true, "h2c"),
        ]
    )
    func hostile(http: String, staysOpen: Bool, why: Comment) throws {
        let fixture = try Fixture()
        let reply = try fixture.send(Fixture.reqmod(http) + Fixture.allowed)
        let verdicts = reply.split(separator: "ICAP/1.0 ").map { Fixture.verdict("ICAP/1.0 \($0)") }
        #expect(verdicts == (staysOpen ? ["403", "204"] : ["403"]), why)
        #expect(reply.contains("Connection: close\r\n") != staysOpen, why)
        #expect(fixture.isClosing != staysOpen, why)
    }

    @Test("Every answer has the tag of the policy, and a new policy has a new tag")
    func tag() throws {
        let fixture = try Fixture()
        let tag = try #require(fixture.decisions.policy?.tag)
        #expect(tag.utf8.count == 16)
        for request in [Fixture.allowed, Fixture.denied, "OPTIONS icap://d/s ICAP/1.0\r\n\r\n"] {
            #expect(try fixture.send(request).contains("\r\nISTag: \"\(tag)\"\r\n"))
        }
        let text = Fixture.policy.replacing("games", with: "play")
        fixture.decisions.put(try FixturePolicy.compiled(text))
        let next = try #require(fixture.decisions.policy?.tag)
        #expect(next != tag)
        #expect(try fixture.send(Fixture.allowed).contains("\r\nISTag: \"\(next)\"\r\n"))
    }

    @Test("Without a policy everything is denied, and OPTIONS still works")
    func noPolicy() throws {
        let fixture = try Fixture(hasPolicy: false)
        let options = try fixture.send("OPTIONS icap://d/s ICAP/1.0\r\n\r\n")
        #expect(options.hasPrefix("ICAP/1.0 200 OK\r\n"))
        #expect(options.contains("ISTag: \"0000000000000000\""))
        #expect(Fixture.verdict(try fixture.send(Fixture.allowed)) == "403")
    }

    @Test("OPTIONS describes the service")
    func options() throws {
        let reply = try Fixture().send("OPTIONS icap://d/s ICAP/1.0\r\nEncapsulated: null-body=0\r\n\r\n")
        for line in [
            "Methods: REQMOD", "Allow: 204", "Preview: 0", "Options-TTL: 60", "Max-Connections: 4096",
            "Encapsulated: null-body=0",
        ] {
            #expect(reply.contains("\r\n\(line)\r\n"), "\(line)")
        }
    }

    @Test("The body of OPTIONS is dropped, and the next request is found after it")
    func optionsBody() throws {
        let fixture = try Fixture()
        let options = "OPTIONS icap://d/s ICAP/1.0\r\nEncapsulated: opt-body=0\r\n\r\n"
        let reply = try fixture.send(options + "5\r\nhello\r\n0\r\n\r\n" + Fixture.denied)
        #expect(reply.hasPrefix("ICAP/1.0 200 OK\r\n"))
        #expect(reply.contains("HTTP/1.1 403") && !fixture.isClosing)
    }

    @Test("A denial is a complete HTTP response, with a page for clients that accept one")
    func page() throws {
        let fixture = try Fixture()
        let http = Fixture.get(
            "/",
            host: "gambling.example",
            fields: "Accept: text/html,*/*\r\nSec-Fetch-Mode: navigate\r\n"
        )
        let reply = try fixture.send(Fixture.reqmod(http))
        let parts = reply.split(separator: "\r\n\r\n", maxSplits: 2).map(String.init)
        try #require(parts.count == 3)
        #expect(parts[0].contains("Encapsulated: res-hdr=0, res-body=\(parts[1].utf8.count + 4)"))
        #expect(parts[1].contains("content-type: text/html"))
        #expect(parts[1].contains("x-demarc-verdict: block"))
        #expect(parts[2].contains("Games are not work."))
        #expect(parts[2].hasSuffix("\r\n0\r\n\r\n"))
        let size = try #require(Int(parts[2].prefix { $0 != "\r\n" }, radix: 16))
        #expect(parts[1].contains("content-length: \(size)\r\n") || parts[1].hasSuffix("content-length: \(size)"))
    }

    @Test("A denied HEAD has no body")
    func head() throws {
        let reply = try Fixture().send(Fixture.reqmod(Fixture.get("/", host: "gambling.example", method: "HEAD")))
        #expect(reply.contains("null-body="))
        #expect(reply.hasSuffix("\r\n\r\n"))
    }

    // MARK: Bodies

    static let post = "POST http://contoso.example/ HTTP/1.1\r\nHost: contoso.example\r\nContent-Length: 5\r\n\r\n"

    @Test("A client that does not accept 204 gets its own head and body back")
    func echo() throws {
        let plain = Fixture.get("http://contoso.example/", host: "contoso.example")
        let fixture = try Fixture()
        #expect(
            try fixture.send(Fixture.reqmod(plain, fields: "")).hasSuffix(
                "null-body=\(plain.utf8.count)\r\n\r\n\(plain)"
            )
        )
        let begun = try fixture.send(Fixture.reqmod(Self.post, fields: "", body: "3\r\nhel"))
        #expect(begun.hasSuffix("req-body=\(Self.post.utf8.count)\r\n\r\n\(Self.post)3\r\nhel"))
        #expect(try fixture.send("\r\n2\r\nlo\r\n0\r\n") == "\r\n2\r\nlo\r\n0\r\n")
        #expect(try fixture.send("\r\n" + Fixture.allowed).hasPrefix("\r\nICAP/1.0 204"))
    }

    @Test(
        "Extensions and trailer fields of a body are ignored, and are not sent back",
        arguments: [
            "5;a=b\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0;last\r\n\r\n",
            "5\r\nhello\r\n0\r\nHost: gambling.example\r\nX-A:\r\n\r\n",
            "5 ; a = \"b;\\\"c\" ;d\r\nhello\r\n0;e=f\r\nX: y\r\n\r\n",
        ]
    )
    func ignoredParts(body: String) throws {
        for size in [1, 3, body.utf8.count] {
            let fixture = try Fixture()
            var reply = try fixture.send(Fixture.reqmod(Self.post, fields: "", body: ""))
            let bytes = Array(body.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                reply += try fixture.send(bytes[start..<min(bytes.count, start + size)])
            }
            #expect(reply.hasSuffix("\r\n\r\n\(Self.post)5\r\nhello\r\n0\r\n\r\n"))
            #expect(Fixture.verdict(try fixture.send(Fixture.allowed)) == "204")
        }
        for fields in ["Allow: 204\r\n", "Preview: 10\r\n"] {
            let reply = try Fixture().send(Fixture.reqmod(Self.post, fields: fields, body: body) + Fixture.denied)
            #expect(reply.hasPrefix("ICAP/1.0 204"))
            #expect(reply.contains("HTTP/1.1 403"))
        }
    }

    @Test(
        "A complete preview is answered without requesting more",
        arguments: ["0\r\n\r\n", "0; ieof\r\n\r\n", "4\r\nhell\r\n0\r\n\r\n"]
    )
    func preview(body: String) throws {
        let fixture = try Fixture()
        let request = Fixture.reqmod(Self.post, fields: "Preview: 0\r\n", body: "")
        #expect(try fixture.send(request) == "")
        #expect(try fixture.send(body.utf8.dropLast(1)) == "")
        let reply = try fixture.send("\n" + Fixture.denied)
        #expect(reply.hasPrefix("ICAP/1.0 204"))
        #expect(reply.contains("HTTP/1.1 403"))
        #expect(!reply.contains("ICAP/1.0 100"))
    }

    @Test("A denial does not wait for the body, and the next request is found after it")
    func deniedBody() throws {
        let fixture = try Fixture()
        let post = Self.post.replacing("contoso", with: "gambling")
        #expect(Fixture.verdict(try fixture.send(Fixture.reqmod(post, body: ""))) == "403")
        #expect(try fixture.send("5\r\nhello\r\n") == "")
        #expect(Fixture.verdict(try fixture.send("0\r\n\r\n" + Fixture.allowed)) == "204")
    }

    @Test("A body that is not chunked ends the connection without an allow")
    func brokenBody() throws {
        let fixture = try Fixture()
        let reply = try fixture.send(Fixture.reqmod(Self.post, fields: "Preview: 0\r\n", body: "hello"))
        #expect(Fixture.verdict(reply) == "403")
        #expect(fixture.isClosing)
    }

    // MARK: The user

    @Test(
        "The user is the account if it is sent once and under its own name",
        arguments: [
            ("X-Client-Username: dana@contoso.example\r\n", "204"),
            ("X-Authenticated-User: TG9jYWw6Ly9kYW5hQGNvbnRvc28uZXhhbXBsZQ==\r\n", "204"),
            ("X-Client-Username: TG9jYWw6Ly9kYW5hQGNvbnRvc28uZXhhbXBsZQ==\r\n", "403"),
            (
                "X-Client-Username: dana@contoso.example\r\nX-Authenticated-User: ZGFuYUBjb250b3NvLmV4YW1wbGU=\r\n",
                "204"
            ),
            ("X-Client-Username:\r\nX-Authenticated-User: dana@contoso.example\r\n", "204"),
            ("X-Client-Username: Dana@contoso.example\r\nX-Authenticated-User: dana@contoso.example\r\n", "204"),
            ("X-Client-Username:\r\nX-Authenticated-User:\r\n", "403"),
            ("", "403"), ("X-Client-Username:\r\n", "403"), ("X-Client-Username: eve@contoso.example\r\n", "403"),
            ("X-Client-Username: dana@contoso.example\r\nX-Client-Username: dana@contoso.example\r\n", "403"),
            ("X-Client-Username: dana@contoso.example\r\nX-Authenticated-User: eve@contoso.example\r\n", "403"),
            ("X-Client-Username: dana@contoso.example\r\nX_Client_Username: dana@contoso.example\r\n", "403"),
        ]
    )
    func user(fields: String, expected: String) throws {
        let fixture = try Fixture(account: .icapUser)
        let http = Fixture.get("http://contoso.example/", host: "contoso.example")
        #expect(Fixture.verdict(try fixture.send(Fixture.reqmod(http, fields: "Allow: 204\r\n" + fields))) == expected)
        // What the proxy's client writes is not a statement of the proxy.
        let forged = Fixture.get("/", host: "contoso.example", fields: "X-Client-Username: dana@contoso.example\r\n")
        #expect(Fixture.verdict(try fixture.send(Fixture.reqmod(forged))) == "403")
    }
}

/// Requests with random bytes changed.
@Suite("Hostile ICAP")
struct MutationTests {
    @Test("No mutated request to a blocked host is allowed", arguments: 0..<8)
    func mutated(seed: UInt64) throws {
        let decisions = try ICAPFixture().decisions
        let shared = (decisions, decisions.makeWorker())
        var random = SplitMix(seed)
        let bytes = Array(ICAPFixture.denied.utf8)
        let interesting = Array("\r\n :,;=/0\t#?@\\%X".utf8) + [0, 0x7F, 0xFF]
        for _ in 0..<500 {
            var changed = bytes
            for _ in 0...random.below(3) {
                let place = random.below(changed.count)
                switch random.below(4) {
                case 0: changed[place] = interesting[random.below(interesting.count)]
                case 1: changed.insert(interesting[random.below(interesting.count)], at: place)
                case 2: changed.remove(at: place)
                default:
                    let end = min(changed.count, place + random.below(12))
                    changed.insert(contentsOf: changed[place..<end], at: place)
                }
            }
            // A change can produce another host, and then the request is about something else.
            guard String(decoding: changed, as: UTF8.self).ranges(of: "gambling.example").count == 2 else {
                continue
            }
            let fixture = try ICAPFixture(sharing: shared)
            let reply = try fixture.send(changed)
            let isAllow = reply.hasPrefix("ICAP/1.0 204") || reply.contains("Encapsulated: req-hdr=0")
            #expect(!isAllow, "\(String(decoding: changed, as: UTF8.self))")
        }
    }
}

/// Random numbers that are equal in every run.
private struct SplitMix {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }
}
