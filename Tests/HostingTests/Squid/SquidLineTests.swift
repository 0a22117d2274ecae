import PolicyModel
import RequestReading
import Testing

@testable import Hosting

@Suite("Squid's lines") struct SquidLineTests {
    private static func request(
        _ target: String,
        method: String = "GET",
        scheme: String? = nil,
        host: String? = nil,
        account: String? = nil
    ) -> ObservedRequest {
        var request = ObservedRequest(method: Array(method.utf8), target: Array(target.utf8))
        if let scheme { request.claim(scheme: Array(scheme.utf8), by: .proxy) }
        if let host { request.add(authority: Array(host.utf8), from: .host) }
        if let account { request.claim(account: Array(account.utf8)) }
        return request
    }

    /// Lines as Squid 5.7 writes them for the request named in the comment.
    private static let lines: [(line: String, request: ObservedRequest, why: Comment)] = [
        (
            "1 GET http://good.test/x good.test - 127.0.0.1 -",
            request("http://good.test/x", scheme: "http", host: "good.test"), "the usual line"
        ),
        (
            "2 GET http://evil.test/x evil.test - 127.0.0.1 -",
            request("http://evil.test/x", scheme: "http", host: "evil.test"),
            "Host: good.test, which Squid replaces by the host of the target"
        ),
        (
            "4 GET http://good.test/%41%20%25?a=b%26&c=%22%27%3C%3E%7C%5C good.test - 127.0.0.1 -",
            request(
                "http://good.test/%41%20%25?a=b%26&c=%22%27%3C%3E%7C%5C",
                scheme: "http",
                host: "good.test"
            ), "/%41%20%25?a=b%26&c=\"'<>|\\: what was escaped before cannot be told from what Squid escapes"
        ),
        (
            "4 GET http://good.test/~a?b[c]={d} good.test - 127.0.0.1 -",
            request("http://good.test/~a?b[c]={d}", scheme: "http", host: "good.test"), "written with a quotation mark"
        ),
        (
            "5 GET http://%67ood.test/x %67ood.test - 127.0.0.1 -",
            request("http://%67ood.test/x", scheme: "http", host: "%67ood.test"), "a host is never unescaped"
        ),
        (
            "7 CONNECT good.test:443 good.test:443 - 127.0.0.1 -",
            request("good.test:443", method: "CONNECT", host: "good.test:443"), "a tunnel"
        ),
        (
            "8 CONNECT %5B::1%5D:443 %5B::1%5D:443 - 127.0.0.1 -",
            request("[::1]:443", method: "CONNECT", host: "[::1]:443"), "a tunnel to [::1]:443"
        ),
        (
            "8 GET http://%5B::1%5D/%5B%5D %5B::1%5D dana@contoso.com ::1",
            request("http://[::1]/%5B%5D", scheme: "http", host: "[::1]", account: "dana@contoso.com"),
            "without what Squid appends; brackets are brackets in an authority alone"
        ),
        (
            "10 GET http://good.test/x - - 127.0.0.1 -", request("http://good.test/x", scheme: "http"),
            "HTTP/1.0 without Host"
        ),
        (
            "11 GET http://good.test/x good.test o%27brien%23x@contoso.com 127.0.0.1 -",
            request("http://good.test/x", scheme: "http", host: "good.test", account: "o'brien#x@contoso.com"),
            "an apostrophe in a name"
        ),
        (
            "11 GET http://good.test/x good.test CONTOSO%5Cdana%7B%7C%7D%60%7E%5E 127.0.0.1 -",
            request("http://good.test/x", scheme: "http", host: "good.test", account: "CONTOSO\\dana{|}`~^"),
            "a Windows account"
        ),
        (
            "11 GET http://good.test/x good.test a%20b%5e%41 127.0.0.1 -",
            request("http://good.test/x", scheme: "http", host: "good.test", account: "a%20b%5e%41"),
            "nothing else in a name is unescaped"
        ),
        ("0 - - - - - -", request("-", method: "-"), "no value at all is judged by whoever reads the request"),
    ]

    @Test("A line gives the request that Squid received", arguments: lines.indices)
    func reads(index: Int) throws {
        let row = Self.lines[index]
        let line = try SquidLine(Array(row.line.utf8).span)
        #expect(line.request == row.request, row.why)
        #expect(line.channel == Array(row.line.utf8.prefix { $0 != 0x20 }))
    }

    /// The targets after `http://good.test` that the site may get instead of one.
    private static let otherTargets: [(target: String, others: [String])] = [
        ("/", []), ("/a%20b%2F%41%25%C3%A4?c=%26%3D", []), ("/%25%2", []), ("/%5b%7e?%5b%7e", []),
        ("/x%23frag%23a?b", ["/x", "/x%23frag"]), ("/?a=%23", ["/?a="]),
        ("/%7Ea?b%5Bc%5D=%22", ["/~a?b[c]=\""]), ("/%5C%5E?%5C%60", ["/%5C^?\\`"]),
        ("/%7Ea%23b%23", ["/~a%23b%23", "/%7Ea", "/%7Ea%23b", "/~a", "/~a%23b"]),
    ]

    @Test("What Squid may have escaped is read in the other way, too", arguments: otherTargets.indices)
    func otherRequests(index: Int) throws {
        let (target, others) = Self.otherTargets[index]
        let text = "9 GET http://good.test\(target) good.test - 127.0.0.1 -"
        let line = try SquidLine(Array(text.utf8).span)
        #expect(line.request.target == Array("http://good.test\(target)".utf8))
        let requests = try #require(line.otherRequests)
        #expect(requests.map { String(decoding: $0.target, as: UTF8.self) } == others.map { "http://good.test\($0)" })
        #expect(requests.allSatisfy { $0.method == line.request.method })
    }

    @Test(
        "A long target with many `%23` has no list of readings",
        arguments: [(0, 100, true), (0, 300, false), (8_000, 8, true), (8_000, 9, false)]
    )
    func manyHashes(length: Int, count: Int, isRead: Bool) throws {
        let path = String(repeating: "a", count: length) + String(repeating: "%23", count: count)
        let line = try SquidLine(Array("9 GET http://good.test/\(path)%7E good.test - 127.0.0.1 -".utf8).span)
        #expect((line.otherRequests != nil) == isRead)
        #expect((line.otherRequests?.count ?? count + 1) == count + 1)
    }

    @Test(
        "A line with a wrong number of values is malformed, and its channel is kept",
        arguments: [
            "1", "1 ", "1 GET", "1 GET http://a/ a - ", "1 GET http://a/ a -", "1 GET http://a/ a  - 1.1.1.1",
            "1  GET http://a/ a - 1.1.1.1", "1 GET http://a/ a - 1.1.1.1 ", "1 GET http://a/ a - 1.1.1.1 - -",
            "1 GET http://a/ a - 1.1.1.1 data", "1 GET http://a/ x a - 1.1.1.1 -",
            "1 GET \(String(repeating: "a", count: SquidLine.byteLimit)) a - 1.1.1.1",
        ]
    )
    func malformed(line: String) {
        #expect(throws: SquidLineError.malformed(channel: [0x31])) { _ = try SquidLine(Array(line.utf8).span) }
    }

    @Test(
        "A line without a channel is malformed",
        arguments: [
            "", " ", "GET http://a/ a - 1.1.1.1 -", "-1 GET http://a/ a - 1.1.1.1", "1x GET", "12345678901 GET", "\0",
            "é",
        ]
    )
    func noChannel(line: String) {
        #expect(throws: SquidLineError.noChannel) { _ = try SquidLine(Array(line.utf8).span) }
    }

    @Test("A rewriter line starts with the URL")
    func rewriting() throws {
        let line = try SquidLine(Array("3 http://good.test/ GET good.test - 10.0.0.7".utf8).span, .rewriting)
        #expect(line.request == Self.request("http://good.test/", scheme: "http", host: "good.test"))
    }
}

@Suite("Answers to Squid") struct SquidAnswerTests {
    private static let policy = """
        demarc: 1
        ruleSets:
          default:
            default: blocked
            rules:
              - {id: good, class: internal, host: good.test}
              - {id: 'bad one"', class: blocked, url: "http://good.test/x", priority: 1}
              - {id: filter, class: blocked, host: good.test, scheme: http, regex: "[?&]filter.role.=", priority: 1}
              - {id: hash, class: blocked, url: "http://good.test/c%23", priority: 1}
              - {id: outside, class: external, url: "http://good.test/?q=[]", priority: 1}
        """

    private static func answer(_ line: String, _ format: SquidLine.Format = .accessControl) throws -> String {
        let result = PolicyDocumentReader(requiresUser: false).load(bytes: Array(policy.utf8), path: "policy.yaml")
        let engine = PolicyEngine(try #require(result.document, "\(result.diagnostics)"))
        let binding = RequestBinding(view: PolicyDocument.implicitView, absentAccount: .lockDown)
        var decider = SquidDecider(engine, binding, format)
        var reply = SquidReply(
            format,
            key: try SecretKey([UInt8](repeating: 7, count: 32)),
            page: "https://demarc.test/v1/page"
        )
        let (channel, decision) = try decider.decide(Array(line.utf8).span)
        var bytes: [UInt8] = []
        reply.append(decision, channel: channel, now: 1_795_000_000, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "Only an allow is `OK`",
        arguments: [
            ("1 GET http://good.test/ good.test - 127.0.0.1 -", true),
            ("1 GET http://GOOD.test:80/ good.test - 127.0.0.1 -", true),
            ("1 GET http://good.test/ evil.test - 127.0.0.1 -", false),
            ("1 GET http://evil.test/ good.test - 127.0.0.1 -", false),
            ("1 GET http://evil.test/ evil.test - 127.0.0.1 -", false),
            ("1 GET http://%67ood.test/ good.test - 127.0.0.1 -", false),
            ("1 GET http://good.test@evil.test/ good.test - 127.0.0.1 -", false),
            ("1 GET http://good.test%5C@evil.test/ good.test - 127.0.0.1 -", false),
            ("1 GET ftp://good.test/ good.test - 127.0.0.1 -", false),
            ("1 GET /y good.test - 127.0.0.1 -", true),
            ("1 GET * good.test - 127.0.0.1 -", false), ("1 - - - - - -", false),
            ("1 CONNECT good.test:443 good.test:443 - 127.0.0.1 -", true),
            ("1 CONNECT good.test good.test - 127.0.0.1 -", false),
            ("1 CONNECT evil.test:443 good.test:443 - 127.0.0.1 -", false),
            ("1 GET http://good.test/x good.test - 127.0.0.1 -", false),
            ("1 GET http://good.test/x%23frag good.test - 127.0.0.1 -", false),
            ("1 GET http://good.test/y%23frag good.test - 127.0.0.1 -", true),
            ("1 GET http://good.test/?filter[role]=a good.test - 127.0.0.1 -", false),
            ("1 GET http://good.test/?filter%5Brole%5D=a good.test - 127.0.0.1 -", false),
            ("1 GET http://good.test/?filter%5Bname%5D=%22a%22 good.test - 127.0.0.1 -", true),
            ("1 GET http://good.test/?q=%5B%5D good.test - 127.0.0.1 -", false),
            ("1 GET http://good.test/c%23#x good.test - 127.0.0.1 -", false),
            ("1 GET http://good.test/c%23%23x good.test - 127.0.0.1 -", false),
            ("1 GET http://good.test/d%23%23x good.test - 127.0.0.1 -", true),
            ("1 GET http://good.test/d" + String(repeating: "%23", count: 300) + " good.test - 127.0.0.1 -", false),
            ("1 GET http://good.test/\u{E9} good.test - 127.0.0.1 -", false),
            ("1 GET http://good.test//x good.test - 127.0.0.1 -", false),
            ("1 GET http://good.test/y%5C..%5Cx good.test - 127.0.0.1 -", false),
        ]
    )
    func verdicts(line: String, isAllowed: Bool) throws {
        let answer = try Self.answer(line)
        #expect((answer == "1 OK\n") == isAllowed, "\(answer)")
        #expect(isAllowed || answer.hasPrefix("1 ERR message="), "\(answer)")
    }

    @Test("A denial carries a readable ticket, the verdict and a line for the log")
    func denial() throws {
        let answer = try Self.answer("17 GET http://good.test/x good.test - 127.0.0.1 -")
        let values = answer.dropLast().split(separator: " ").map(String.init)
        #expect(values.count == 6 && answer.last == "\n")
        #expect(values[0] == "17" && values[1] == "ERR" && values[3] == "tag=block")
        let ticketText = try #require(values[2].split(separator: "=", maxSplits: 1).last)
        let seal = Ticket.Seal(try SecretKey([UInt8](repeating: 7, count: 32)))
        let ticket = try seal.ticket(Array(ticketText.utf8), now: 1_795_000_060)
        #expect(ticket.verdict == .block && ticket.urlClass == .blocked && ticket.rule == "bad one\"")
        #expect(values[4] == "log=\(ticket.id),blocked,rule.blocked,bad%20one%22")
        #expect(values[5] == "page_=https://demarc.test/v1/page?ticket=\(ticketText)")
    }

    @Test("The log names the deciding code, not the first")
    func decidingCode() throws {
        let policy = """
            demarc: 1
            app: {multiManagedIdentities: true}
            policies: {work: {managedBrowserToOpenLinksRequired: true}}
            accounts: [{account: dana@contoso.com, policy: work}, {account: kim@contoso.com, policy: work}]
            ruleSets:
              web: {default: internal, rules: [{id: games, class: blocked, domain: games.test}]}
            views: [{id: E, isExternalURL: web}]
            """
        let result = PolicyDocumentReader(requiresUser: false).load(bytes: Array(policy.utf8), path: "policy.yaml")
        let engine = PolicyEngine(try #require(result.document, "\(result.diagnostics)"))
        var decider = SquidDecider(engine, RequestBinding(view: "E", absentAccount: .lockDown), .accessControl)
        let line = Array("1 GET http://games.test/ games.test - 127.0.0.1 -".utf8)
        let decision = try decider.decide(line.span).decision
        #expect(decision.reasons.first?.code == .identityLockDown)
        #expect(decision.decidingReason?.code == .ruleBlocked)
        var reply = SquidReply(.accessControl, key: .random(), page: nil)
        var bytes: [UInt8] = []
        reply.append(decision, channel: [0x31], now: 0, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(",blocked,rule.blocked,games\n"))
    }

    @Test("A rewriter leaves allowed requests and redirects the rest to the page")
    func rewriting() throws {
        #expect(try Self.answer("1 http://good.test/ GET good.test - 10.0.0.7", .rewriting) == "1 ERR\n")
        let answer = try Self.answer("1 http://evil.test/ GET evil.test - 10.0.0.7", .rewriting)
        #expect(answer.hasPrefix("1 OK status=303 url=\"https://demarc.test/v1/page?ticket="))
        #expect(answer.hasSuffix("\"\n"))
    }
}
