import PolicyModel
import RuleIndex
import Scenarios
import TestSupport
import Testing

@testable import PolicyAnalysis
@testable import RuleRegions

/// A universal link may be in several lists, and other links that an entry matches in fewer. So one URL for each entry
/// is not enough.
@Suite("Comparing and auditing lists of universal links") struct LinkDiffTests {
    /// The lists of a policy.
    struct Lists {
        var managed: [String] = []
        var exempted: [String] = []

        /// A policy with these lists.
        var text: String {
            func list(_ entries: [String]) -> String { "[\(entries.map { "'\($0)'" }.joined(separator: ", "))]" }
            return """
                demarc: 1
                policies:
                  s:
                    allowedOutboundDataTransferDestinations: managedApps
                    managedBrowserToOpenLinksRequired: true
                    managedUniversalLinks: \(list(managed))
                    exemptedUniversalLinks: \(list(exempted))
                accounts: [{account: d@c.com, organization: c, policy: s}]

                """
        }

        func policy() throws -> CompiledPolicy { try compiledPolicy(text) }
    }

    /// Two policies, and a link that they decide differently.
    struct Row: CustomTestStringConvertible {
        var testDescription: String
        var old: Lists
        var new: Lists
        var url: String
        var effect: OutcomeEffect
    }

    private static let rows: [Row] = [
        Row(
            testDescription: "a site is exempted, and its root is managed",
            old: Lists(managed: ["https://contoso.com/"]),
            new: Lists(managed: ["https://contoso.com/"], exempted: ["https://contoso.com"]),
            url: "https://contoso.com/z",
            effect: .wider
        ),
        Row(
            testDescription: "all subdomains instead of one",
            old: Lists(managed: ["https://a.contoso.com/*"]),
            new: Lists(managed: ["https://*.contoso.com"]),
            url: "https://ab.contoso.com/",
            effect: .elsewhere
        ),
        Row(
            testDescription: "a beginning of a path instead of a folder",
            old: Lists(exempted: ["https://contoso.com/x/*"]),
            new: Lists(exempted: ["https://contoso.com/x*"]),
            url: "https://contoso.com/xy",
            effect: .wider
        ),
        Row(
            testDescription: "labels that two wildcards match together",
            old: Lists(managed: ["https://a*.contoso.com", "https://*b.contoso.com"]),
            new: Lists(
                managed: ["https://a*.contoso.com", "https://*b.contoso.com"],
                exempted: ["https://*c*.contoso.com"]
            ),
            url: "https://xcx.contoso.com/",
            effect: .wider
        ),
        Row(
            testDescription: "another port",
            old: Lists(managed: ["https://contoso.com"]),
            new: Lists(managed: ["https://contoso.com"], exempted: ["https://contoso.com:*/x"]),
            url: "https://contoso.com:8443/x",
            effect: .wider
        ),
    ]

    private static func request(_ url: String) -> FlowRequest {
        FlowRequest(world: .document, user: AccountID("d@c.com"), question: .universalLink(url))
    }

    @Test("A difference of links that no entry spells out is found", arguments: TestSize.rows(rows))
    func named(row: Row) throws {
        let (old, new) = (try row.old.policy(), try row.new.policy())
        let answers = [old, new].map { FlowAsking($0).outcome(of: Self.request(row.url)) }
        #expect(OutcomeEffect(from: answers[0], to: answers[1]) == row.effect)
        let difference = try #require(OutcomeDifference(from: answers[0], to: answers[1]))
        let diff = PolicyDiff(from: old, to: new)
        #expect(diff.isExact && diff.differences(of: .universalLink).contains(difference))
        let run = ClaimCase(
            policy: row.new.text,
            claims: "  - equivalent: {to: old.yaml, for: [universalLink]}\n",
            others: ["old.yaml": row.old.text]
        )
        #expect(try run.result().claim.verdict == .refuted)
    }

    @Test("A link whose app is not installed is compared as well")
    func bare() throws {
        let link = "https://app.contoso.com/"
        let lists = Lists(managed: [link])
        let app = "apps: [{id: com.contoso.x, managed: true, organization: c, universalLinks: ['\(link)']}]\n"
        let old = try compiledPolicy(lists.text + app)
        let new = try compiledPolicy(lists.text.replacing(": managedApps", with: ": allApps") + app)
        var request = Self.request(link)
        request.installed = []
        let answers = [old, new].map { FlowAsking($0).outcome(of: request) }
        let difference = try #require(OutcomeDifference(from: answers[0], to: answers[1]))
        let diff = PolicyDiff(from: old, to: new)
        let asked = diff.groups.flatMap(\.witnesses).map(\.request)
        #expect(asked.contains { $0.question == request.question && $0.installed == [] }, "\(difference)")
    }

    // MARK: Missing browsers

    private static let corporate = TightDocument().with {
        $0.rules.append("{id: news, class: external, host: news.example}")
    }

    /// Policies under which no rule makes an unnamed site external.
    private static let unnamed = [
        corporate.with { $0.defaultClass = "internal" }, corporate.with { $0.defaultClass = "blocked" },
        corporate.with { $0.views[1] = "{id: E, policy: currentIdentity}" },
    ]

    @Test("A viewer that replaces the missing browser is compared with any external link", arguments: unnamed.indices)
    func viewer(row: Int) throws {
        let old = Self.unnamed[row]
        let new = old.with { $0.app += "\n  safariViewControllerBlockedOverride: true" }
        let diff = PolicyDiff(from: CompiledPolicy(try old.document()), to: CompiledPolicy(try new.document()))
        #expect(diff.isExact && diff.groups.contains { $0.question == .navigate && $0.effect == .wider })
        for claim in ["equivalent", "noMorePermissiveThan"] {
            let text = "  - \(claim): {to: old.yaml, for: navigate}\n"
            let run = ClaimCase(policy: new.text, claims: text, others: ["old.yaml": old.text])
            #expect(try run.result().claim.verdict == .refuted, "\(claim)")
        }
    }

    @Test("What a rule changes where the browser is missing is reported, too", arguments: ["internal", "blocked"])
    func missingBrowser(urlClass: String) throws {
        let edited = Self.corporate.with { $0.rules.append("{id: new, class: \(urlClass), host: new.example}") }
        let policies = try [Self.corporate, edited].map { CompiledPolicy(try $0.document()) }
        for scheme in SchemeClasses.web {
            var request = FlowRequest(
                world: .document,
                user: AccountID("dana@contoso.com"),
                question: .navigate(to: "\(scheme)://new.example/", in: "E")
            )
            request.installed = []
            let answers = policies.map { FlowAsking($0).outcome(of: request) }
            #expect(answers[0].destination == .installBrowser)
            let difference = try #require(OutcomeDifference(from: answers[0], to: answers[1]))
            let diff = PolicyDiff(from: policies[0], to: policies[1])
            #expect(diff.isExact && diff.differences(of: .navigate).contains(difference), "\(difference)")
        }
    }

    // MARK: Schemes of browsers

    /// A policy whose browser has a scheme, and another policy that no account has.
    private static func browser(_ used: String?, _ unused: String? = nil) -> String {
        let policies = [("p", used), ("q", unused)].map { name, scheme in
            let custom = scheme.map { ", customBrowserProtocol: \($0)" } ?? ""
            return "  \(name): {managedBrowserToOpenLinksRequired: true\(custom)}\n"
        }
        return "demarc: 1\npolicies:\n\(policies.joined())accounts: [{account: d@c.com, organization: c, policy: p}]\n"
    }

    @Test(
        "URLs of a browser's scheme on whose host readers disagree are compared, even if no account has the policy",
        arguments: [(browser("brx"), browser("brw")), (browser(nil), browser(nil, "brw"))]
    )
    func browsers(old: String, new: String) throws {
        let policies = [try compiledPolicy(old), try compiledPolicy(new)]
        let diff = PolicyDiff(from: policies[0], to: policies[1])
        for url in ["brw:x", "brws:///x", #"brw://a%5C@b.example/"#] {
            let request = FlowRequest(world: .document, user: AccountID("d@c.com"), question: .open(url))
            let answers = policies.map { FlowAsking($0).outcome(of: request) }
            let difference = try #require(OutcomeDifference(from: answers[0], to: answers[1]))
            #expect(diff.differences(of: .open).contains(difference), "\(url)")
        }
        #expect(diff.isExact && diff.comparison != .equivalent && diff.noOps.isEmpty)
        let run = ClaimCase(
            policy: old,
            claims: "  - noMorePermissiveThan: {to: new.yaml, for: [open]}\n",
            others: ["new.yaml": new]
        )
        #expect(try run.result().claim.verdict == .refuted)
    }

    private static let never = "never: {from: 'organization:c', to: 'apps:unmanaged', via: [universalLink]}"

    private static func paths(_ policy: CompiledPolicy) -> [LeakPath] {
        PolicyAudit(policy, .init(findsFixes: false)).paths.filter { path in
            path.steps.contains { $0.request.question.kind == .universalLink }
        }
    }

    @Test("A leak beside the managed links of an exempted site is found")
    func leak() throws {
        let lists = Lists(managed: ["https://partner.example/"], exempted: ["https://partner.example"])
        #expect(!Self.paths(try lists.policy()).isEmpty)
        let claim = try ClaimCase(policy: lists.text, claims: "  - \(Self.never)\n").result().claim
        #expect(claim.verdict == .refuted)
        let tight = Lists(managed: ["https://partner.example"], exempted: ["https://partner.example/x"])
        #expect(Self.paths(try tight.policy()).isEmpty)
        #expect(try ClaimCase(policy: tight.text, claims: "  - \(Self.never)\n").result().claim.verdict == .proven)
    }

    @Test("Many entries are combined exactly, and too many are reported as a sample")
    func bounds() {
        let hosts = (0..<150).map { "https://host\($0).example\($0 % 7).com/a*" }
        let many = LinkCells([hosts, ["https://*.example3.com"], ["https://host5.example5.com/ab"]])
        #expect(many.isExact && many.urls.count == 4, "\(many.urls)")
        let wild = (0..<40).map { "https://*\($0)a*\($0)b*.contoso.com" }
        #expect(!LinkCells(wild.map { [$0] }).isExact)
    }

    // MARK: Law

    private static let pairs = TestSize.count(40, thorough: 200, exhaustive: 3_000)
    private static let entries = [
        "https://contoso.com", "https://contoso.com/", "https://contoso.com/x", "https://contoso.com/x/*",
        "https://contoso.com/x*", "https://*.contoso.com", "https://a*.contoso.com/*", "https://*b.contoso.com",
        "https://a.contoso.com/*", "http://contoso.com", "https://contoso.com:8443/*", "https://contoso.com:*/x",
        "https://*.a.contoso.com", "https://*.a*.contoso.com/x", "10.0.0.0/24", "10.0.0.128/25", "https://10.0.0.5/x*",
        "http://*.contoso.com/x/*",
    ]
    private static let grid = ["https", "http"].flatMap { scheme in
        [
            "contoso.com", "a.contoso.com", "ab.contoso.com", "b.contoso.com", "xb.contoso.com", "c.contoso.com",
            "q.a.contoso.com", "q.ab.contoso.com", "x.y.contoso.com", "q.x.ab.contoso.com", "xcontoso.com", "10.0.0.1",
            "10.0.0.5", "10.0.0.129", "10.0.1.0", "other.example",
        ]
        .flatMap { host in
            ["", ":8443", ":444"].flatMap { port in
                ["/", "/x", "/xy", "/x/", "/x/y", "/z"].map { "\(scheme)://\(host)\(port)\($0)" }
            }
        }
    }

    private static func lists(_ random: inout SplitMix) -> Lists {
        func some() -> [String] {
            (0..<random.number(in: 0...3)).compactMap { _ in entries.randomElement(using: &random) }
        }
        return Lists(managed: some(), exempted: some())
    }

    @Test("No link of a grid differs or leaks without a report", arguments: 0..<4)
    func law(part: Int) throws {
        let seeds = Array(stride(from: part, to: Self.pairs, by: 4))
        var (differing, leaking) = (0, 0)
        for seed in seeds {
            var random = SplitMix(seed: UInt64(seed))
            let old = Self.lists(&random)
            var new = old
            let entry = Self.entries.randomElement(using: &random) ?? ""
            if random.once(in: 2) { new.exempted.append(entry) } else { new.managed.append(entry) }
            if random.once(in: 3) { new = Self.lists(&random) }
            let policies = (try old.policy(), try new.policy())
            let diff = PolicyDiff(from: policies.0, to: policies.1)
            #expect(diff.isExact)
            let told = diff.differences(of: .universalLink)
            let (before, after) = (FlowAsking(policies.0), FlowAsking(policies.1))
            var (differs, leaks) = (false, false)
            for url in Self.grid {
                let answers = (before.outcome(of: Self.request(url)), after.outcome(of: Self.request(url)))
                leaks = leaks || answers.1.verdict == .allow && answers.1.destination == .unmanagedApp
                guard let difference = OutcomeDifference(from: answers.0, to: answers.1) else { continue }
                differs = true
                #expect(told.contains(difference), "seed \(seed): \(url) is \(difference): \(old) \(new)")
            }
            if differs { differing += 1 }
            if leaks {
                leaking += 1
                #expect(!Self.paths(policies.1).isEmpty, "seed \(seed): \(new)")
            }
            guard seed % 8 == part else { continue }
            let claim = try ClaimCase(policy: new.text, claims: "  - \(Self.never)\n").result().claim
            #expect(!leaks || claim.verdict == .refuted, "seed \(seed): \(new)")
        }
        let few = seeds.count / 4
        #expect(differing > few && leaking > few, "\(differing), \(leaking) of \(seeds.count)")
    }
}
