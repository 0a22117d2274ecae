import Diagnostics
import PolicyModel
import RuleIndex
import TestSupport
import Testing

@testable import PolicyAnalysis
@testable import RuleRegions

@Suite("Comparing two policies") struct PolicyDiffTests {
    private static let tight = TightDocument().with {
        $0.rules.append("{id: partners, class: internal, host: [a.partner.example, b.partner.example]}")
        $0.accounts.append("{account: kim@contoso.com, organization: contoso, policy: strict}")
    }

    private static func diff(_ old: TightDocument, _ new: TightDocument) throws -> PolicyDiff {
        PolicyDiff(from: CompiledPolicy(try old.document()), to: CompiledPolicy(try new.document()))
    }

    @Test("A policy equals itself, in any order of its parts")
    func order() throws {
        let document = try Self.tight.document()
        var random = SplitMix(seed: 3)
        for _ in 0..<4 {
            var shuffled = document
            shuffled.revision = 7
            for position in shuffled.ruleSets.indices {
                shuffled.ruleSets[position].rules.shuffle(using: &random)
                for rule in shuffled.ruleSets[position].rules.indices {
                    shuffled.ruleSets[position].rules[rule].because = "a comment"
                }
            }
            shuffled.accounts = AccountDirectory(document.accounts.accounts.shuffled(using: &random))
            shuffled.apps = document.apps?.shuffled(using: &random)
            shuffled.views.shuffle(using: &random)
            let diff = PolicyDiff(from: CompiledPolicy(document), to: CompiledPolicy(shuffled))
            #expect(diff.comparison == .equivalent && diff.isExact && diff.groups.isEmpty)
            #expect(diff.edits.isEmpty && diff.opens.isEmpty && diff.closes.isEmpty)
        }
        let commented = try Self.diff(Self.tight, Self.tight.with { $0.strict[0].value += " # as it was" })
        #expect(commented.comparison == .equivalent && commented.edits.isEmpty)
    }

    @Test("A list with a new path is reported, with no changed decision")
    func listPath() throws {
        let document = try Self.tight.document()
        var renamed = document
        var rule = renamed.ruleSets[0].rules[1]
        rule.conditions = rule.conditions.map {
            Condition(key: $0.key, alternatives: $0.alternatives, paths: ["partners.txt"])
        }
        renamed.ruleSets[0].rules[1] = rule
        let diff = PolicyDiff(from: CompiledPolicy(document), to: CompiledPolicy(renamed))
        #expect(diff.comparison == .equivalent && diff.groups.isEmpty)
        #expect(diff.withoutEffect == diff.edits && diff.edits.map(\.subjectWords) == ["rule corporate.partners"])
    }

    @Test("A redundant rule makes no difference and is named")
    func covered() throws {
        let repeated = Self.tight.with { $0.rules.append("{id: wiki, class: internal, host: wiki.contoso.com}") }
        let diff = try Self.diff(Self.tight, repeated)
        #expect(diff.comparison == .equivalent && diff.groups.isEmpty)
        #expect(diff.withoutEffect.map(\.words) == ["rule corporate.wiki: absent → internal"])
        #expect(diff.withoutEffect.first?.location?.path == "policy.yaml")
    }

    @Test("A missing browser that an unmanaged viewer replaces lets links out")
    func unmanagedViewer() throws {
        let overridden = Self.tight.with { $0.app += "\n  safariViewControllerBlockedOverride: true" }
        let edge = "{id: com.microsoft.msedge, schemes: [microsoft-edge-http, microsoft-edge-https]}"
        for browser in [[], [edge]] {
            let (old, new) = (Self.tight.with { $0.apps += browser }, overridden.with { $0.apps += browser })
            let diff = try Self.diff(old, new)
            #expect(diff.comparison == .morePermissive && diff.isExact && diff.noOps.isEmpty)
            #expect(diff.opens.map(\.sink.selector) == ["browser:system"])
            let opened = diff.groups.filter { !$0.opens.isEmpty }.map(\.question)
            #expect(Set(opened) == [.open], "\(diff.groups)")
            #expect(try Self.diff(new, old).comparison == .lessPermissive)
        }
    }

    /// No policy requires a browser here, except the one of a window that shows several accounts.
    private static let withoutBrowser = tight.setting("managedBrowserToOpenLinksRequired", nil)
        .setting("managedBrowser", nil)

    /// The accounts of an app, which of them acts, and the two that a window can show.
    private struct Shown: Sendable {
        var accounts: [String] = tight.accounts
        var hasSeveralManaged = false
        var user: String?
        var window: [String]

        func document(_ document: TightDocument) throws -> PolicyDocument {
            var document = try document.with { $0.accounts = accounts }.document()
            document.app.multiManagedIdentities = hasSeveralManaged
            document.user = user.map { AccountID($0) }
            return document
        }
    }

    private static func accounts(_ managed: String...) -> [String] {
        managed.map { "{account: \($0), organization: contoso, policy: strict}" } + ["{account: home@home.example}"]
    }

    private static let windows = [
        Shown(hasSeveralManaged: true, window: ["dana@contoso.com", "dana@home.example"]),
        // Of several managed accounts, only the first one is signed in.
        Shown(
            accounts: accounts("zoe@contoso.com", "adam@contoso.com"),
            window: ["zoe@contoso.com", "home@home.example"]
        ),
        Shown(
            accounts: accounts("amy@contoso.com", "bob@contoso.com"),
            window: ["amy@contoso.com", "home@home.example"]
        ),
        // The acting account is signed in before the others.
        Shown(
            accounts: accounts("amy@contoso.com", "bob@contoso.com"),
            user: "bob@contoso.com",
            window: ["bob@contoso.com", "home@home.example"]
        ),
    ]

    @Test(
        "In a window of several accounts the strictest policy requires a browser, so its declaration is compared",
        arguments: windows.indices
    )
    func mergedWindow(row: Int) throws {
        let row = Self.windows[row]
        let old = Self.withoutBrowser
        let new = old.with { $0.apps.append("{id: com.microsoft.msedge, schemes: [microsoft-edge-https]}") }
        let diff = PolicyDiff(from: CompiledPolicy(try row.document(old)), to: CompiledPolicy(try row.document(new)))
        let witnesses = diff.groups.flatMap(\.witnesses).filter { !$0.request.shownBeside.isEmpty }
        let kinds = Set(witnesses.map(\.request.question.kind))
        #expect(kinds.isSuperset(of: [.open, .universalLink, .navigate]), "\(diff.groups)")
        for witness in witnesses {
            #expect(witness.request.words.hasSuffix(" in a window that shows several accounts"))
            #expect(witness.request.accounts.map(\.canonical) == row.window)
        }
        let opened = try #require(witnesses.first { $0.request.question == .open(FreshNames.url) })
        #expect(opened.before?.destination == .managedBrowser && opened.after?.destination == .installBrowser)
        #expect(diff.comparison != .equivalent && diff.refusedCount == 0)
    }

    @Test("A viewer that replaces the missing browser is compared even if only a window of several accounts needs one")
    func mergedViewer() throws {
        let overridden = Self.withoutBrowser.with { $0.app += "\n  safariViewControllerBlockedOverride: true" }
        let diff = try Self.diff(Self.withoutBrowser, overridden)
        #expect(diff.comparison == .morePermissive && diff.isExact && diff.noOps.isEmpty && diff.refusedCount == 0)
        #expect(Set(diff.groups.map(\.question)) == [.open, .universalLink, .navigate])
        for witness in diff.groups.flatMap(\.witnesses) {
            #expect(!witness.request.shownBeside.isEmpty && witness.request.installed == [])
        }
    }

    @Test("Policies are not equivalent if a path opens or closes, even if no decision differs")
    func openedPath() throws {
        func document(_ hosts: String) -> TightDocument {
            Self.tight.with { $0.sections = "organizations:\n  contoso: {hosts: [contoso.com\(hosts)]}\n" }
        }
        let diff = try Self.diff(document(", partner.example"), document(""))
        #expect(diff.groups.isEmpty && diff.opens.map(\.sink.selector) == ["site:foreign"])
        #expect(diff.comparison == .unknown && diff.noOps.isEmpty)
        let back = try Self.diff(document(""), document(", partner.example"))
        #expect(back.groups.isEmpty && back.closes.map(\.id) == diff.opens.map(\.id))
        #expect(back.comparison == .unknown && back.noOps.isEmpty)
    }

    @Test("An edit of the policy of another app that closes a path is not without effect")
    func closedElsewhere() throws {
        let open = Self.tight.with {
            $0.policies = [("other", [("protectedMessagingRedirectAppType", "anyApp")])]
            $0.apps.append("{id: com.a, managed: true, organization: contoso, policy: other}")
        }
        let diff = try Self.diff(open, open.with { $0.policies[0].changes[0].value = "blocked" })
        #expect(!diff.closes.isEmpty && diff.opens.isEmpty)
        #expect(diff.comparison != .equivalent && diff.noOps.isEmpty)
    }

    /// One edit and what must be reported about it.
    struct Edit: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var change: @Sendable (TightDocument) -> TightDocument
        var effect: OutcomeEffect
        var question: Question.Kind
        var cause: String

        init(
            _ cause: String,
            _ effect: OutcomeEffect,
            _ question: Question.Kind,
            _ change: @escaping @Sendable (TightDocument) -> TightDocument
        ) {
            (testDescription, self.cause, self.effect, self.question, self.change) = (
                cause, cause, effect, question, change
            )
        }

        init(_ setting: String, _ value: String, _ effect: OutcomeEffect, _ question: Question.Kind) {
            self.init("strict.\(setting): ", effect, question) { $0.setting(setting, value) }
        }
    }

    private static let edits: [Edit] = [
        Edit("allowedOutboundDataTransferDestinations", "allApps", .wider, .send),
        Edit("allowedOutboundDataTransferDestinations", "none", .narrower, .send),
        Edit("allowedInboundDataTransferSources", "none", .narrower, .openFrom),
        Edit("allowedInboundDataTransferSources", "allApps", .wider, .openFrom),
        Edit("allowedOutboundClipboardSharingLevel", "allApps", .wider, .copy),
        Edit("allowedOutboundClipboardSharingLevel", "blocked", .narrower, .paste),
        Edit("allowedOutboundClipboardSharingExceptionLength", "20", .wider, .copy),
        Edit("managedBrowserToOpenLinksRequired", "false", .wider, .open),
        Edit("dialerRestrictionLevel", "allApps", .wider, .open),
        Edit("dialerRestrictionLevel", "blocked", .narrower, .open),
        Edit("protectedMessagingRedirectAppType", "anyApp", .wider, .open),
        Edit("exemptedAppProtocols", "[{name: Notes, value: notes}]", .wider, .open),
        Edit("exemptedUniversalLinks", "['https://example.net']", .wider, .universalLink),
        Edit("saveAsBlocked", "false", .wider, .save),
        Edit("allowedDataStorageLocations", "[oneDriveForBusiness, sharePoint, box]", .wider, .save),
        Edit("allowedDataStorageLocations", "[sharePoint]", .narrower, .save),
        Edit("blockDataIngestionIntoOrganizationDocuments", "false", .wider, .openFrom),
        Edit("printBlocked", "false", .wider, .setting),
        Edit("contactSyncBlocked", "false", .wider, .setting),
        Edit("dataBackupBlocked", "false", .wider, .setting),
        Edit("thirdPartyKeyboardsBlocked", "false", .wider, .setting),
        Edit("allowWidgetContentSync", "true", .wider, .setting),
        Edit("genmojiConfigurationState", "notBlocked", .wider, .setting),
        Edit("writingToolsConfigurationState", "notBlocked", .wider, .setting),
        Edit("notificationRestriction", "allow", .wider, .setting),
        Edit("notificationRestriction", "block", .narrower, .setting),
        Edit("view A: ", .mixed, .navigate) {
            $0.with { $0.views[0] = "{id: A, policy: currentIdentity, isExternalURL: corporate}" }
        },
        Edit("view F: absent → ", .wider, .navigate) {
            $0.with { $0.views.append("{id: F, policy: currentIdentity, isExternalURL: corporate}") }
        },
        Edit("view E: ", .narrower, .navigate) { $0.with { $0.views.removeLast() } },
        Edit("rule corporate.wiki: absent → internal", .wider, .navigate) {
            $0.with { $0.rules.append("{id: wiki, class: internal, host: wiki.example}") }
        },
        Edit("rule corporate.partners: internal → absent", .narrower, .navigate) {
            $0.with { $0.rules.removeLast() }
        },
        Edit("rule corporate.intranet: internal → external", .narrower, .navigate) {
            $0.with { $0.rules[0] = "{id: intranet, class: external, domain: contoso.com}" }
        },
        Edit("rule set corporate: default external", .wider, .navigate) { $0.with { $0.defaultClass = "internal" } },
        Edit("account eve@contoso.com: absent → policy strict of contoso", .wider, .save) {
            $0.with { $0.accounts.append("{account: eve@contoso.com, organization: contoso, policy: strict}") }
        },
        Edit("account kim@contoso.com: policy strict of contoso → absent", .narrower, .save) {
            $0.with { $0.accounts.removeLast() }
        },
        Edit("app com.contoso.mail: absent → ", .wider, .send) {
            $0.with { $0.apps.append("{id: com.contoso.mail, managed: true, organization: contoso, policy: strict}") }
        },
        Edit("app com.example.notes: ", .wider, .send) {
            $0.with { $0.apps = ["{id: com.example.notes, managed: true, organization: contoso, schemes: [notes]}"] }
        },
    ]

    @Test("A single edit is reported with its effect and place", arguments: TestSize.rows(edits))
    func edit(edit: Edit) throws {
        let diff = try Self.diff(Self.tight, edit.change(Self.tight))
        let groups = diff.groups.filter { $0.question == edit.question && $0.effect == edit.effect }
        let all = diff.groups.map { "\($0.effect.rawValue) \($0.question.rawValue) \($0.causes.map(\.edit.words))" }
        #expect(!groups.isEmpty, "\(all)")
        #expect(diff.isExact && diff.refusedCount == 0 && diff.edits.count == 1)
        // One edit causes everything, and is necessary and sufficient.
        for group in diff.groups {
            #expect(group.causes.count == 1, "\(all)")
            for cause in group.causes {
                #expect(cause.edit.words.hasPrefix(edit.cause), "\(all)")
                #expect(cause.isNecessary && cause.isSufficient, "\(all)")
                #expect(cause.edit.location?.path == "policy.yaml" && (cause.edit.location?.line ?? 0) > 3)
            }
        }
        let isAlone = diff.groups.allSatisfy { $0.effect == edit.effect } && edit.effect != .mixed
        let verdict: PolicyDiff.Comparison = edit.effect == .wider ? .morePermissive : .lessPermissive
        #expect(diff.comparison == (isAlone ? verdict : .incomparable), "\(all)")
    }

    @Test("Children that inherit a container's tag are reported")
    func container() throws {
        let old = Self.tight.with {
            $0.views = [
                "{id: box, webView: false, policy: unmanaged}",
                "{id: C, parent: box, isExternalURL: corporate}", "{id: D, parent: box, policy: unmanaged}",
            ]
        }
        let diff = try Self.diff(old, old.with { $0.views[0] = "{id: box, webView: false, policy: currentIdentity}" })
        let group = try #require(diff.groups.first { $0.question == .navigate })
        #expect(group.places == ["view C"])
        #expect(group.causes.map(\.edit.subjectWords) == ["view box"])
        #expect(group.causes.allSatisfy { $0.isNecessary && $0.isSufficient })
    }

    @Test("An opened leak path is reported, and the reverse comparison closes it")
    func opens() throws {
        let open = Self.tight.setting("allowedOutboundClipboardSharingLevel", "allApps")
        let diff = try Self.diff(Self.tight, open)
        #expect(!diff.opens.isEmpty && diff.closes.isEmpty)
        let group = try #require(diff.groups.first)
        #expect(group.question == .copy && group.opens == diff.opens.map(\.id))
        let back = try Self.diff(open, Self.tight)
        #expect(back.closes.map(\.id) == diff.opens.map(\.id) && back.opens.isEmpty)
        #expect(back.groups.allSatisfy { $0.opens.isEmpty } && back.groups.contains { !$0.closes.isEmpty })
    }

    @Test("Unconfirmed differences are refused and counted, and the result is not exact")
    func refused() throws {
        let (old, new) = (
            CompiledPolicy(try Self.tight.document()),
            CompiledPolicy(try Self.tight.setting("printBlocked", "false").document())
        )
        let confirmed = PolicyDiff(from: old, to: new)
        #expect(confirmed.groups.count == 1 && confirmed.refusedCount == 0)
        let refused = PolicyDiff(
            from: old,
            to: new,
            confirming: { asking, request in
                // The second engine answers differently.
                var step = asking.ask(request)
                step?.verdict = .route
                return step
            }
        )
        #expect(refused.groups.isEmpty && refused.refusedCount > 0)
        #expect(!refused.isExact && refused.comparison == .unknown)
    }

    @Test("JSON is one object that marks what opens")
    func json() throws {
        let diff = try Self.diff(Self.tight, Self.tight.setting("printBlocked", "false"))
        let text = diff.json(from: "a.yaml", to: "b.yaml")
        #expect(text.contains(#""verdict":"morePermissive","exact":true"#), "\(text)")
        #expect(text.contains(#""effect":"opens","question":"setting""#), "\(text)")
        #expect(text.contains(#""necessary":true,"sufficient":true"#), "\(text)")
    }
}
