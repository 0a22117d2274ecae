import ByteText
import Demarc
import Foundation
import PolicyModel
import RequestReading
import RuleIndex
import Synchronization
import TestSupport
import Testing
import URLStandard

@Suite("Decisions on every reading of a path") struct ReadingDecisionTests {
    @Test(
        "A path that any reader takes for `/admin/x` is not allowed",
        arguments: [
            "/%61dmin/x", "//admin/x", "/a;b/..;/admin/x", "/%2561dmin/x", "/admin;a/x", "/x/%2e%2e%2fadmin/x",
            "/x/..%2fadmin/x", "/x/..%5cadmin/x", "/x/%252e%252e/admin/x", "/x/%252e%252e%252fadmin/x", "/;/admin/x",
            "/x;/..;/admin/x", "/%2fadmin/x", "/%5cadmin/x", "/admin%2fx", "/adm%69n/x", "/%3b/%252e%252e/admin/x",
            "/a%3bb/..%3b/admin/x", "///admin//x", "/%61%64%6d%69%6e/x", "/.%3b/admin/x", "/x%2f..%3b/admin/x",
            "/;%2fx/%61dmin/x", "/;%5cx/%61dmin/x", "/y;%2f/../;a%2fb/%61dmin/x",
            // What is sent with dot segments is also read without removing them first, or at all.
            "/x//../admin/x", "/x/%2f/../admin/x", "/x/%5c/%2e%2e/admin/x", "/x/;/../admin/x", "/x/y//.././../admin/x",
            "/x//..%2fadmin/x/..;/..;/safe", "/admin/../x", "/admin/%2e%2e/x", "/%61dmin/../x", "/admin/x/../..",
            "/admin/a%2fb/../../x", "//admin/../x", "//%61dmin/..%2fx", "//admin%2f..%5cx",
            "/admin;x/../y", "/admin%3bx/..%2fy", "//..;/admin%2f/../", "/%2561dmin/..;/x",
            "/x/..%2f%61dmin/z%5c..%5c..%2f..%2f",
        ]
    )
    func differing(target: String) throws {
        var world = try RequestWorld()
        let decision = world.decide(ObservedRequest(target, hosts: ["good.test"]))
        #expect(decision.verdict == .block)
        #expect(decision.destination == nil && decision.route == nil && decision.page == nil)
        #expect(decision.reasons.map(\.code) == [.urlReadingsDiffer, .urlReadingsDiffer])
        #expect(Set(decision.reasons.map { $0.rule?.id }) == ["good", "admin"], "both rules are named")
        #expect(decision.reasons.allSatisfy { $0.location != nil })
        #expect(decision.rule?.id == "admin")
        #expect(decision.url?.hasPrefix("https://good.test/") == true)
        #expect(decision.otherURL?.hasPrefix("https://good.test/admin/") == true)
    }

    @Test(
        "Readings with the same decision give one decision",
        arguments: [
            ("/a//b", "allow internal good"), ("/a;b", "allow internal good"), ("/%20", "allow internal good"),
            ("/%c3%a9", "allow internal good"), ("/100%", "allow internal good"), ("/;;;///%%%", "allow internal good"),
            ("/admin/x", "block blocked admin"), ("/admin/x//y", "block blocked admin"),
            ("/admin/%2fx;y", "block blocked admin"), ("/%2e%2e/b", "allow internal good"),
            ("/a/../b", "allow internal good"), ("/./a/..", "allow internal good"),
            ("/.well-known/x", "allow internal good"), ("/.a/..b/...", "allow internal good"),
            ("/a?/../admin/..", "allow internal good"), ("/admin/./y", "block blocked admin"),
            ("/a?//admin/%61;x", "allow internal good"), ("/?a=//%61dmin", "allow internal good"),
        ]
    )
    func alike(target: String, expected: String) throws {
        var world = try RequestWorld()
        let decision = world.decide(ObservedRequest(target, hosts: ["good.test"]))
        #expect(decision.line == expected)
        #expect(decision.otherURL == nil)
    }

    @Test("Behind a normalizing proxy, paths are read like the URL Standard")
    func proxyNormalizes() throws {
        var world = try RequestWorld(.fixed.with { $0.readings = .proxy })
        #expect(world.line(ObservedRequest("//admin/x", hosts: ["good.test"])) == "allow internal good")
        #expect(world.line(ObservedRequest("/x/%2e%2e/admin/x", hosts: ["good.test"])) == "block blocked admin")
        #expect(world.line(ObservedRequest("//admin/x", hosts: ["evil.test"])) == "block blocked evil")
    }

    @Test(
        "A decision tells whether the path was also decided as it was sent, which its URL does not show",
        arguments: [
            ("/a/../b", true), ("/%2e%2e/b", true), ("/./b", true), ("/x//../admin/x", true), ("/b", false),
            ("/a//b", false), ("/%61", false), ("/a?/../b", false), ("/...", false),
        ]
    )
    func decidedAsSent(target: String, expected: Bool) throws {
        var world = try RequestWorld()
        let request = ObservedRequest(target, hosts: ["good.test"])
        #expect(world.decide(request).isDecidedAsSent == expected)
        // The reading of a normalizing proxy is that of the URL.
        var proxied = try RequestWorld(.fixed.with { $0.readings = .proxy })
        #expect(!proxied.decide(request).isDecidedAsSent)
    }

    @Test("A difference in class or destination alone blocks")
    func classAndDestination() throws {
        let yaml = """
            demarc: 1
            app: {multiManagedIdentities: true}
            user: kim
            policies: {browser: {managedBrowserToOpenLinksRequired: true}, free: {}}
            accounts: [{account: kim, policy: browser}, {account: dana, policy: free}]
            ruleSets:
              r:
                default: internal
                rules: [{id: out, class: external, pattern: 'https://good.test/out/*'}]
            views: [{id: E, policy: currentIdentity, isExternalURL: r}]
            """
        for account in ["kim", "dana"] {
            var world = try RequestWorld(.fixed.with { $0.fixedAccount = AccountID(account) }, yaml: yaml)
            let decision = world.decide(ObservedRequest("//out/x", hosts: ["good.test"]))
            #expect(decision.line == "block url.readingsDiffer - out")
        }
    }

    /// The law, with the readings of the whole URL decided one by one.
    @Test("No request is allowed if any two readings differ")
    func law() throws {
        var world = try RequestWorld()
        let view = try #require(world.engine.view(named: "E"))
        var random = SplitMix(seed: 7)
        let pieces = [
            "/", "//", "..", ".", "%2e", "%252e", ";", "%3b", "%2f", "%5c", "admin", "/admin/", "%61dmin", "a", "x",
            "?",
            "%", "private",
        ]
        var seen: [Verdict: Int] = [:]
        let count = TestSize.count(2_500, exhaustive: 200_000)
        for _ in 0..<count {
            let target = "/" + random.text(of: pieces, upTo: 9)
            let decision = world.decide(ObservedRequest(target, hosts: ["good.test"]))
            let url = "https://good.test\(target)"
            let record = try URLRecord(parsing: url.utf8.span)
            let query = record.hasQuery ? "?\(record.query.string)" : ""
            var verdicts: Set<String> = []
            var evaluator = world.engine.makeEvaluator()
            // What was sent is read like the canonical path: the two differ only if it has dot segments.
            let sent = String(target.prefix { $0 != "?" })
            let paths = PathReading.allCases.flatMap { [Self.read(record.path.string, $0), Self.read(sent, $0)] }
            for path in [record.path.string] + paths {
                let one = evaluator.navigation(
                    to: "https://good.test\(path)\(query)".utf8.span,
                    in: view,
                    identity: AccountID("dana")
                )
                verdicts.insert("\(one.verdict) \(one.urlClass.map { "\($0)" } ?? "-")")
            }
            if verdicts.count > 1 {
                #expect(decision.verdict == .block && decision.codes.first == "url.readingsDiffer", "\(target)")
            } else {
                #expect(verdicts == ["\(decision.verdict) \(decision.urlClass.map { "\($0)" } ?? "-")"], "\(target)")
            }
            seen[decision.verdict, default: 0] += 1
        }
        #expect(seen[.allow, default: 0] > count / 20 && seen[.block, default: 0] > count / 20)
    }

    /// Each policy allows one of the readings, so every decision under a single policy is a conflict.
    @Test("All readings are decided under one policy, even while policies change")
    func reloads() throws {
        var world = try RequestWorld(yaml: Self.yaml(blocking: "/p"))
        let policies = try ["/p", "//p"].map { CompiledPolicy(try RequestWorld.document(Self.yaml(blocking: $0))) }
        let engine = world.engine
        let isDone = Atomic(false)
        let ended = DispatchSemaphore(value: 0)
        withExtendedLifetime(engine) {
            let flips = TestSize.isExhaustive ? 100_000 : 5_000
            Thread.detachNewThread {
                for flip in 0..<flips { engine.reload(policies[flip % 2]) }
                isDone.store(true, ordering: .releasing)
                ended.signal()
            }
        }
        var seen: Set<String> = []
        while !isDone.load(ordering: .acquiring) {
            let decision = world.decide(ObservedRequest("//p", hosts: ["good.test"]))
            #expect(decision.verdict == .block)
            seen.formUnion(decision.codes)
        }
        ended.wait()
        #expect(seen.contains("url.readingsDiffer"))
        #expect(seen.isSubset(of: ["url.readingsDiffer", "request.overloaded"]), "\(seen)")
    }

    private static func yaml(blocking path: String) -> String {
        """
        demarc: 1
        user: dana
        policies: {free: {}}
        accounts: [{account: dana, policy: free}]
        ruleSets:
          r:
            default: internal
            rules: [{id: out, class: blocked, pattern: 'https://good.test\(path)'}]
        views: [{id: E, policy: currentIdentity, isExternalURL: r}]
        """
    }

    private static func read(_ path: String, _ reading: PathReading) -> String {
        var (output, scratch): ([UInt8], [UInt8]) = ([], [])
        reading.append(of: path.utf8.span, to: &output, scratch: &scratch)
        return String(decoding: output, as: UTF8.self)
    }
}
