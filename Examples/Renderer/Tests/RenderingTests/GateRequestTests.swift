import NIOHTTP1
import Testing

@testable import Rendering

@Suite("Requests of a browser to its gate") struct GateRequestTests {
    @Test(arguments: [
        ("GET", "", "nothing"),
        ("GET", "/", "a target without an authority is for the gate itself"),
        ("GET", "https://site.test/", "a secure request that is not in a tunnel"),
        ("GET", "ftp://site.test/", "another scheme"),
        ("GET", "http://", "no host"),
        ("GET", "http://user:secret@site.test/", "credentials"),
        ("GET", "http://site.test/#x", "a fragment, which is never sent"),
        ("GET", "http://site.test:99999/", "no such port"),
        ("GET", "http://[::1/", "a bracket that is not closed"),
        ("OPTIONS", "*", "the server as a whole"),
        ("CONNECT", "", "nothing"),
        ("CONNECT", "site.test", "no port"),
        ("CONNECT", "site.test:", "an empty port"),
        ("CONNECT", "site.test:0", "port 0"),
        ("CONNECT", "site.test:65536", "no such port"),
        ("CONNECT", ":443", "no host"),
        ("CONNECT", "good.test@evil.test:443", "two hosts"),
        ("CONNECT", "good.test/:443", "a path"),
        ("CONNECT", "good.test?:443", "a query"),
        ("CONNECT", #"good.test\evil.test:443"#, "a backslash"),
        ("CONNECT", "good.test#evil.test:443", "a fragment"),
        ("CONNECT", "good test:443", "a space"),
    ])
    func refused(method: String, target: String, why: String) {
        let head = HTTPRequestHead(version: .http1_1, method: HTTPMethod(rawValue: method), uri: target)
        let request = try? GateRequest(head)
        #expect(request == nil, "\(why)")
    }

    @Test(arguments: [
        ("http://site.test/a?b", "site.test", 80, "/a?b", "site.test", "http://site.test/a?b"),
        ("HTTP://SITE.test:80", "site.test", 80, "/", "site.test", "http://site.test/"),
        ("http://site.test:8080/%61/../b", "site.test", 8080, "/b", "site.test:8080", "http://site.test:8080/b"),
        ("http://0x7f.1/", "127.0.0.1", 80, "/", "127.0.0.1", "http://127.0.0.1/"),
        ("http://[::1]:81/", "::1", 81, "/", "[::1]:81", "http://[::1]:81/"),
    ])
    func forwarded(target: String, host: String, port: UInt16, path: String, authority: String, url: String) throws {
        // The field names another host; only the target counts, for the question and for the connection.
        let head = HTTPRequestHead(
            version: .http1_1,
            method: .GET,
            uri: target,
            headers: [
                "Host": "other.test", "Proxy-Connection": "keep-alive", "Connection": "X-Secret", "X-Secret": "1",
                "Accept": "*/*",
            ]
        )
        let request = try GateRequest(head)
        #expect(request.host == host)
        #expect(request.port == port)
        #expect(request.question == .request(method: "GET", url: url, isBrowsersOwn: false))
        let sent = request.forwarded(head)
        #expect(sent.uri == path)
        #expect(sent.headers["Host"] == [authority])
        #expect(sent.headers["Connection"] == ["close"])
        #expect(!sent.headers.contains(name: "X-Secret") && !sent.headers.contains(name: "Proxy-Connection"))
        #expect(sent.headers["Accept"] == ["*/*"])
    }

    @Test(arguments: [
        ("site.test:443", "site.test", 443), ("SITE.test:80", "site.test", 80), ("[::1]:443", "::1", 443),
        ("127.1:81", "127.0.0.1", 81),
    ])
    func tunnel(target: String, host: String, port: UInt16) throws {
        let request = try GateRequest(HTTPRequestHead(version: .http1_1, method: .CONNECT, uri: target))
        #expect(request.host == host)
        #expect(request.port == port)
    }
}

@Suite("Approved requests pass the gate") struct ApprovedRequestsTests {
    private let now = ContinuousClock.now

    private func approved(_ method: String, _ url: String) -> ApprovedRequests {
        var approved = ApprovedRequests()
        approved.approve(method, url, at: now)
        return approved
    }

    @Test(arguments: [
        ("GET", "http://site.test/b", false, "another path"),
        ("POST", "http://site.test/a", false, "another method"),
        ("GET", "http://site.test:81/a", false, "another port"),
        ("GET", "http://site.test/a", true, "the same"),
        ("GET", "http://SITE.test:80/a", true, "the same, as the gate reads it"),
    ])
    func requests(method: String, url: String, expected: Bool, why: String) {
        let approved = approved("GET", "http://site.test/a#part")
        let question = GateQuestion.request(method: method, url: url, isBrowsersOwn: false)
        #expect(approved.hasApproved(question, at: now) == expected, "\(why)")
        #expect(!approved.hasApproved(question, at: now + .seconds(61)), "it is old")
    }

    @Test(arguments: [
        ("https://site.test/a", "site.test", 443, true), ("https://site.test/a", "site.test", 80, false),
        ("wss://site.test:81/", "site.test", 81, true), ("ws://site.test/", "site.test", 80, true),
        ("http://site.test/", "site.test", 80, false), ("https://site.test/", "other.test", 443, false),
    ])
    func tunnels(url: String, host: String, port: UInt16, expected: Bool) {
        let approved = approved("GET", url)
        #expect(approved.hasApproved(.tunnel(host: host, port: port), at: now) == expected)
    }
}
