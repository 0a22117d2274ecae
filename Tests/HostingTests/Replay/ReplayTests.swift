import PolicyModel
import Testing

@testable import Hosting

@Suite("Replaying a log under another policy") struct ReplayTests {
    private static let policy = """
        demarc: 1
        policies: {strict: {managedBrowserToOpenLinksRequired: true}}
        accounts:
          - {account: dana, upn: dana@contoso.com, policy: strict}
          - {account: kim@example.net}
        ruleSets:
          web:
            default: internal
            rules:
              - {id: gambling, class: blocked, domain: casino.example}
              - {id: admin, class: blocked, pattern: "https://paths.example/admin*"}
              - {id: report, class: blocked, regex: '^https://query\\\\.example/.*\\\\?report'}
              - {id: outside, class: external, domain: outside.example}
        views: [{id: E, policy: currentIdentity, isExternalURL: web}]
        """
    private static let implicit = """
        demarc: 1
        ruleSets: {default: {default: internal, rules: [{id: gambling, class: blocked, domain: casino.example}]}}
        views: [{id: E, isExternalURL: default}]
        """
    private static let key = try? SecretKey([UInt8](repeating: 9, count: 32))

    private static func pseudonym(_ account: String) throws -> String {
        AccountPseudonyms(try #require(key)).pseudonym(of: AccountID(account))
    }

    private static func compiled(_ text: String) throws -> CompiledPolicy {
        let result = PolicyDocumentReader(requiresUser: false).load(
            bytes: Array(text.replacing("\\\\", with: "\\").utf8),
            path: "policy.yaml"
        )
        return CompiledPolicy(try #require(result.document, "\(result.diagnostics)"))
    }

    /// A record of a URL that dana was allowed to open.
    private static func allowed(_ url: String, masked: Set<URLMask> = [], rate: Double = 1) throws -> DecisionRecord {
        DecisionRecord(
            time: 0,
            id: "id",
            host: "nginx",
            binding: "edge",
            view: "E",
            frame: .top,
            account: try pseudonym("dana@contoso.com"),
            url: url,
            masked: masked,
            urlClass: .internal,
            verdict: .allow,
            destination: .view,
            page: .managed,
            reasons: [.init(code: "rule.default.internal")],
            rate: rate
        )
    }

    private static func gap(_ record: DecisionRecord, _ text: String = policy, key: SecretKey? = key) throws
        -> ReplayGap?
    {
        var replayer = Replayer(try compiled(text), key: key)
        do throws(ReplayGap) {
            _ = try replayer.decide(record)
            return nil
        } catch {
            return error
        }
    }

    private static func verdict(_ record: DecisionRecord, _ text: String = policy) throws -> Verdict {
        var replayer = Replayer(try compiled(text), key: key)
        return try replayer.decide(record).verdict
    }

    @Test(
        "The new answer is that of the new policy",
        arguments: [
            ("https://contoso.example/", Verdict.allow), ("https://www.casino.example/", .block),
            ("https://paths.example/admin", .block), ("https://paths.example/x", .allow),
            ("https://outside.example/", .route),
            ("https://query.example/?report=1", .block), ("wss://casino.example/", .block),
        ]
    )
    func answers(url: String, verdict: Verdict) throws {
        #expect(try Self.verdict(Self.allowed(url)) == verdict)
    }

    /// A record with a masked query is provable if no path or query of the origin changes the decision.
    @Test(
        "A masked query is never guessed",
        arguments: [
            ("https://contoso.example/a", nil as ReplayGap?), ("https://casino.example/", nil),
            ("https://outside.example/", nil), ("https://paths.example/x", .query), ("https://query.example/", .query),
            ("https://contoso.example:8443/a", nil), ("http://contoso.example/", nil), ("https://[::1]/", nil),
            ("wss://contoso.example/", .query),
        ]
    )
    func maskedQueries(url: String, gap: ReplayGap?) throws {
        #expect(try Self.gap(Self.allowed(url, masked: [.query])) == gap)
        #expect(try Self.gap(Self.allowed(url)) == nil)
        #expect(try Self.gap(Self.allowed(url, masked: [.query, .credentials])) == .credentials)
    }

    @Test("An account that the key does not resolve is unknown")
    func accounts() throws {
        var record = try Self.allowed("https://contoso.example/")
        #expect(try Self.gap(record) == nil)
        #expect(try Self.gap(record, key: nil) == .account)
        #expect(try Self.gap(record, key: .random()) == .account)
        for name in ["DANA", "kim@example.net"] {
            record.account = try Self.pseudonym(name)
            #expect(try Self.gap(record) == nil)
        }
        record.account = try Self.pseudonym("robin@fabrikam.com")
        #expect(try Self.gap(record) == .account)
        record.account = nil
        #expect(try Self.gap(record) == .noAccount)
        #expect(try Self.gap(record, Self.implicit) == nil)
        // Beside other accounts, it does not act for everyone.
        let several = Self.implicit + "\naccounts: [{account: 'demarc:default'}, {account: kim@example.net}]"
        #expect(try Self.gap(record, several) == .noAccount)
        record.reasons.append(.init(code: "identity.lockDown"))
        #expect(try Self.gap(record) == nil)
    }

    @Test("Tunnels are replayed as far as the log describes them")
    func tunnels() throws {
        var record = try Self.allowed("https://paths.example/")
        record.question = .connection
        #expect(try Self.gap(record) == .binding)
        record.reasons = [.init(code: "connection.inspected")]
        #expect(try Self.verdict(record) == .allow)
        record.reasons = [.init(code: "connection.undecided")]
        #expect(try Self.verdict(record) == .block)
        record.url = "https://contoso.example/"
        record.reasons = []
        #expect(try Self.verdict(record) == .allow)
        record.url = "https://casino.example/"
        #expect(try Self.verdict(record) == .block)
    }

    @Test("If readings of a path differ now, the replay needs the binding")
    func readings() throws {
        var record = try Self.allowed("https://paths.example//admin")
        record.verdict = .block
        record.reasons = [.init(code: "url.readingsDiffer")]
        #expect(try Self.verdict(record) == .block)
        record.reasons = []
        #expect(try Self.gap(record) == .binding)
    }

    /// A policy in which `http` and `https` of a host are decided differently.
    private static let schemes = """
        demarc: 1
        ruleSets:
          default:
            default: external
            rules:
              - {id: plain, class: blocked, pattern: "http://plain.example/*"}
              - {id: unencrypted, class: blocked, domain: unencrypted.example, scheme: http}
              - {id: ported, class: blocked, pattern: "*://ported.example/pay*"}
              - {id: handshake, class: blocked, pattern: "https://socket.example/x"}
              - {id: search, class: blocked, pattern: {protocol: http, hostname: search.example, search: 'q=*'}}
              - {id: odd, class: blocked, pattern: "http://odd.example:443/pay*"}
              - {id: role, class: blocked, chrome: "role.example/q?role=admin"}
              - id: site
                class: internal
                domain:
                  [plain.example, search.example, paths.example, unencrypted.example, ported.example, socket.example,
                   odd.example, role.example]
        views: [{id: E, isExternalURL: default}]
        """

    /// A record without an account of an internal URL, which was allowed, or blocked because its readings differ.
    private static func record(_ url: String, host: String, isBlocked: Bool = false) -> DecisionRecord {
        var record = DecisionRecord(
            time: 0,
            id: "id",
            host: host,
            binding: "edge",
            view: "E",
            url: url,
            urlClass: .internal,
            verdict: .allow,
            destination: .view
        )
        guard isBlocked else { return record }
        (record.verdict, record.urlClass, record.destination) = (.block, nil, nil)
        record.reasons = Array(repeating: .init(code: "url.readingsDiffer"), count: 2)
        return record
    }

    @Test(
        "If `http` and `https` differ, the replay needs the binding, unless the record shows whose claim the scheme is",
        arguments: [
            ("https://plain.example/x", "forwarded", false, "binding", "was it decided on http too?"),
            ("https://plain.example/x", "envoy", false, "binding", "the same"),
            ("https://plain.example/x", "grpc", false, "binding", "the same"),
            ("http://plain.example/x", "forwarded", false, "binding", "the same, the other way around"),
            ("https://unencrypted.example/x", "forwarded", true, "block", "only its schemes can have differed"),
            ("https://plain.example/x", "forwarded", true, "binding", "on the port that was sent, they may agree"),
            ("https://ported.example/pay", "forwarded", false, "binding", "`http` on port 443 is another origin"),
            ("https://ported.example/pay", "nginx", false, "block", "the scheme is nginx's own, whatever the port"),
            ("wss://ported.example/pay", "forwarded", false, "binding", "the same for a WebSocket"),
            ("https://ported.example:8443/pay", "forwarded", false, "allow", "no port is left out, and both agree"),
            ("https://plain.example/x", "nginx", true, "path.sent", "no readings of this URL can have differed"),
            ("http://plain.example/x", "icap", true, "path.sent", "the same"),
            ("https://plain.example//x", "forwarded", true, "binding", "its path may have differed instead"),
            ("https://role.example/q?role=%61dmin", "nginx", true, "block", "every binding decides the decoded query"),
            ("https://role.example/q?role=%61dmin", "nginx", false, "block", "the same"),
            ("https://role.example/q?role=%20", "nginx", true, "path.sent", "no readings of it can have differed"),
            ("https://plain.example/x", "nginx", false, "allow", "the scheme is nginx's own"),
            ("http://plain.example/x", "nginx", false, "block", "the same"),
            ("http://plain.example/x", "icap", false, "block", "the scheme of an absolute target"),
            ("https://plain.example/x", "icap", false, "binding", "there may have been no absolute target"),
            ("https://paths.example/x", "forwarded", false, "allow", "both agree"),
            ("https://paths.example//x", "forwarded", true, "allow", "both agree, and so do the readings of the path"),
        ]
    )
    func schemes(url: String, host: String, isBlocked: Bool, expected: String, why: Comment) throws {
        var replayer = Replayer(try Self.compiled(Self.schemes), key: nil)
        let found: String
        do throws(ReplayGap) {
            found = try replayer.decide(Self.record(url, host: host, isBlocked: isBlocked)).verdict.rawValue
        } catch {
            found = error.rawValue
        }
        #expect(found == expected, why)
    }

    @Test("The WebSocket of an extended CONNECT cannot stay an ordinary request")
    func extendedConnect() throws {
        for (method, verdict) in [("CONNECT", Verdict.allow), ("GET", .block)] {
            var record = Self.record("wss://socket.example/x", host: "grpc")
            record.method = method
            #expect(try Self.verdict(record, Self.schemes) == verdict, "\(method)")
        }
    }

    @Test(
        "What was sent as a path with dot segments is not guessed",
        arguments: [
            ("https://paths.example/x", .path), ("https://query.example/", .path), ("https://contoso.example/x", nil),
            ("https://casino.example/x", nil), ("wss://contoso.example/x", .path),
        ] as [(String, ReplayGap?)]
    )
    func dotSegments(url: String, gap: ReplayGap?) throws {
        var record = try Self.allowed(url)
        #expect(try Self.gap(record) == nil)
        record.sent = .dots
        #expect(try Self.gap(record) == gap)
        // What differed then may be what was sent.
        (record.verdict, record.reasons) = (.block, [.init(code: "url.readingsDiffer")])
        #expect(try Self.gap(record) == gap)
    }

    @Test("A masked query is not guessed for the other scheme either")
    func maskedQueryOfTheOtherScheme() throws {
        for (host, gap) in [("forwarded", ReplayGap.query), ("nginx", nil)] {
            var record = Self.record("https://search.example/x", host: host)
            #expect(try Self.gap(record, Self.schemes) == nil)
            record.masked = [.query]
            #expect(try Self.gap(record, Self.schemes) == gap, "\(host)")
        }
    }

    @Test(
        "A masked query whose readings may have differed is not guessed either",
        arguments: [("https://role.example/q", .query), ("https://paths.example/x", nil)] as [(String, ReplayGap?)]
    )
    func maskedQueryWithReadings(url: String, gap: ReplayGap?) throws {
        var record = Self.record(url, host: "nginx", isBlocked: true)
        record.masked = [.query]
        #expect(try Self.gap(record, Self.schemes) == gap)
    }

    /// The question about a tunnel to port 443 is about `https` alone.
    @Test(
        "A masked query is not guessed for `http` on port 443 either",
        arguments: [
            ("http://odd.example:443/x", "nginx", .query, "a rule depends on the path"),
            ("https://odd.example/x", "forwarded", .query, "a client may have claimed the scheme and written the port"),
            ("https://odd.example/x", "nginx", nil, "the scheme is nginx's own"),
            ("http://odd.example/x", "nginx", nil, "the rule is for another port"),
            ("http://paths.example:443/x", "nginx", nil, "no rule depends on the path"),
            ("https://paths.example/x", "forwarded", nil, "the same"),
        ] as [(String, String, ReplayGap?, Comment)]
    )
    func maskedQueryOnPort443(url: String, host: String, gap: ReplayGap?, why: Comment) throws {
        var record = Self.record(url, host: host)
        #expect(try Self.gap(record, Self.schemes) == nil, why)
        record.masked = [.query]
        #expect(try Self.gap(record, Self.schemes) == gap, why)
    }

    @Test("A request that stays blocked is not allowed more or less, whatever its class")
    func staysBlocked() throws {
        for (view, urlClass) in [("gone", URLClass.blocked), ("gone", .internal), ("E", .external), ("E", nil)] {
            var record = try Self.allowed("https://casino.example/")
            (record.view, record.urlClass) = (view, urlClass)
            (record.verdict, record.destination) = (.block, nil)
            var replay = Replay(try Self.compiled(Self.policy), key: Self.key)
            replay.add(record)
            #expect(replay.groups.map(\.change) == [.other], "\(view) \(String(describing: urlClass))")
        }
    }

    @Test("Unreadable requests stay blocked, and temporary faults are unknown")
    func faults() throws {
        for (fault, gap) in [
            ("request.authoritiesDiffer", nil), ("request.targetByte", nil), ("request.viewUnknown", .fault),
            ("request.accountMissing", .fault), ("service.policyStale", .fault), ("other", .fault),
        ] as [(String, ReplayGap?)] {
            let record = DecisionRecord(time: 0, id: "i", host: "nginx", binding: "b", verdict: .block, fault: fault)
            #expect(try Self.gap(record) == gap, "\(fault)")
        }
        var record = try Self.allowed("https://contoso.example/")
        record.view = "gone"
        #expect(try Self.verdict(record) == .block)
        record.view = nil
        #expect(try Self.gap(record) == .url)
        record = try Self.allowed("nonsense")
        #expect(try Self.gap(record) == .url)
        record = try Self.allowed("https://contoso.example/")
        record.host = "json"
        #expect(try Self.gap(record) == .question)
        record.host = "nginx"
        record.question = .copy
        #expect(try Self.gap(record) == .question)
    }

    @Test("Differences are grouped, permissive ones first, weighted by the log's rates")
    func groups() throws {
        var replay = Replay(try Self.compiled(Self.policy), key: Self.key)
        for number in 0..<5 { replay.add(try Self.allowed("https://\(number).casino.example/", rate: 0.01)) }
        replay.add(try Self.allowed("https://outside.example/"))
        replay.add(try Self.allowed("https://contoso.example/", rate: 0.5))
        replay.add(try Self.allowed("https://query.example/", masked: [.query], rate: 0.1))
        var blocked = try Self.allowed("https://contoso.example/")
        (blocked.verdict, blocked.destination, blocked.urlClass) = (.block, nil, .blocked)
        blocked.reasons = [.init(code: "rule.blocked", rule: "old")]
        replay.add(blocked)
        var shadow = blocked
        shadow.shadow = .init(verdict: .allow)
        replay.add(shadow)

        let groups = replay.groups
        #expect(groups.map(\.change) == [.morePermissive, .lessPermissive, .lessPermissive])
        #expect(groups.map(\.rule) == ["old", "gambling", "outside"])
        #expect(groups.map { Int(rounded: $0.count) } == [1, 500, 1])
        #expect(groups[1].witnesses.map(\.url) == (0..<3).map { "https://\($0).casino.example/" })
        #expect(Int(rounded: replay.total) == 514 && Int(rounded: replay.same) == 2)
        #expect(Int(rounded: replay.notProvable) == 10 && Array(replay.gaps.keys) == [.query])
        #expect(replay.has(nil) && replay.has(.morePermissive) && !replay.has(.other))
    }

    @Test("The original policy decides alike")
    func same() throws {
        let old = try Self.compiled(Self.policy)
        for (url, code) in [
            ("https://contoso.example/", "rule.default.internal"), ("https://casino.example/", "rule.blocked"),
            ("https://paths.example//admin", "url.readingsDiffer"),
        ] {
            var replayer = Replayer(old, key: Self.key)
            var record = try Self.allowed(url)
            // As a host would have logged it under this policy.
            record.reasons = [.init(code: code)]
            let answer = try replayer.decide(record)
            (record.verdict, record.destination, record.urlClass) = (
                answer.verdict, answer.destination, answer.urlClass
            )
            var replay = Replay(old, key: Self.key)
            replay.add(record)
            #expect(replay.same == 1 && replay.groups.isEmpty, "\(url)")
        }
    }
}
