import Diagnostics
import PolicyModel
import RuleIndex
import Scenarios
import TestSupport
import Testing

@testable import PolicyAnalysis
@testable import RuleRegions

@Suite("Claims about data flows") struct FlowClaimTests {
    // MARK: Every kind of place, proven and refuted

    private static let tight = TightDocument().with {
        $0.accounts = [
            "{account: dana@contoso.com, organization: contoso, policy: strict}",
            "{account: kim@contoso.com, organization: contoso, policy: strict}",
            "{account: fab@fabrikam.com, organization: fabrikam, policy: strict}", "{account: dana@home.example}",
        ]
        $0.apps = [
            "{id: com.example.notes, schemes: [notes]}",
            "{id: com.contoso.mail, managed: true, organization: contoso, policy: strict}",
            "{id: com.fabrikam.mail, managed: true, organization: fabrikam, policy: strict}",
            "{id: com.contoso.scan, mdmManaged: true}",
        ]
    }

    private struct Row: Sendable {
        var claim: String
        var change: (name: String, value: String)?
        var verdict: ClaimResult.Verdict
        /// The questions of the way that refutes the claim.
        var ways: [Question.Kind] = []
    }

    private static let rows: [Row] = [
        Row(claim: "never: {from: organization:contoso, to: unmanaged}", verdict: .proven),
        Row(
            claim: "never: {from: organization:contoso, to: unmanaged}",
            change: ("printBlocked", "false"),
            verdict: .refuted,
            ways: [.setting]
        ),
        Row(
            claim: "never: {from: organization:contoso, to: unmanaged, except: [print]}",
            change: ("printBlocked", "false"),
            verdict: .proven
        ),
        Row(
            claim: "never: {from: organization:contoso, to: unmanaged, except: [setting]}",
            change: ("printBlocked", "false"),
            verdict: .proven
        ),
        Row(claim: "never: {from: account:dana@contoso.com, to: print}", verdict: .proven),
        Row(
            claim: "never: {from: account:kim@contoso.com, to: print}",
            change: ("printBlocked", "false"),
            verdict: .refuted,
            ways: [.setting]
        ),
        Row(claim: "never: {from: native, to: apps:unmanaged}", verdict: .proven),
        Row(
            claim: "never: {from: native:kim@contoso.com, to: apps:unmanaged}",
            change: ("allowedOutboundClipboardSharingLevel", "allApps"),
            verdict: .refuted,
            ways: [.copy]
        ),
        Row(
            claim: "never: {from: native, to: apps:unmanaged, via: [send]}",
            change: ("allowedOutboundClipboardSharingLevel", "allApps"),
            verdict: .proven
        ),
        Row(
            claim: "never: {from: native, to: app:com.example.unheard, via: send}",
            change: ("allowedOutboundDataTransferDestinations", "allApps"),
            verdict: .refuted,
            ways: [.send]
        ),
        Row(claim: "never: {from: native, to: app:com.example.unheard}", verdict: .proven),
        Row(claim: "never: {from: organization:contoso, to: apps:otherOrganization}", verdict: .proven),
        Row(
            claim: "never: {from: organization:contoso, to: apps:otherOrganization}",
            change: ("allowedOutboundDataTransferDestinations", "allApps"),
            verdict: .refuted,
            ways: [.send]
        ),
        Row(claim: "never: {from: organization:contoso, to: apps:mdm}", verdict: .proven),
        Row(
            claim: "never: {from: organization:contoso, to: apps:mdm}",
            change: ("allowedOutboundDataTransferDestinations", "allApps"),
            verdict: .refuted,
            ways: [.send]
        ),
        Row(claim: "never: {from: native, to: browser:system}", verdict: .proven),
        Row(
            claim: "never: {from: native, to: browser:system}",
            change: ("managedBrowserToOpenLinksRequired", "false"),
            verdict: .refuted,
            ways: [.open]
        ),
        Row(
            claim: "never: {from: native, to: apps:unmanaged}",
            change: ("exemptedAppProtocols", "[{name: web, value: http}]"),
            verdict: .refuted,
            ways: [.open]
        ),
        Row(claim: "never: {from: native, to: browser:managed}", verdict: .refuted, ways: [.open]),
        Row(claim: "never: {from: native, to: storage:photoLibrary}", verdict: .proven),
        Row(claim: "never: {from: native, to: 'storage:oneDriveForBusiness@own'}", verdict: .refuted, ways: [.save]),
        Row(claim: "never: {from: native, to: 'storage:oneDriveForBusiness@personal'}", verdict: .proven),
        Row(claim: "never: {from: native, to: 'storage:oneDriveForBusiness@other'}", verdict: .proven),
        Row(claim: "never: {from: native, to: system:tel}", verdict: .proven),
        Row(
            claim: "never: {from: native, to: system:tel}",
            change: ("dialerRestrictionLevel", "allApps"),
            verdict: .refuted,
            ways: [.open]
        ),
        Row(
            claim: "never: {from: native, to: system:tel, capacity: content}",
            change: ("dialerRestrictionLevel", "allApps"),
            verdict: .proven
        ),
        Row(claim: "never: {from: organization:contoso, to: account:dana@home.example}", verdict: .proven),
        Row(claim: "never: {from: organization:contoso, to: organization:fabrikam}", verdict: .proven),
        Row(
            claim: "never: {from: account:dana@contoso.com, to: account:kim@contoso.com}",
            verdict: .refuted,
            ways: [.send, .receive]
        ),
        Row(
            claim: "never: {from: account:dana@contoso.com, to: account:kim@contoso.com, within: 1}",
            verdict: .proven
        ),
        Row(claim: "never: {from: view:E, to: unmanaged}", verdict: .proven),
        Row(
            claim: "never: {from: view:E, to: print}",
            change: ("printBlocked", "false"),
            verdict: .refuted,
            ways: [.setting]
        ),
        Row(
            claim: "never: {from: view:E, to: apps:unmanaged, via: navigate}",
            change: ("exemptedAppProtocols", "[{name: Maps, value: maps}]"),
            verdict: .refuted,
            ways: [.navigate]
        ),
        Row(
            claim: "never: {from: view:E, to: system:tel, via: navigate}",
            change: ("dialerRestrictionLevel", "allApps"),
            verdict: .refuted,
            ways: [.navigate]
        ),
        Row(claim: "never: {from: view:A, to: apps:unmanaged}", verdict: .refuted, ways: [.copy]),
        Row(claim: "never: {from: organization:contoso, to: view:A}", verdict: .proven),
        Row(claim: "never: {from: organization:contoso, to: view:E}", verdict: .refuted, ways: [.navigate]),
        Row(claim: "never: {from: native, to: view:E}", verdict: .refuted, ways: [.paste]),
        Row(claim: "never: {from: app:com.contoso.mail, to: unmanaged}", verdict: .proven),
        Row(claim: "never: {from: site:owned, to: unmanaged}", verdict: .proven),
        Row(claim: "never: {from: native, to: site:foreign}", verdict: .proven),
        Row(claim: "can: {from: native, to: app:com.contoso.mail}", verdict: .proven, ways: [.send]),
        Row(
            claim: "can: {from: native, to: app:com.contoso.mail, via: paste}",
            verdict: .proven,
            ways: [.copy, .paste]
        ),
        Row(
            claim: "can: {from: native, to: app:com.contoso.mail}",
            change: ("allowedOutboundDataTransferDestinations", "none"),
            verdict: .proven,
            ways: [.copy, .paste]
        ),
        Row(
            claim: "can: {from: native, to: app:com.contoso.mail, via: send}",
            change: ("allowedOutboundDataTransferDestinations", "none"),
            verdict: .refuted,
            ways: [.send]
        ),
        Row(claim: "can: {from: native, to: apps:unmanaged}", verdict: .refuted, ways: [.copy]),
        Row(claim: "can: {from: native, to: browser:managed}", verdict: .proven, ways: [.open]),
        Row(claim: "can: {from: native, to: site:owned}", verdict: .proven, ways: [.navigate, .paste]),
        Row(claim: "can: {from: native, to: 'storage:oneDriveForBusiness@own'}", verdict: .proven, ways: [.save]),
        Row(claim: "can: {from: native, to: 'storage:box@own'}", verdict: .refuted, ways: [.save]),
        Row(claim: "can: {from: native, to: print}", verdict: .refuted, ways: [.setting]),
        Row(claim: "can: {from: organization:contoso, to: view:E}", verdict: .proven, ways: [.navigate]),
        Row(claim: "can: {from: native, to: view:E}", verdict: .proven, ways: [.paste]),
    ]

    @Test("A claim is proven, or refuted by a path that an engine walks", arguments: rows.indices)
    func table(row: Int) throws {
        let row = Self.rows[row]
        let document = row.change.map { Self.tight.setting($0.name, $0.value) } ?? Self.tight
        let given = document.claim(row.claim)
        let (result, claim) = try given.result()
        #expect(claim.verdict == row.verdict, "\(row.claim) \(row.change?.name ?? ""): \(result)\n\(claim.message)")
        #expect(claim.steps.map(\.question.kind) == row.ways, "\(row.claim): \(claim.steps.map(\.question.words))")
        #expect(result.outcome == (row.verdict == .refuted ? .failed : .passed))
        // The counterexample is a scenario that fails at the same step with the same answer.
        guard row.verdict == .refuted else { return }
        let rerun = try given.regression(claim)
        #expect(rerun.outcome == .failed, "\(row.claim): \(rerun)")
        #expect(rerun.steps.last?.answer?.reasons.map(\.code) == claim.steps.last?.answer?.reasons.map(\.code))
        #expect(rerun.steps.last?.unmet.map(\.value) == claim.steps.last?.unmet.map(\.value))
    }

    // MARK: Counterexamples

    @Test("The named setting closes the path")
    func fixed() throws {
        let open = Self.tight.setting("printBlocked", "false").claim("never: {from: native, to: print}")
        let claim = try open.result().claim
        #expect(claim.gates == ["strict.printBlocked: false (policy.yaml:25:5)"])
        let closed = ClaimCase(policy: Self.tight.text, claims: open.claims)
        #expect(try closed.result().claim.verdict == .proven)
    }

    @Test("No scenario follows a path through another app")
    func otherApp() throws {
        let document = Self.tight.with {
            $0.policies = [("loose", [("printBlocked", "false")])]
            $0.apps[1] = "{id: com.contoso.mail, managed: true, organization: contoso, policy: loose}"
        }
        let (result, claim) = try document.claim("never: {from: account:dana@contoso.com, to: print}").result()
        #expect(result.outcome == .failed && claim.scenario == nil)
        #expect(claim.message.hasSuffix("no scenario can follow it, because it goes through another app"))
        #expect(claim.steps.map(\.question.kind) == [.send, .setting])
    }

    @Test("A link of the system opens the system's own app where the app that is declared for it is missing")
    func systemApp() throws {
        let given = Self.tight.setting("exemptedAppProtocols", "[{name: Phone, value: tel}]")
            .with { $0.apps.append("{id: com.example.dial, schemes: [tel]}") }
            .claim("never: {from: native, to: system:tel}")
        let claim = try given.result().claim
        #expect(claim.verdict == .refuted && claim.steps.map(\.question.kind) == [.open])
        #expect(try given.regression(claim).outcome == .failed)
    }

    @Test("A path through a missing personal account is written without an account")
    func personal() throws {
        let document = Self.tight.setting("allowedOutboundDataTransferDestinations", "allApps")
            .setting("saveAsBlocked", "false")
            .with { $0.accounts.removeLast() }
        let given = document.claim("never: {from: native, to: 'storage:box@personal'}")
        let claim = try given.result().claim
        #expect(claim.verdict == .refuted)
        #expect(try given.regression(claim).outcome == .failed)
    }

    // MARK: Views that show no page

    private static let containers = tight.with { document in
        document.views += WebViewPolicy.allCases.map { "{id: \($0.rawValue), policy: \($0.rawValue), webView: false}" }
    }

    @Test("What `never` refutes, `can` proves, from and to every kind of view", arguments: ["managedApps", "allApps"])
    func views(level: String) throws {
        let document = Self.containers.setting("allowedOutboundClipboardSharingLevel", level)
        let views = ["A", "E"] + WebViewPolicy.allCases.map(\.rawValue)
        let ways: [(from: String, to: String)] =
            views.flatMap { view in ["unmanaged", "print"].map { (from: "view:\(view)", to: $0) } }
            + views.map { (from: "native", to: "view:\($0)") }
        for (from, to) in ways {
            let verdicts = try ["never", "can"].map { kind in
                try document.claim("\(kind): {from: \(from), to: \(to)}").result().claim.verdict
            }
            #expect(Set(verdicts) == [.proven, .refuted], "from \(from) to \(to): \(verdicts)")
        }
    }

    @Test("The content of a view that shows no page is its account's", arguments: ["unset", "currentIdentity"])
    func container(view: String) throws {
        let open = Self.containers.setting("allowedOutboundClipboardSharingLevel", "allApps")
        let given = open.claim("never: {from: view:\(view), to: apps:unmanaged}")
        let claim = try given.result().claim
        #expect(claim.verdict == .refuted && claim.steps.map(\.question.kind) == [.copy], "\(claim.message)")
        #expect(try given.regression(claim).outcome == .failed)
    }

    @Test("A way that no second engine confirms decides nothing", arguments: ["never", "can"])
    func unconfirmed(kind: String) throws {
        let policy = CompiledPolicy(try Self.tight.document())
        let flow = Claim.Flow(from: .native(nil), to: .unmanaged)
        let claim = FlowClaim(
            claim: Claim(
                name: kind,
                location: Diagnostics.SourceLocation(path: "claims.yaml", line: 1, column: 1),
                policy: 0,
                statement: kind == "never" ? .never(flow) : .can(flow)
            ),
            flow: flow,
            policy: policy,
            sites: PolicySites(policy)
        )
        var found = FlowClaim.Found(asking: FlowAsking(policy))
        found.hasUnconfirmed = true
        let result = claim.result(of: found)
        #expect(result.verdict == .notDecided && result.message.contains("did not confirm"), "\(result.message)")
    }

    // MARK: Unknowns

    @Test("A managed app with unknown settings makes the result a sample")
    func unknownApp() throws {
        let document = Self.tight.with {
            $0.apps.append("{id: com.contoso.reader, managed: true, organization: contoso}")
        }
        let claim = try document.claim("never: {from: organization:contoso, to: unmanaged}").result().claim
        #expect(claim.verdict == .sampled && claim.message.contains("com.contoso.reader"))
    }

    @Test("An undecided expression makes the result a sample, but only if it matters")
    func expression() throws {
        let document = Self.tight.with {
            $0.rules.append("{id: odd, class: internal, regex: '^https://([b-y])\\1\\1\\1\\.[b-y]+q/'}")
        }
        func verdict(_ claim: String) throws -> ClaimResult.Verdict { try document.claim(claim).result().claim.verdict }
        #expect(try verdict("never: {from: organization:contoso, to: unmanaged}") == .sampled)
        #expect(try verdict("never: {from: account:dana@contoso.com, to: print}") == .proven)
    }

    private static let vacuous: [(claim: String, message: String)] = [
        ("never: {from: organization:contosso, to: unmanaged}", "did you mean `contoso`?"),
        ("never: {from: organization:nobody, to: unmanaged}", "there is no organization `nobody`"),
        ("never: {from: account:dan@contoso.com, to: unmanaged}", "did you mean `dana@contoso.com`?"),
        ("never: {from: account:dana@home.example, to: unmanaged}", "has no policy, so nothing protects its data"),
        ("never: {from: view:X, to: unmanaged}", "there is no view `X`"),
        ("never: {from: app:com.example.notes, to: unmanaged}", "is managed for no organization"),
        ("never: {from: native, to: view:X}", "there is no view `X`"),
        ("never: {from: native, to: account:nobody@example}", "there is no account `nobody@example`"),
        ("never: {from: native, to: organization:nobody}", "there is no organization `nobody`"),
        ("never: {from: native, to: browser:custom}", "no policy names a browser"),
        ("never: {from: native, to: system:gopher}", "there is no system app for the scheme `gopher`"),
        ("never: {from: native, to: unmanaged, except: [view:X]}", "there is no view `X`"),
        ("can: {from: view:X, to: unmanaged}", "there is no view `X`"),
    ]

    @Test("A claim about nothing is an error", arguments: vacuous.indices)
    func nothing(row: Int) throws {
        let (text, message) = Self.vacuous[row]
        let (result, claim) = try Self.tight.claim(text).result()
        #expect(claim.verdict == .vacuous && result.outcome == .error, "\(text)")
        #expect(result.error?.code == "claim.vacuous" && result.error?.location?.line == 4)
        #expect(claim.message.contains(message), "\(claim.message)")
    }

    @Test("A claim about other organizations is an error if the document has none")
    func nobodyElse() throws {
        let document = TightDocument()
        for selector in ["apps:otherOrganization", "apps:mdm", "'storage:box@other'", "'storage:box@same'"] {
            let claim = try document.claim("never: {from: native, to: \(selector)}").result().claim
            #expect(claim.verdict == .vacuous, "\(selector): \(claim.message)")
        }
        let foreign = document.with { $0.rules = ["{id: code, class: internal, domain: github.io}"] }
        #expect(try foreign.claim("never: {from: site:owned, to: print}").result().claim.verdict == .vacuous)
    }

    // MARK: What a caller provides

    @Test("A claim that was not checked is an error, and never passes")
    func notRun() throws {
        let files = MemoryFiles(["policy.yaml": Self.tight.text])
        let text = "demarc-test: 1\npolicy: policy.yaml\nclaims: [{never: {from: native, to: print}}]"
        let file = try #require(ScenarioFileReader(files: files).load(text: text, path: "claims.yaml").file)
        var runner = ScenarioRunner(file)
        let result = runner.run(try #require(file.claims.first))
        #expect(result.outcome == .error && result.error?.code == "claim.notRun" && result.claim == nil)
        #expect(result.name == "never from native to print")
    }

    @Test("No name can break out of any report")
    func hostile() throws {
        let name = "</testcase> \\\"]}' ${x} \\u202E {{ - # : & <b>"
        let given = Self.tight.setting("printBlocked", "false")
            .claim("{name: \"\(name)\", never: {from: native, to: print}}")
        let (result, claim) = try given.result()
        let file = ScenarioFileResult(path: "claims.yaml", runs: [.init(result, duration: .zero)])
        let junit = ScenarioJUnitReport.document([file])
        #expect(junit.split(separator: "</testcase>").count == 2 && !junit.contains("<b>"))
        #expect(!ScenarioTextReport().text(file).unicodeScalars.contains("\u{202E}"))
        let rerun = try given.regression(claim)
        #expect(rerun.name == result.name && rerun.outcome == .failed)
    }
}
