import PolicyModel
import RuleIndex
import Testing

@testable import PolicyAnalysis

@Suite("Paths that let out no more than before") struct FormerWaysTests {
    /// A change, and whether a path opens and closes by it.
    struct Change: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var old: TightDocument
        var new: TightDocument
        var opens: Bool
        /// Nil if this is not what the change is about.
        var closes: Bool?

        init(_ name: String, _ old: TightDocument, _ new: TightDocument, opens: Bool, closes: Bool?) {
            (testDescription, self.old, self.new, self.opens, self.closes) = (name, old, new, opens, closes)
        }
    }

    private static func exception(_ length: Int) -> TightDocument {
        TightDocument().setting("allowedOutboundClipboardSharingExceptionLength", "\(length)")
    }

    private static func exempting(_ schemes: String...) -> TightDocument {
        let list = schemes.map { "{name: \($0), value: \($0)}" }.joined(separator: ", ")
        return TightDocument().setting("exemptedAppProtocols", "[\(list)]")
    }

    private static func links(_ link: String) -> TightDocument {
        TightDocument().setting("exemptedUniversalLinks", "['\(link)']")
    }

    private static func rule(_ matchers: String) -> TightDocument {
        TightDocument().with { $0.rules.append("{id: partners, class: internal, \(matchers)}") }
    }

    /// A rule with more values than reports show.
    private static func partners(_ last: String) -> TightDocument {
        rule("domain: [github.io, \((1...7).map { "a\($0).example" }.joined(separator: ", ")), \(last)]")
    }

    private static func sending(_ level: String) -> TightDocument {
        TightDocument().setting("saveAsBlocked", "false").setting("allowedOutboundDataTransferDestinations", level)
    }

    private static func kim(_ policy: String, _ document: TightDocument) -> TightDocument {
        document.with {
            $0.policies = [("none", [("allowedOutboundClipboardSharingExceptionLength", "0")])]
            $0.accounts.append("{account: kim@contoso.com, organization: contoso, policy: \(policy)}")
        }
    }

    private static let changes = [
        Change("a longer exception", exception(5), exception(30), opens: true, closes: false),
        Change("a shorter exception", exception(30), exception(5), opens: false, closes: true),
        Change("one more scheme", exempting("skype"), exempting("skype", "calshow"), opens: true, closes: false),
        Change("one scheme less", exempting("skype", "calshow"), exempting("skype"), opens: false, closes: true),
        Change("another scheme", exempting("skype"), exempting("calshow"), opens: true, closes: true),
        Change(
            "links to more sites",
            links("https://a.example.net"),
            links("https://*.example.net"),
            opens: true,
            closes: nil
        ),
        Change("another of many values", partners("a9.example"), partners("com"), opens: true, closes: nil),
        Change(
            "a rule without its exception",
            rule("domain: [github.io, x.example], unless: {domain: x.example}"),
            rule("domain: [github.io, x.example]"),
            opens: true,
            closes: nil
        ),
        Change(
            "another setting that allows saving",
            sending("allApps"),
            sending("managedApps"),
            opens: false,
            closes: true
        ),
        Change(
            "a shorter exception for more accounts",
            kim("none", exception(30)),
            kim("strict", exception(5)),
            opens: true,
            closes: true
        ),
        Change(
            "a shorter exception for as many accounts",
            kim("strict", exception(30)),
            kim("strict", exception(5)),
            opens: false,
            closes: true
        ),
    ]

    /// An organization in which only dana has the policy `strict`, and others have the policy `pool`.
    private struct Pool: Sendable {
        var dana = "strict"
        var others = ["pool@contoso.com": "pool"]
        var strict = "allowedOutboundClipboardSharingLevel: blocked, printBlocked: true"
        var pool = "allowedOutboundClipboardSharingLevel: allApps, printBlocked: true"
        var transfer = "none"
        var apps = ""

        func with(_ change: (inout Self) -> Void) -> Self {
            var changed = self
            change(&changed)
            return changed
        }

        func policy() throws -> CompiledPolicy {
            let policies = [("strict", strict), ("pool", pool), ("pool2", pool)].map { name, settings in
                // Otherwise, each account could open what lies in the places of the others.
                "  \(name): {allowedOutboundDataTransferDestinations: \(transfer), "
                    + "allowedInboundDataTransferSources: none, \(settings)}\n"
            }
            let accounts = others.merging(["dana@contoso.com": dana]) { $1 }.map { account, policy in
                "  - {account: \(account), organization: contoso, policy: \(policy)}\n"
            }
            return try compiledPolicy(
                "demarc: 1\napp: {multiIdentity: true, multiManagedIdentities: true}\npolicies:\n"
                    + policies.joined() + "accounts:\n" + accounts.sorted().joined() + apps
            )
        }
    }

    /// Lets dana's data reach the pasteboard that the others can read.
    private static let pasting = Pool().with {
        $0.strict = "allowedOutboundClipboardSharingLevel: managedApps, printBlocked: true"
    }
    private static let printing = Pool().with {
        $0.pool = "allowedOutboundClipboardSharingLevel: blocked, printBlocked: false"
    }
    private static let shortCopies = Pool().with {
        $0.strict += ", allowedOutboundClipboardSharingExceptionLength: 5"
        $0.pool = "allowedOutboundClipboardSharingLevel: managedAppsWithPasteIn, printBlocked: false"
    }
    private static let longCopies = shortCopies.with {
        $0.strict = $0.strict.replacing("blocked", with: "managedApps", maxReplacements: 1)
    }

    /// Lets dana save to the photo library, and the others to all places.
    private static let photos = Pool().with {
        let saving = "saveAsBlocked: true, allowedDataStorageLocations: [photoLibrary]"
        $0.transfer = "managedApps"
        $0.strict = "allowedOutboundClipboardSharingLevel: blocked, \(saving)"
        $0.pool = "allowedOutboundClipboardSharingLevel: managedApps, saveAsBlocked: false"
    }

    private static let sameIDs: [(name: String, old: Pool, new: Pool, opens: Bool)] = [
        ("a detour for another account", Pool(), pasting, true),
        ("an account moves to a policy that lets out more", printing, printing.with { $0.dana = "pool" }, true),
        ("more of it", shortCopies, longCopies, true),
        (
            "a detour by an account that moves to an equal policy",
            Pool(), pasting.with { $0.others = ["pool@contoso.com": "pool2"] }, true
        ),
        (
            "a detour to other places, for an account that has one already", photos,
            photos.with { $0.strict = $0.strict.replacing("blocked", with: "managedApps", maxReplacements: 1) }, true
        ),
        ("a new account", printing, printing.with { $0.others["zoe@contoso.com"] = "pool" }, false),
        (
            "an account moves to an equal policy", pasting, pasting.with { $0.others["pool@contoso.com"] = "pool2" },
            false
        ),
        (
            "one of two accounts moves to an equal policy",
            printing.with { $0.others["zoe@contoso.com"] = "pool" },
            printing.with { $0.others["zoe@contoso.com"] = "pool2" },
            false
        ),
    ]

    @Test(
        "A path with a known id opens if the data of more accounts, or more of it, leaves by it",
        arguments: sameIDs.indices
    )
    func sameID(row: Int) throws {
        let (name, before, after, opens) = Self.sameIDs[row]
        let (old, new) = (try before.policy(), try after.policy())
        let (there, back) = (PolicyDiff(from: old, to: new), PolicyDiff(from: new, to: old))
        #expect(!there.opens.isEmpty == opens, "\(name): \(there.opens.map(\.line))")
        #expect(there.closes.isEmpty, "\(name): \(there.closes.map(\.line))")
        #expect(Set(back.closes.map(\.id)) == Set(there.opens.map(\.id)), "\(name)")
        #expect(back.opens.isEmpty, "\(name): \(back.opens.map(\.line))")
    }

    @Test("What any app could get before opens no path to one app")
    func anyApp() throws {
        let scanner = Pool().with {
            $0.strict = $0.pool
            $0.apps = "apps: [{id: com.contoso.scanner, managed: true, organization: contoso}]\n"
        }
        let caller = Pool().with {
            let more = "managedBrowserToOpenLinksRequired: true, exemptedAppProtocols: [{name: Skype, value: skype}]"
            $0.strict += ", \(more)"
            $0.pool = $0.strict
            $0.transfer = "allApps"
            $0.apps = "apps: [{id: com.skype.skype, schemes: [skype]}]\n"
        }
        let tighter = scanner.with {
            $0.strict = $0.strict.replacing("allApps", with: "managedApps")
            $0.pool = $0.strict
        }
        for (old, new) in [(scanner, tighter), (caller, caller.with { $0.transfer = "managedApps" })] {
            let diff = PolicyDiff(from: try old.policy(), to: try new.policy())
            #expect(!diff.opens.contains { $0.sink.selector.hasPrefix("app:") }, "\(diff.opens.map(\.line))")
            #expect(diff.comparison == .lessPermissive, "\(diff.groups)")
        }
    }

    @Test("A path opens only if something leaves that could not leave before", arguments: changes)
    func opens(change: Change) throws {
        let diff = PolicyDiff(
            from: CompiledPolicy(try change.old.document()),
            to: CompiledPolicy(try change.new.document())
        )
        #expect(!diff.opens.isEmpty == change.opens, "\(diff.opens.map(\.line))")
        if let closes = change.closes { #expect(!diff.closes.isEmpty == closes, "\(diff.closes.map(\.line))") }
    }

    /// The policy of an organization that calls other sites internal. Another view only shows games, or not even these.
    private static func foreign(
        _ rules: String,
        ruleSet: String = "r",
        printBlocked: Bool = false,
        games: URLClass = .blocked,
        hosts: String = "contoso.com"
    ) throws -> CompiledPolicy {
        try compiledPolicy(
            """
            demarc: 1
            policies: {p: {allowedOutboundDataTransferDestinations: managedApps, printBlocked: \(printBlocked)}}
            accounts: [{account: a@c.com, organization: c, policy: p}]
            organizations: {c: {hosts: [\(hosts)]}}
            ruleSets:
              \(ruleSet): {default: external, rules: [\(rules)]}
              g: {default: external, rules: [{id: x, class: \(games), host: games.example}]}
            views:
              - {id: V, policy: currentIdentity, isExternalURL: \(ruleSet)}
              - {id: W, policy: currentIdentity, isExternalURL: g}
            """
        )
    }

    private static let two = "{id: i, class: internal, domain: [z.co.uk, y.example]}"

    @Test(
        "A rule that is written in another way, renamed or split neither opens nor closes the path that it causes",
        arguments: [
            (two, "{id: i, class: internal, domain: [y.example, z.co.uk]}", "r", true),
            (two, "{id: i, class: internal, domain: [z.co.uk, y.example, z.co.uk]}", "r", true),
            (two, "{id: i, class: internal, domain: [z.co.uk, y.example, a.z.co.uk]}", "r", false),
            ("{id: i, class: internal, chrome: Z.co.uk}", "{id: i, class: internal, chrome: z.co.uk}", "r", false),
            (two, "{id: j, class: internal, domain: [z.co.uk, y.example]}", "r", false),
            (
                two, "{id: i, class: internal, domain: z.co.uk}, {id: j, class: internal, domain: y.example}", "r",
                false
            ),
            (two, two, "s", false),
        ]
    )
    func rewritten(before: String, after: String, ruleSet: String, hasSameIDs: Bool) throws {
        let (old, new) = (try Self.foreign(before), try Self.foreign(after, ruleSet: ruleSet))
        let ids = [old, new].map { Set(PolicyAudit($0).paths.map(\.id)) }
        #expect((ids[0] == ids[1]) == hasSameIDs, "the rule is in the ids of paths")
        for (old, new) in [(old, new), (new, old)] {
            let diff = PolicyDiff(from: old, to: new)
            #expect(diff.groups.isEmpty && diff.isExact && diff.comparison == .equivalent)
            #expect(diff.opens.isEmpty && diff.closes.isEmpty, "\((diff.opens + diff.closes).map(\.line))")
        }
        // Another edit that allows less does not change that.
        let tight = PolicyDiff(from: old, to: try Self.foreign(after, ruleSet: ruleSet, printBlocked: true))
        #expect(tight.comparison == .lessPermissive && tight.opens.isEmpty, "\(tight.opens.map(\.line))")
        #expect(tight.closes.map(\.sink.sinkClass) == [.feature(.print)], "\(tight.closes.map(\.line))")
        // Neither does one by which another rule set allows more, or less.
        let games = try Self.foreign(after, ruleSet: ruleSet, games: .external)
        let (more, less) = (PolicyDiff(from: old, to: games), PolicyDiff(from: games, to: old))
        #expect(more.comparison == .morePermissive && less.comparison == .lessPermissive)
        for diff in [more, less] {
            #expect(diff.opens.isEmpty && diff.closes.isEmpty, "\((diff.opens + diff.closes).map(\.line))")
        }
    }

    @Test(
        "A site that the organization no longer has opens a path, whatever is written in another way",
        arguments: [
            ("{id: x, class: blocked, domain: [x.example, w.example]}", "b", "r"),
            ("{id: x, class: blocked, domain: [w.example, x.example]}", "b", "r"),
            ("{id: y, class: blocked, domain: [x.example, w.example]}", "b", "r"),
            ("{id: x, class: blocked, domain: [x.example, w.example]}", "c", "r"),
            ("{id: x, class: blocked, domain: [x.example, w.example]}", "b", "s"),
        ]
    )
    func sold(other: String, id: String, ruleSet: String) throws {
        func rules(_ id: String, _ other: String) -> String {
            "{id: a, class: internal, domain: a.example}, {id: \(id), class: internal, domain: b.example}, \(other)"
        }
        let before = rules("b", "{id: x, class: blocked, domain: [x.example, w.example]}")
        let old = try Self.foreign(before, hosts: "contoso.com, b.example")
        let new = try Self.foreign(rules(id, other), ruleSet: ruleSet)
        let (there, back) = (PolicyDiff(from: old, to: new), PolicyDiff(from: new, to: old))
        func isSold(_ path: LeakPath) -> Bool { path.gates.contains { $0.value.contains("b.example") } }
        #expect(there.opens.contains(where: isSold) && there.comparison != .equivalent, "\(there.opens.map(\.line))")
        #expect(back.closes.contains(where: isSold) && back.comparison != .equivalent, "\(back.closes.map(\.line))")
    }

    @Test(
        "A rule that also lets in another site opens a path",
        arguments: [
            "{id: i, class: internal, domain: [y.example, z.co.uk, x.example]}",
            "{id: j, class: internal, domain: [z.co.uk, y.example, x.example]}",
            two + ", {id: j, class: internal, domain: x.example}",
        ]
    )
    func widened(rules: String) throws {
        let (old, new) = (try Self.foreign(Self.two), try Self.foreign(rules))
        let (there, back) = (PolicyDiff(from: old, to: new), PolicyDiff(from: new, to: old))
        #expect(!there.opens.isEmpty && there.comparison != .equivalent)
        #expect(!back.closes.isEmpty && back.comparison != .equivalent)
    }
}
