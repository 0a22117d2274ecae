import PolicyModel
import RuleIndex
import Scenarios
import TestSupport
import Testing

@testable import PolicyAnalysis

/// Rules decide URLs of every scheme, so differences may exist with sockets, `ftp` or schemes of apps only.
@Suite("Comparing policies under every scheme") struct SchemeDiffTests {
    /// Two rule sets that differ only with some schemes, and a URL that they decide differently.
    struct Row: CustomTestStringConvertible {
        var testDescription: String
        var defaultClass: String
        var old: [String]
        var new: [String]
        var url: String
    }

    private static let rows: [Row] = [
        Row(
            testDescription: "the priority of a rule for sockets",
            defaultClass: "external",
            old: [
                "{id: gambling, class: blocked, domain: casino.example}", "{id: sockets, class: internal, scheme: wss}",
            ],
            new: [
                "{id: gambling, class: blocked, domain: casino.example}",
                "{id: sockets, class: internal, scheme: wss, priority: 1}",
            ],
            url: "wss://casino.example/"
        ),
        Row(
            testDescription: "a rule with an exception that holds for the web only",
            defaultClass: "internal",
            old: ["{id: r2, class: blocked, address: 10.0.0.128/25, unless: {edge: 10.0.0.0/24}}"],
            new: ["{id: r2, class: internal, address: 10.0.0.128/25, unless: {edge: 10.0.0.0/24}}"],
            url: "ws://10.0.0.200/"
        ),
        Row(
            testDescription: "a scheme that only the new policy names",
            defaultClass: "blocked",
            old: ["{id: r1, class: internal, domain: github.io}"],
            new: [
                "{id: r1, class: internal, domain: github.io}",
                "{id: r0, class: external, url: 'foo://10.0.0.1/a'}",
            ],
            url: "foo://x.github.io/"
        ),
        Row(
            testDescription: "a scheme of an app one way, and https the other way",
            defaultClass: "external",
            old: ["{id: calls, class: blocked, domain: a.example, scheme: tel}"],
            new: ["{id: calls, class: blocked, domain: a.example, scheme: https}"],
            url: "tel://a.example/"
        ),
        Row(
            testDescription: "a scheme of an app one way, and every other the other way",
            defaultClass: "external",
            old: ["{id: all, class: blocked, domain: a.example, unless: {scheme: tel}}"],
            new: ["{id: all, class: blocked, domain: a.example, scheme: tel}"],
            url: "tel://a.example/"
        ),
        Row(
            testDescription: "a rule that only a host in two readings reaches",
            defaultClass: "internal",
            old: ["{id: own, class: internal, domain: own.example}"],
            new: [
                "{id: own, class: internal, domain: own.example, priority: 1}",
                "{id: none, class: blocked, domain: own.example}",
            ],
            url: "foo://a%20b.own.example/"
        ),
        Row(
            testDescription: "a rule whose exception only a host in two readings reaches",
            defaultClass: "blocked",
            old: [
                "{id: r0, class: internal, chrome: 'foo://*', unless: {chrome: a.example}, priority: 1}",
                "{id: r1, class: internal, scheme: foo}",
            ],
            new: [
                "{id: r0, class: internal, chrome: 'foo://*', unless: {chrome: a.example}, priority: 1}",
                "{id: r1, class: external, scheme: foo}",
            ],
            url: "foo://a%20b.a.example/"
        ),
        Row(
            testDescription: "a rule that blocks a host in two readings in spite of an external rule",
            defaultClass: "internal",
            old: ["{id: own, class: external, domain: own.example, priority: 1}"],
            new: [
                "{id: own, class: external, domain: own.example, priority: 1}",
                "{id: none, class: blocked, domain: own.example}",
            ],
            url: "foo://a%20b.own.example/"
        ),
        Row(
            testDescription: "an exception that does not hold for a host in two readings",
            defaultClass: "external",
            old: [
                "{id: r0, class: internal, scheme: foo, domain: a.example, priority: 2}",
                "{id: r1, class: external, scheme: foo, unless: {domain: a.example}, priority: 1}",
                "{id: r2, class: internal, scheme: foo}",
            ],
            new: [
                "{id: r0, class: internal, scheme: foo, domain: a.example, priority: 2}",
                "{id: r1, class: external, scheme: foo, unless: {domain: a.example}, priority: 1}",
                "{id: r2, class: blocked, scheme: foo}",
            ],
            url: "foo://a%20b.a.example/"
        ),
        Row(
            testDescription: "a URL without a host",
            defaultClass: "external",
            old: ["{id: one, class: internal, url: 'foo:bar'}"],
            new: ["{id: one, class: blocked, url: 'foo:bar'}"],
            url: "foo:bar"
        ),
        Row(
            testDescription: "a browser's scheme, where rules block the URL that the browser reads",
            defaultClass: "internal",
            old: ["{id: own, class: blocked, domain: own.example, scheme: [https, http, microsoft-edge-https]}"],
            new: ["{id: own, class: blocked, domain: own.example, scheme: [https, http]}"],
            url: "microsoft-edge-https://a%20b.own.example/"
        ),
        Row(
            testDescription: "a browser's scheme on any host",
            defaultClass: "internal",
            old: ["{id: all, class: blocked, scheme: [https, http, microsoft-edge-https]}"],
            new: ["{id: all, class: blocked, scheme: [https, http]}"],
            url: "microsoft-edge-https://a%20b.example/"
        ),
        Row(
            testDescription: "a twin, where rules block the URL inside the link",
            defaultClass: "internal",
            old: ["{id: own, class: blocked, domain: own.example, scheme: [https, http, https-intunemam]}"],
            new: ["{id: own, class: blocked, domain: own.example, scheme: [https, http]}"],
            url: "https-intunemam://a%20b.own.example/"
        ),
        Row(
            testDescription: "a browser's scheme, where rules block one of the URLs that the browser reads",
            defaultClass: "internal",
            old: [
                "{id: root, class: blocked, url: 'https://own.example/'}",
                "{id: edge, class: blocked, host: own.example, scheme: microsoft-edge-https}",
            ],
            new: [
                "{id: root, class: blocked, url: 'https://own.example/'}",
                "{id: edge, class: internal, host: own.example, scheme: microsoft-edge-https}",
            ],
            url: "microsoft-edge-https://own.example/x"
        ),
    ]

    /// A policy with one rule set, which a view uses.
    private static func text(_ defaultClass: String, _ rules: [String]) -> String {
        """
        demarc: 1
        policies: {s: {}}
        accounts: [{account: d@c.com, organization: c, policy: s}]
        ruleSets: {S: {default: \(defaultClass), rules: [\(rules.joined(separator: ", "))]}}
        views: [{id: E, policy: currentIdentity, isExternalURL: S}]

        """
    }

    private static func difference(
        _ url: String,
        _ frame: Frame,
        _ old: FlowAsking,
        _ new: FlowAsking
    ) -> OutcomeDifference? {
        let question = Question.navigate(to: url, in: "E", frame: frame)
        let request = FlowRequest(world: .document, user: AccountID("d@c.com"), question: question)
        return OutcomeDifference(from: old.outcome(of: request), to: new.outcome(of: request))
    }

    @Test("A difference with some schemes only is found", arguments: TestSize.rows(rows))
    func named(row: Row) throws {
        let (old, new) = (Self.text(row.defaultClass, row.old), Self.text(row.defaultClass, row.new))
        let policies = (try compiledPolicy(old), try compiledPolicy(new))
        let difference = try #require(
            Self.difference(row.url, .top, FlowAsking(policies.0), FlowAsking(policies.1))
                ?? Self.difference(row.url, .sub, FlowAsking(policies.0), FlowAsking(policies.1)),
            "the engine decides both alike"
        )
        let diff = PolicyDiff(from: policies.0, to: policies.1)
        #expect(difference.isTold(by: diff.differences(of: .navigate)), "\(difference)")
        #expect(diff.noOps.isEmpty)
        for claim in ["equivalent: {to: old.yaml, for: [navigate]}", "equivalent: {to: old.yaml}"] {
            let run = ClaimCase(policy: new, claims: "  - \(claim)\n", others: ["old.yaml": old])
            #expect(try run.result().claim.verdict == .refuted)
        }
    }

    @Test("A difference below the entries of a large list is found with sockets, too")
    func walked() throws {
        let names = (0..<3_000).map { "casino\($0).example" }
        let list = try EntryList.read(names.joined(separator: "\n").utf8.span, format: .domains).list
        func policy(priority: Int) throws -> CompiledPolicy {
            let sockets = "{id: sockets, class: internal, scheme: wss, priority: \(priority)}"
            var document = try policyDocument(
                Self.text("external", ["{id: gambling, class: blocked, domain: x.example}", sockets])
            )
            let rule = try #require(document.ruleSets[0].rules.firstIndex { $0.id == "gambling" })
            document.ruleSets[0].rules[rule].conditions = [Condition(key: .list, alternatives: [.list(list)])]
            return CompiledPolicy(document)
        }
        let diff = PolicyDiff(from: try policy(priority: 0), to: try policy(priority: 1))
        let group = try #require(diff.groups.first { $0.question == .navigate })
        #expect(group.effect == .wider && group.count == names.count, "\(group.count)")
    }

    // MARK: Law

    private static let pairs = TestSize.count(32, thorough: 120, exhaustive: 1_000)
    private static let schemes = ["https", "http", "wss", "ws", "ftp", "foo", "bar", "tel", "chrome"]
    private static let hosts = [
        "a.example", "b.a.example", "q.b.a.example", "casino.example", "x.casino.example", "other.example", "10.0.0.1",
        "10.0.0.5", "10.0.0.129", "10.0.1.0", "a%20b.a.example", "A.example",
    ]
    private static let paths = ["", "/", "/x", "/x/y", "/xy", "/a", "/b"]
    private static let ports = ["", ":443", ":80", ":8443"]
    private static let grid =
        schemes.flatMap { scheme in
            hosts.flatMap { host in ports.flatMap { port in paths.map { "\(scheme)://\(host)\(port)\($0)" } } }
        } + ["foo:bar", "foo:other", "bar:bar", "foo:///x"]

    private static let conditions = [
        "domain: a.example", "domain: b.a.example", "domain: casino.example", "host: a.example", "host: 10.0.0.5",
        "scheme: wss", "scheme: ws", "scheme: ftp", "scheme: foo", "scheme: https", "scheme: tel",
        "address: 10.0.0.0/24",
        "address: 10.0.0.128/25", "edge: 10.0.0.0/24", "edge: 'https://a.example/x/*'", "edge: 'http://*.a.example'",
        "edge: 'https://casino.example:8443/*'", "chrome: a.example", "chrome: 'wss://casino.example'",
        "chrome: 'foo://*'", "chrome: 'casino.example/x'", "url: 'foo://10.0.0.1/a'", "url: 'https://a.example/x'",
        "url: 'foo:bar'", "url: 'foo://A.example/b'", "pattern: 'wss://a.example/*'",
        "pattern: '*://casino.example/*'", "pattern: 'https://*.a.example/x*'", "pattern: 'foo://a.example/*'",
    ]

    private static func rule(_ number: Int, _ random: inout SplitMix) -> String {
        func condition(_ others: [String]) -> String? {
            let key = { (text: String) in text.prefix { $0 != ":" } }
            return conditions.filter { text in !others.contains { key($0) == key(text) } }.randomElement(using: &random)
        }
        let urlClass = ["internal", "external", "blocked"].randomElement(using: &random) ?? "internal"
        var parts = condition([]).map { [$0] } ?? []
        if random.once(in: 4), let other = condition(parts) { parts.append(other) }
        if random.once(in: 3), let exception = condition([]) { parts.append("unless: {\(exception)}") }
        if random.once(in: 3) { parts.append("priority: \(random.number(in: 1...2))") }
        return "{id: r\(number), class: \(urlClass), \(parts.joined(separator: ", "))}"
    }

    private static func pair(_ seed: Int) -> (old: String, new: String) {
        var random = SplitMix(seed: UInt64(seed))
        let defaultClass = ["internal", "external", "blocked"].randomElement(using: &random) ?? "internal"
        let old = (0..<random.number(in: 1...4)).map { rule($0, &random) }
        var new = old
        let place = random.number(in: 0...old.count)
        if place == old.count {
            new.append(rule(old.count, &random))
        } else if random.once(in: 2) {
            let classes = ["internal", "external", "blocked"]
            for (one, other) in zip(classes, classes.dropFirst() + ["internal"])
            where new[place].contains("class: \(one)") {
                new[place].replace("class: \(one)", with: "class: \(other)")
                break
            }
        } else {
            new[place] = rule(place, &random)
        }
        return (text(defaultClass, old), text(defaultClass, new))
    }

    @Test("No URL of a grid differs in a way that an exact comparison does not report", arguments: 0..<4)
    func law(part: Int) throws {
        let seeds = Array(stride(from: part, to: Self.pairs, by: 4))
        var (exact, differing) = (0, 0)
        for seed in seeds {
            let (old, new) = Self.pair(seed)
            let policies = (try compiledPolicy(old), try compiledPolicy(new))
            let diff = PolicyDiff(from: policies.0, to: policies.1)
            #expect(diff.refusedCount == 0, "seed \(seed)")
            guard diff.isExact else { continue }
            exact += 1
            let told = diff.differences(of: .navigate)
            let (before, after) = (FlowAsking(policies.0), FlowAsking(policies.1))
            var differs = false
            search: for url in Self.grid {
                for frame in [Frame.top, .sub] {
                    guard let difference = Self.difference(url, frame, before, after) else { continue }
                    differs = true
                    guard !difference.isTold(by: told) else { continue }
                    Issue.record("seed \(seed): \(url) is \(difference), and no group tells it\n\(old)\(new)")
                    break search
                }
            }
            if differs { differing += 1 }
        }
        #expect(exact > seeds.count * 3 / 4 && differing > seeds.count / 4, "\(exact), \(differing) of \(seeds.count)")
    }
}

/// How two answers to a question differ.
struct OutcomeDifference: Hashable {
    private var effect: OutcomeEffect
    private var before: FlowOutcome
    private var after: FlowOutcome

    /// Nil if they do not differ.
    init?(from old: FlowOutcome, to new: FlowOutcome) {
        guard let effect = OutcomeEffect(from: old, to: new) else { return nil }
        self.effect = effect
        before = old.kind
        after = new.kind
    }

    /// Whether a comparison reports it.
    func isTold(by told: Set<OutcomeDifference>) -> Bool {
        // What rules do to a URL that an app opens may be reported with a URL of another scheme, which differs in the
        // same direction.
        let isOpened = [before, after].contains { $0.verdict == .allow && $0.destination != .view }
        return told.contains(self) || isOpened && told.contains { $0.effect == effect }
    }
}

extension PolicyDiff {
    /// The differences that the groups about a kind of question report, each of which shows its effect.
    func differences(
        of question: Question.Kind,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) -> Set<OutcomeDifference> {
        var differences: Set<OutcomeDifference> = []
        for group in groups where group.question == question {
            for witness in group.witnesses {
                let (before, after) = (FlowOutcome(witness.before), FlowOutcome(witness.after))
                #expect(OutcomeEffect(from: before, to: after) == group.effect, sourceLocation: sourceLocation)
                if let difference = OutcomeDifference(from: before, to: after) { differences.insert(difference) }
            }
        }
        return differences
    }
}
