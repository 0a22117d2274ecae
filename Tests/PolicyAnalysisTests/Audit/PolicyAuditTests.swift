import PolicyFiles
import PolicyModel
import RuleIndex
import TestSupport
import Testing

@testable import PolicyAnalysis
@testable import RuleRegions

@Suite("Audits of a policy") struct PolicyAuditTests {
    private static let leaky = TightDocument().with {
        $0.policies = [("pool", [("allowedOutboundClipboardSharingLevel", "allApps"), ("printBlocked", "false")])]
        $0.accounts.append("{account: pool@contoso.com, organization: contoso, policy: pool}")
        $0.rules.append("{id: loose, class: internal, domain: github.io}")
        $0.rules.append("{id: wiki, class: internal, host: wiki.contoso.net}")
    }

    @Test("Every reported path is confirmed by a second engine")
    func replay() throws {
        let policy = CompiledPolicy(try Self.leaky.document())
        let sites = PolicySites(policy)
        let confirmed = PolicyAudit(policy, .init(findsFixes: false), sites, replaying: PathReplay.replaying)
        #expect(confirmed.paths.count == 3 && confirmed.refusedCount == 0)
        let refused = PolicyAudit(policy, .init(findsFixes: false), sites) { replay, steps in
            // Simulates a search that was wrong about the last step.
            var broken = steps
            broken[broken.count - 1].verdict = .route
            return replay.replay(broken)
        }
        #expect(refused.paths.isEmpty && refused.refusedCount == 3)
        // A path that was found but not confirmed must not lead to the conclusion that there is none.
        #expect(!refused.isExact && refused.claim.hasPrefix("3 paths were found but not confirmed"))
    }

    @Test(
        "A path with one different answer is refused",
        arguments: ["verdict", "destination", "page", "account"]
    )
    func brokenStep(part: String) throws {
        let policy = CompiledPolicy(try Self.leaky.document())
        let paths = PolicyAudit(policy, .init(findsFixes: false)).paths
        let path = try #require(paths.first { $0.code == .mislabelledSite })
        var replay = PathReplay(FlowAsking(policy))
        #expect(replay.replay(path.steps)?.map(\.verdict) == path.steps.map(\.verdict))
        var steps = path.steps
        switch part {
        case "verdict": steps[1].verdict = .block
        case "destination": steps[0].destination = .system
        case "page": steps[0].page = .unmanaged
        default: steps[1].request.user = AccountID("nobody@example")
        }
        #expect(replay.replay(steps) == nil)
    }

    @Test("A detour is walked step by step")
    func steps() throws {
        let audit = try Self.leaky.audit()
        let path = try #require(audit.paths.first { $0.code == .composed && $0.sink.sinkClass == .app })
        #expect(path.steps.map(\.request.question.kind) == [.copy, .paste, .copy])
        #expect(path.steps.map(\.verdict) == [.protected, .allow, .plain])
        #expect(path.effort.words == "3 taps + second account")
        #expect(path.alsoFrom.map(\.selector) == ["account:pool@contoso.com"])
    }

    @Test("A path carries as much data as possible, not the least effort")
    func most() throws {
        let audit = try TightDocument().setting("allowedOutboundDataTransferDestinations", "allApps").audit()
        let path = try #require(audit.paths.first { $0.sink.selector == "apps:unmanaged" })
        // A link takes one tap, and a file two.
        #expect(path.capacity == .content && path.steps.map(\.request.question.kind) == [.send])
    }

    @Test("A path that some data takes directly and other data only shortened is shown with what leaves most")
    func mostOfAll() throws {
        let policy = try compiledPolicy(
            """
            demarc: 1
            app: {multiIdentity: true, multiManagedIdentities: true}
            policies:
              a:
                allowedOutboundDataTransferDestinations: none
                allowedOutboundClipboardSharingLevel: blocked
                allowedOutboundClipboardSharingExceptionLength: 5
                printBlocked: true
              b:
                allowedOutboundDataTransferDestinations: managedApps
                allowedInboundDataTransferSources: none
                allowedOutboundClipboardSharingLevel: managedAppsWithPasteIn
            accounts:
              - {account: erik@contoso.com, organization: contoso, policy: a}
              - {account: dana@contoso.com, organization: contoso, policy: b}
            """
        )
        let paths = PolicyAudit(policy).paths.filter { $0.sink.selector == "print" }
        let path = try #require(paths.first)
        #expect(paths.count == 1 && path.capacity == .content && path.effort.words == "1 tap")
        #expect(path.source.selector == "account:dana@contoso.com" && path.steps.count == 1)
        // The detour of the other account is what makes it an error.
        #expect(path.code == .composed && path.alsoFrom.map(\.selector) == ["account:erik@contoso.com"])
    }

    @Test(
        "An exempt scheme that no app declares leads to the system's own app",
        arguments: ["tel", "sms"]
    )
    func exemptedCalls(scheme: String) throws {
        let audit = try TightDocument().setting("exemptedAppProtocols", "[{name: Calls, value: \(scheme)}]").audit()
        #expect(
            audit.paths.map(\.line) == [
                "DM101 account:dana@contoso.com → system:\(scheme) [strict.exemptedAppProtocols: \(scheme)]"
            ]
        )
    }

    @Test("The audit does not depend on the order of rules, accounts, apps and views")
    func order() throws {
        let document = try Self.leaky.document()
        let audit = PolicyAudit(CompiledPolicy(document))
        #expect(!audit.paths.isEmpty)
        let json = audit.json(of: "policy.yaml")
        var random = SplitMix(seed: 1)
        for _ in 0..<5 {
            var shuffled = document
            for position in shuffled.ruleSets.indices { shuffled.ruleSets[position].rules.shuffle(using: &random) }
            shuffled.accounts = AccountDirectory(document.accounts.accounts.shuffled(using: &random))
            shuffled.apps = document.apps?.shuffled(using: &random)
            shuffled.views.shuffle(using: &random)
            #expect(PolicyAudit(CompiledPolicy(shuffled)).json(of: "policy.yaml") == json)
        }
    }

    @Test("The id of a path survives changes of lines and accounts, but not of values")
    func ids() throws {
        let hole = TightDocument().setting("allowedOutboundClipboardSharingExceptionLength", "20")
        let id = try #require(try hole.audit().paths.first).id
        let moved = hole.with { $0.accounts[0] = "{account: kim@contoso.com, organization: contoso, policy: strict}" }
        #expect(try moved.audit().paths.map(\.id) == [id])
        let wider = hole.setting("allowedOutboundClipboardSharingExceptionLength", "21")
        #expect(try wider.audit().paths.map(\.id) != [id])
    }

    private struct Rewritten: Sendable {
        var before: TightDocument
        var after: TightDocument
        var isSame: Bool

        init(_ before: TightDocument, _ after: TightDocument, isSame: Bool) {
            (self.before, self.after, self.isSame) = (before, after, isSame)
        }
    }

    private static func rule(_ matchers: String) -> TightDocument {
        TightDocument().with { $0.rules.append("{id: partners, class: internal, \(matchers)}") }
    }

    /// A rule with more values than reports show.
    private static func partners(_ last: String) -> TightDocument {
        rule("domain: [github.io, \((1...7).map { "a\($0).example" }.joined(separator: ", ")), \(last)]")
    }

    /// A rule with two expressions. The end of the second one follows, and what else the rule has.
    private static func expressions(_ end: String, _ others: String = "") -> TightDocument {
        rule("regex: ['^https://a', '^https://b\(end)]\(others)")
    }

    private static func exempting(_ schemes: [String]) -> TightDocument {
        let list = schemes.map { "{name: \($0), value: \($0)}" }.joined(separator: ", ")
        return TightDocument().setting("exemptedAppProtocols", "[\(list)]")
    }

    private static let saving = TightDocument().setting("allowedDataStorageLocations", "[photoLibrary, box]")
    private static let schemes = (1...20).map { "app\($0)" }

    private static let rewritten: [Rewritten] = [
        Rewritten(partners("z.example"), partners("com"), isSame: false),
        Rewritten(
            rule("domain: [github.io, x.example], unless: {domain: x.example}"),
            rule("domain: [github.io, x.example]"),
            isSame: false
        ),
        Rewritten(
            rule("domain: github.io, unless: {domain: x.github.io}"),
            rule("domain: github.io, unless: {domain: y.github.io}"),
            isSame: false
        ),
        Rewritten(exempting(schemes + ["skype"]), exempting(schemes + ["calshow"]), isSame: false),
        // An expression may contain any words.
        Rewritten(expressions(", ^https://c'"), expressions("', '^https://c'"), isSame: false),
        Rewritten(expressions(" unless regex zzz'"), expressions("'", ", unless: {regex: zzz}"), isSame: false),
        Rewritten(rule("domain: [github.io, x.example]"), rule("domain: [x.example, github.io]"), isSame: true),
        Rewritten(
            rule("domain: [github.io, x.example]"),
            rule("domain: [x.example, GitHub.io, x.example]"),
            isSame: true
        ),
        Rewritten(
            rule("domain: github.io, unless: {domain: [x.github.io, y.github.io]}"),
            rule("unless: {domain: [y.github.io, x.github.io]}, domain: github.io"),
            isSame: true
        ),
        Rewritten(saving, saving.setting("allowedDataStorageLocations", "[box, photoLibrary]"), isSame: true),
        Rewritten(exempting(["skype", "calshow"]), exempting(["calshow", "skype"]), isSame: true),
    ]

    @Test("The id of a path depends on all values that open it, and not on their order", arguments: rewritten.indices)
    func wholeValues(row: Int) throws {
        let row = Self.rewritten[row]
        let (before, after) = (try row.before.audit().paths, try row.after.audit().paths)
        #expect(!before.isEmpty && before.count == after.count, "\(before.map(\.line)) \(after.map(\.line))")
        let (ids, others) = (Set(before.map(\.id)), Set(after.map(\.id)))
        #expect(row.isSame ? ids == others : ids.isDisjoint(with: others), "\(before.map(\.line)) \(after.map(\.line))")
    }

    @Test("A renamed organization has the same paths under its new name")
    func renamed() throws {
        let text = try Self.leaky.audit().paths.map(\.line)
        let other = Self.leaky.with {
            $0.accounts = $0.accounts.map { $0.replacing("organization: contoso", with: "organization: zeta") }
        }
        #expect(try other.audit().paths.map(\.line) == text)
        #expect(try other.audit().organizations.map(\.name) == ["zeta"])
    }

    @Test("A document without managed accounts is reported as such")
    func nobody() throws {
        let document = TightDocument().with { $0.accounts = ["{account: dana@home.example}"] }
        let audit = try document.audit()
        #expect(audit.paths.isEmpty && audit.claim.hasPrefix("No account is managed"))
    }

    @Test(
        "A managed app whose policy is unknown gives a warning, the managed browser too",
        arguments: [
            ("com.contoso.reader", ""), ("com.contoso.reader", "microsoft-edge-httpd"),
            ("com.contoso.reader", "microsoft-edge-https-intunemam"),
            ("com.contoso.reader", "microsoft-edge-http, microsoft-edge-https"), ("com.microsoft.msedge", ""),
            ("com.microsoft.msedge", "microsoft-edge-http, microsoft-edge-https"),
        ]
    )
    func unknownApp(app: String, schemes: String) throws {
        let document = TightDocument().with {
            $0.apps.append("{id: \(app), managed: true, organization: contoso, schemes: [\(schemes)]}")
        }
        #expect(
            try document.audit().paths.map(\.line) == [
                "DM107 account:dana@contoso.com → app:\(app) [\(app): managed for contoso]"
            ]
        )
        // Where nothing but links get there, there is no path.
        let links = document.setting("allowedOutboundDataTransferDestinations", "none")
            .setting("allowedOutboundClipboardSharingLevel", "blocked")
        #expect(try links.audit().paths.map(\.line) == [])
    }

    @Test("Of the apps that policies list, one represents the others of its organization")
    func listedApps() throws {
        let listed = "[com.contoso.tasks, com.contoso.scanner, com.contoso.app]"
        let document = TightDocument().setting("apps", listed).with {
            $0.app += "\n  id: com.contoso.app"
            $0.apps.append("{id: com.contoso.tasks, managed: true, organization: contoso, policy: strict}")
        }
        let paths = try document.audit().paths
        #expect(paths.map(\.sink.selector) == ["app:com.contoso.scanner"])
        #expect(paths.first?.sink.words == "the app com.contoso.scanner")
        #expect(paths.first?.gates.map(\.placedWords) == ["com.contoso.scanner: managed for contoso"])
        let more = try TightDocument().setting("apps", "[com.contoso.tasks, com.contoso.scanner, com.b]").audit()
        #expect(more.paths.map(\.sink.words) == ["the app com.b and 2 more that policies list"])
        let browser = try TightDocument().setting("apps", "[com.microsoft.msedge, com.microsoft.office.word]").audit()
        #expect(browser.paths.map(\.sink.words) == ["the app com.microsoft.msedge and 1 more that policies list"])
    }

    @Test("An account whose screen may be captured takes the data of the others of its policy")
    func captured() throws {
        let document = TightDocument().setting("screenCaptureConfigurationState", nil).with {
            $0.accounts.append("{account: kim@contoso.com, organization: contoso, policy: strict}")
            $0.sections = RelatedHoleTests.capture(of: "kim@contoso.com")
        }
        let path = try #require(try document.audit().paths.first)
        #expect(path.alsoFrom.map(\.selector) == ["account:dana@contoso.com"])
    }

    @Test("What may be uploaded into a foreign frame leaves by it, whatever the view's own pages are")
    func frames() throws {
        let document = TightDocument().setting("allowedOutboundDataTransferDestinations", "allApps")
            .with { $0.views.removeFirst() }
        let path = try #require(try document.audit().paths.first { $0.sink.selector == "site:foreign" })
        #expect(path.code == .granted && path.source.selector == "account:dana@contoso.com")
        #expect(path.steps.map(\.request.question.kind) == [.navigate, .upload])
        #expect(path.gates.map(\.name) == ["allowedOutboundDataTransferDestinations"])
        // A frame of another site is blocked.
        let blocked = try document.with { $0.defaultClass = "blocked" }.audit()
        #expect(!blocked.paths.contains { $0.sink.selector == "site:foreign" })
    }

    @Test("An app of the organization that leaks is found, even if data may be sent to any app")
    func openToAll() throws {
        let open = TightDocument().setting("allowedOutboundDataTransferDestinations", "allApps")
        let document = open.setting("allowedOutboundClipboardSharingLevel", "blocked").with {
            $0.policies = [("loose", [("printBlocked", "false")])]
            $0.apps.append("{id: com.contoso.mail, managed: true, organization: contoso, policy: loose}")
        }
        let paths = try document.audit().paths.filter { $0.sink.selector == "print" }
        #expect(paths.map(\.code) == [.composed] && paths.first?.source.selector == "account:dana@contoso.com")
        #expect(paths.first?.gates.map(\.words) == ["loose.printBlocked: false"])
    }

    /// An account under the policy `strict`, one under the policy `pool`, a managed app whose policy is unknown, and an
    /// app of device management.
    private static func pooled(_ pool: [(name: String, value: String)]) -> TightDocument {
        TightDocument().with {
            $0.policies = [("pool", pool)]
            $0.accounts.append("{account: pool@contoso.com, organization: contoso, policy: pool}")
            $0.apps.append("{id: com.contoso.reader, managed: true, organization: contoso}")
            $0.apps.append("{id: com.example.scan, mdmManaged: true}")
        }
    }

    /// What `strict` permits, and what `pool` does.
    private static let permitted: [(strict: (name: String, value: String), pool: [(name: String, value: String)])] = [
        (
            ("disableProtectionOfManagedOutboundOpenInData", "true"),
            [
                ("allowedOutboundClipboardSharingLevel", "allApps"),
                ("disableProtectionOfManagedOutboundOpenInData", "false"),
            ]
        ),
        (("allowedDataStorageLocations", "[photoLibrary]"), [("saveAsBlocked", "false")]),
        (
            ("dialerRestrictionLevel", "allApps"),
            [("dialerRestrictionLevel", "managedApps"), ("protectedMessagingRedirectAppType", "anyApp")]
        ),
        (
            ("exemptedAppProtocols", "[{name: Notes, value: notes}]"),
            [("exemptedAppProtocols", "[{name: Maps, value: maps}]")]
        ),
    ]

    @Test("What a policy permits for one place hides no way to another", arguments: permitted.indices)
    func onePlace(row: Int) throws {
        let (setting, pool) = Self.permitted[row]
        let document = Self.pooled(pool)
        let before = try document.audit().paths.map(\.line)
        #expect(before.count == 2 && before.first?.hasPrefix("DM103 account:dana@contoso.com") == true, "\(before)")
        let after = try document.setting(setting.name, setting.value).audit().paths.map(\.line)
        #expect(Set(after).isSuperset(of: before), "\(after)")
        #expect(after.contains { $0.contains("strict.\(setting.name)") }, "\(after)")
    }

    @Test("A detour to a place that the policy permits anyway is not reported, and any app includes each app")
    func anyPlace() throws {
        let document = Self.pooled([("saveAsBlocked", "false")]).setting("saveAsBlocked", "false")
            .setting("allowedOutboundClipboardSharingLevel", "allApps")
        let paths = try document.audit().paths
        #expect(!paths.isEmpty && paths.allSatisfy { $0.code == .granted }, "\(paths.map(\.line))")
    }

    @Test("An app that a policy lists is found from another app whose policy lists none")
    func listedElsewhere() throws {
        let document = TightDocument().setting("allowedOutboundDataTransferDestinations", "none")
            .setting("allowedOutboundClipboardSharingLevel", "blocked")
            .setting("apps", "[com.contoso.scanner]")
            .with {
                $0.policies = [("mail", [("allowedOutboundDataTransferDestinations", "managedApps"), ("apps", "[]")])]
                $0.apps.append("{id: com.contoso.mail, managed: true, organization: contoso, policy: mail}")
            }
        #expect(
            try document.audit().paths.map(\.line) == [
                "DM107 app:com.contoso.mail → app:com.contoso.scanner [com.contoso.scanner: managed for contoso]"
            ]
        )
    }

    @Test("The same outlet of many accounts is one path")
    func many() throws {
        let document = TightDocument().with { document in
            document.accounts = (0..<16).map { "{account: u\($0)@contoso.com, organization: contoso, policy: p\($0)}" }
            document.policies = (0..<16).map { number in
                ("p\(number)", number == 7 ? [("printBlocked", "false")] : [])
            }
        }
        let audit = try document.audit()
        #expect(audit.paths.map(\.sink.selector) == ["print"])
        #expect(audit.paths.first?.alsoFrom.count == 15)
    }

    @Test("Equal views are one path with one fix")
    func alikeViews() throws {
        let document = TightDocument().with {
            $0.views += (1...3).map { "{id: X\($0), policy: unmanaged, isExternalURL: corporate}" }
        }
        let paths = try document.audit(findsFixes: true).paths
        #expect(paths.map(\.code) == [.mislabelledPage])
        #expect(paths.first?.views == ["X1", "X2", "X3"])
        #expect(paths.first?.fixes.map(\.value) == ["currentIdentity"])
    }

    // MARK: Acceptances

    /// Two accounts of an organization: one keeps its data to itself, and the other lets its own data out.
    private static let kept = TightDocument().setting("allowedOutboundClipboardSharingLevel", "blocked")
        .setting("allowedOutboundDataTransferDestinations", "none")
        .setting("allowedInboundDataTransferSources", "none")
        .setting("allowedDataStorageLocations", nil)
        .with {
            $0.policies = [("pool", [("allowedOutboundClipboardSharingLevel", "allApps")])]
            $0.accounts.append("{account: pool@contoso.com, organization: contoso, policy: pool}")
        }
    /// The first account's data gets to the second.
    private static let shared = kept.setting("allowedOutboundClipboardSharingLevel", "managedApps")
    private static let crowded = kept.with {
        $0.accounts.append("{account: kim@contoso.com, organization: contoso, policy: pool}")
    }

    private static func acceptance(of path: LeakPath, until day: String = "2099-12-31") -> AcceptedPath {
        AcceptedPath(path: path.id, what: path.words, from: path.from, reason: "pilot", owner: "dana", until: day)
    }

    @Test(
        "An acceptance holds for the policies whose data left by the path, and for no others",
        arguments: [(kept, crowded, true), (kept, shared, false), (shared, shared, true), (shared, kept, true)]
    )
    func acceptedPolicies(before: TightDocument, after: TightDocument, holds: Bool) throws {
        let entries = try before.audit().paths.map { Self.acceptance(of: $0) }
        var audit = try after.audit()
        audit.accept(entries, today: "2026-01-01")
        let path = try #require(audit.paths.first { $0.sink == .anyApp })
        // The id is the same, whoever's data it is.
        #expect(entries.map(\.path) == [path.id] && audit.stale.isEmpty, "\(audit.paths.map(\.line))")
        #expect((path.acceptance != nil) == holds, "\(path.from)")
        #expect(audit.exceeded == (holds ? [] : entries))
        #expect(audit.openPaths.isEmpty == holds)
    }

    @Test(
        "An acceptance holds for no more than it names, or else for no greater severity",
        arguments: [
            ("DM101", ["pool": .content, "strict": .content], true),
            ("DM103", ["pool": .content, "strict": .shortText], false), ("DM103", [:], false),
            ("DM101 contoso data → any app", nil, false), ("DM103 contoso data → any app", nil, true),
            ("public data", nil, true), ("", nil, true),
        ] as [(String, [String: FlowCapacity]?, Bool)]
    )
    func acceptedExtent(what: String, from: [String: FlowCapacity]?, holds: Bool) throws {
        let path = try #require(try Self.shared.audit().paths.first { $0.sink == .anyApp })
        #expect(path.code == .composed && path.from == ["pool": .content, "strict": .content])
        var entry = Self.acceptance(of: path)
        (entry.what, entry.from) = (what, from)
        #expect(entry.covers(path) == holds)
    }

    @Test("An acceptance that has expired or does not suffice is not reported if another one covers the path")
    func renewed() throws {
        let audit = try Self.shared.audit()
        let path = try #require(audit.paths.first { $0.sink == .anyApp })
        let (expired, renewed) = (Self.acceptance(of: path, until: "2025-12-31"), Self.acceptance(of: path))
        var narrow = renewed
        narrow.from = ["pool": .content]
        for entries in [[expired, narrow, renewed], [renewed, narrow, expired]] {
            var audit = audit
            audit.accept(entries, today: "2026-01-01")
            #expect(audit.expired.isEmpty && audit.exceeded.isEmpty && audit.openPaths.isEmpty)
        }
        var open = audit
        open.accept([expired, narrow], today: "2026-01-01")
        #expect(open.expired == [expired] && open.exceeded == [narrow] && !open.openPaths.isEmpty)
    }
}
