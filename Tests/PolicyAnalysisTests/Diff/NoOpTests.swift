import Diagnostics
import PolicyModel
import RuleIndex
import TestSupport
import Testing
import URLMatching

@testable import PolicyAnalysis

/// The reasons why edits change no decision. They are checked with comparisons that are independent of them: if what
/// covers an edit is removed, the edit has an effect.
@Suite("Edits without effect") struct NoOpTests {
    private typealias Change = @Sendable (inout TightDocument) -> Void

    /// Two documents with the same decisions, and the expected reason for the only edit.
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The additions to the tight document that both documents share.
        var both: @Sendable (inout TightDocument) -> Void
        /// The further additions of the new document.
        var edit: @Sendable (inout TightDocument) -> Void
        /// The reason without places, or nil if nothing is proven.
        var why: String?
        /// Removes what decides instead, so that the edit has an effect. Nil if nothing decides instead.
        var uncover: (@Sendable (inout TightDocument) -> Void)?

        init(
            _ name: String,
            both: @escaping @Sendable (inout TightDocument) -> Void = { _ in },
            edit: @escaping @Sendable (inout TightDocument) -> Void,
            why: String?,
            uncover: (@Sendable (inout TightDocument) -> Void)? = nil
        ) {
            (testDescription, self.both, self.edit, self.why, self.uncover) = (name, both, edit, why, uncover)
        }

        func documents(isUncovered: Bool = false, isTurned: Bool = false) throws -> (PolicyDocument, PolicyDocument) {
            var old = TightDocument()
            both(&old)
            if isUncovered { uncover?(&old) }
            var new = old
            edit(&new)
            return try isTurned ? (new.document(), old.document()) : (old.document(), new.document())
        }
    }

    private static func rule(_ text: String) -> Change { { $0.rules.append("{\(text)}") } }
    private static func without(_ id: String) -> Change {
        { document in
            document.rules.removeAll { $0.hasPrefix("{id: \(id),") }
            // A rule set must have a rule.
            document.rules.append("{id: filler, class: external, host: filler.example}")
        }
    }
    private static func setting(_ name: String, _ value: String?) -> Change { { $0 = $0.setting(name, value) } }
    private static func settings(_ settings: [(String, String)]) -> Change {
        { document in for (name, value) in settings { document = document.setting(name, value) } }
    }

    private static let rows: [Row] = [
        Row(
            "a rule that a broader one of the same class repeats",
            edit: rule("id: wiki, class: internal, host: wiki.contoso.com"),
            why: "covered by rule corporate.intranet",
            uncover: without("intranet")
        ),
        Row(
            "a rule that a stricter one is above",
            both: rule("id: bad, class: blocked, domain: evil.example"),
            edit: rule("id: good, class: internal, host: www.evil.example"),
            why: "covered by rule corporate.bad",
            uncover: without("bad")
        ),
        Row(
            "a rule that one of a higher priority is above",
            both: rule("id: first, class: internal, priority: 5, domain: partner.example"),
            edit: rule("id: late, class: blocked, host: a.partner.example"),
            why: "covered by rule corporate.first",
            uncover: without("first")
        ),
        Row(
            "a rule that says what the default says",
            edit: rule("id: outside, class: external, host: www.example.net"),
            why: "covered by default external of rule set corporate",
            uncover: { $0.defaultClass = "internal" }
        ),
        Row(
            "a rule for hosts some of which cannot be read",
            both: rule("id: some, class: internal, domain: partner.example"),
            edit: rule("id: same, class: internal, domain: partner.example"),
            why: "covered by rule corporate.some",
            uncover: without("some")
        ),
        Row(
            "a rule that two others cover together",
            both: rule("id: partners, class: internal, host: a.partner.example"),
            edit: rule("id: all, class: internal, host: [a.partner.example, wiki.contoso.com]"),
            why: "covered by rule corporate.intranet, rule corporate.partners",
            uncover: without("partners")
        ),
        Row(
            "a rule that gains a host which another one has",
            both: rule("id: some, class: internal, host: [a.partner.example]"),
            edit: {
                $0.rules.removeAll { $0.hasPrefix("{id: some,") }
                $0.rules.append("{id: some, class: internal, host: [a.partner.example, wiki.contoso.com]}")
            },
            why: "covered by rule corporate.intranet",
            uncover: without("intranet")
        ),
        Row(
            "a rule with its hosts in another order",
            both: rule("id: some, class: internal, host: [a.partner.example, b.partner.example]"),
            edit: {
                $0.rules.removeAll { $0.hasPrefix("{id: some,") }
                $0.rules.append("{id: some, class: internal, host: [b.partner.example, a.partner.example]}")
            },
            why: "means the same, written differently"
        ),
        Row(
            "a rule that gets a priority, and decides as before",
            both: rule("id: some, class: internal, host: a.partner.example"),
            edit: {
                $0.rules.removeAll { $0.hasPrefix("{id: some,") }
                $0.rules.append("{id: some, class: internal, priority: 1, host: a.partner.example}")
            },
            why: nil
        ),
        Row(
            "a rule that gets a priority, and a stronger one covers a part",
            both: {
                $0.rules.append("{id: some, class: internal, host: a.partner.example}")
                $0.rules.append("{id: bad, class: blocked, priority: 5, url: 'https://a.partner.example/x'}")
            },
            edit: {
                $0.rules.removeAll { $0.hasPrefix("{id: some,") }
                $0.rules.append("{id: some, class: internal, priority: 1, host: a.partner.example}")
            },
            why: nil
        ),
        Row(
            "a rule whose exceptions take everything away",
            edit: rule("id: none, class: blocked, host: a.example, unless: {domain: a.example}"),
            why: "no URL matches it"
        ),
        Row(
            "a rule of a rule set that no view has",
            both: { $0.views = ["{id: A, policy: unmanaged}"] },
            edit: rule("id: partners, class: internal, domain: partner.example"),
            why: "no view has rule set corporate"
        ),
        Row(
            "the default of a rule set that no view has",
            both: { $0.views = ["{id: A, policy: unmanaged}"] },
            edit: { $0.defaultClass = "internal" },
            why: "no view has rule set corporate"
        ),
        Row(
            "a setting of a policy that nothing has",
            both: { $0.policies.append(("spare", [])) },
            edit: { $0.policies = [("spare", [("printBlocked", "false")])] },
            why: "no account or app has policy spare"
        ),
        Row(
            "a policy that nothing has",
            edit: { $0.policies.append(("spare", [])) },
            why: "no account or app has policy spare"
        ),
        Row(
            "a list of locations in another order",
            edit: setting("allowedDataStorageLocations", "[sharePoint, oneDriveForBusiness]"),
            why: "means the same, written differently"
        ),
        Row(
            "locations where saving is not blocked",
            both: setting("saveAsBlocked", "false"),
            edit: setting("allowedDataStorageLocations", "[sharePoint, box]"),
            why: "makes no difference while strict.saveAsBlocked is false",
            uncover: setting("saveAsBlocked", "true")
        ),
        Row(
            "an exemption where every app may have data",
            both: settings([
                ("allowedOutboundDataTransferDestinations", "allApps"), ("managedBrowserToOpenLinksRequired", "false"),
            ]),
            edit: setting("exemptedAppProtocols", "[{name: Notes, value: notes}]"),
            why: "makes no difference while strict.allowedOutboundDataTransferDestinations is allApps",
            uncover: setting("allowedOutboundDataTransferDestinations", "managedApps")
        ),
        Row(
            "a length of text where everything may be copied",
            both: setting("allowedOutboundClipboardSharingLevel", "allApps"),
            edit: setting("allowedOutboundClipboardSharingExceptionLength", "20"),
            why: "makes no difference while strict.allowedOutboundClipboardSharingLevel is allApps",
            uncover: setting("allowedOutboundClipboardSharingLevel", "managedApps")
        ),
    ]

    @Test("Each edit has an explanation, in either direction", arguments: TestSize.rows(rows))
    func why(row: Row) throws {
        for isTurned in [false, true] {
            let (old, new) = try row.documents(isTurned: isTurned)
            let diff = PolicyDiff(from: CompiledPolicy(old), to: CompiledPolicy(new))
            #expect(diff.groups.isEmpty && diff.edits.count == 1, "\(diff.edits.map(\.words))")
            #expect(diff.noOps.map(\.edit) == diff.edits)
            let why = try #require(diff.noOps.first).why
            #expect(why?.words.replacing(#/ \([^()]*\)/#, with: "") == row.why)
            // The deciders are written in the documents, and reported with their lines.
            for decider in why?.deciders ?? [] { #expect(decider.location?.path == "policy.yaml", "\(decider.name)") }
        }
    }

    @Test(
        "The edit has an effect if the overriding part is removed",
        arguments: TestSize.rows(rows.filter { $0.uncover != nil })
    )
    func uncovered(row: Row) throws {
        let (old, new) = try row.documents(isUncovered: true)
        let diff = PolicyDiff(from: CompiledPolicy(old), to: CompiledPolicy(new))
        #expect(!diff.groups.isEmpty && diff.noOps.isEmpty, "\(diff.edits.map(\.words))")
    }

    @Test("A list at another path is reported to have the same entries")
    func samePath() throws {
        let list = TightDocument().with { Self.rule("id: partners, class: internal, host: a.partner.example")(&$0) }
        let document = try list.document()
        var moved = document
        let position = try #require(moved.ruleSets[0].rules.firstIndex { $0.id == "partners" })
        moved.ruleSets[0].rules[position].conditions = moved.ruleSets[0].rules[position].conditions.map {
            Condition(key: $0.key, alternatives: $0.alternatives, paths: ["partners.txt"])
        }
        let diff = PolicyDiff(from: CompiledPolicy(document), to: CompiledPolicy(moved))
        #expect(diff.noOps.map(\.why) == [.sameEntries])
    }

    @Test(
        "A list that is only written in another way leaves nothing open, whatever else may decide",
        arguments: [
            ("a.example\n# another one\nb.example\n", "policy/l.txt", 0, true),
            ("b.example\na.example\na.example\n", "policy/l.txt", 1, true),
            ("a.example\nb.example\n", "policy/partners.txt", 1, true),
            ("a.example\nc.example\n", "policy/l.txt", 1, false),
        ]
    )
    func rewrittenList(lines: String, path: String, edits: Int, isSame: Bool) throws {
        let regex = TightDocument().with {
            Self.rule(#"id: re, class: blocked, regex: '[?&]download=1(&|$)'"#)(&$0)
        }
        let document = try regex.document()
        func policy(_ lines: String, at path: String, in folder: String) throws -> CompiledPolicy {
            var changed = document
            var rule = document.ruleSets[0].rules[0]
            rule.id = "partners"
            let list = try EntryList.read(lines.utf8.span, format: .domains).list
            rule.conditions = [Condition(key: .list, alternatives: [.list(list)], paths: [path])]
            changed.ruleSets[0].defaultLocation.path = "\(folder)/policy.yaml"
            changed.ruleSets[0].rules.append(rule)
            return CompiledPolicy(changed)
        }
        let diff = PolicyDiff(
            from: try policy("a.example\nb.example\n", at: "HEAD:/l.txt", in: "HEAD:"),
            to: try policy(lines, at: path, in: "policy")
        )
        #expect(diff.edits.count == edits)
        #expect((diff.comparison == .equivalent) == isSame)
        guard isSame else { return }
        #expect(diff.isExact && diff.gaps.isEmpty)
        #expect(diff.noOps.map(\.edit) == diff.edits && diff.noOps.allSatisfy { $0.why == .sameEntries })
        #expect((diff.requestCount == 0) == diff.edits.isEmpty && diff.untriedCount == 0)
    }

    @Test("Values of a rule in another order leave nothing open, whatever else may decide")
    func reordered() throws {
        let regex = TightDocument().with {
            Self.rule(#"id: re, class: blocked, regex: '[?&]download=1(&|$)'"#)(&$0)
        }
        func policy(_ hosts: String) throws -> CompiledPolicy {
            let rule = Self.rule("id: m, class: external, domain: [\(hosts)], priority: 1")
            return CompiledPolicy(try regex.with { rule(&$0) }.document())
        }
        let old = try policy("z.example, y.example")
        let diff = PolicyDiff(from: old, to: try policy("y.example, z.example, y.example"))
        #expect(diff.comparison == .equivalent && diff.isExact && diff.gaps.isEmpty && diff.untriedCount == 0)
        #expect(diff.edits.count == 1 && diff.noOps.map(\.why) == [.sameMeaning])
        #expect(PolicyDiff(from: old, to: try policy("y.example, x.example")).comparison != .equivalent)
    }

    @Test(
        "A list of foreign sites that is only written in another way neither opens nor closes the path that it causes",
        arguments: [
            ("github.io\ngithub.io\n", "policy/l.txt", 1), ("github.io\n", "policy/foreign.txt", 1),
            ("github.io\n", "policy/l.txt", 0),
        ]
    )
    func rewrittenForeignList(lines: String, path: String, edits: Int) throws {
        let document = try TightDocument().document()
        func policy(
            _ lines: String,
            at path: String,
            in folder: String,
            isEdited: Bool = false
        ) throws -> CompiledPolicy {
            var changed = document
            var rule = document.ruleSets[0].rules[0]
            rule.id = "foreign"
            let list = try EntryList.read(lines.utf8.span, format: .domains).list
            rule.conditions = [Condition(key: .list, alternatives: [.list(list)], paths: [path])]
            changed.ruleSets[0].defaultLocation.path = "\(folder)/policy.yaml"
            changed.ruleSets[0].rules.append(rule)
            if isEdited { changed.ruleSets[0].defaultClass = .blocked }
            return CompiledPolicy(changed)
        }
        let old = try policy("github.io\n", at: "HEAD:/l.txt", in: "HEAD:")
        let ids = PolicyAudit(old).paths.map(\.id)
        #expect(!ids.isEmpty, "the list causes a path")
        let diff = PolicyDiff(from: old, to: try policy(lines, at: path, in: "policy"))
        #expect(diff.edits.count == edits && diff.comparison == .equivalent)
        #expect(diff.opens.isEmpty && diff.closes.isEmpty)
        guard path == "policy/l.txt" else { return }
        let edited = try policy(lines, at: path, in: "policy", isEdited: true)
        #expect(PolicyAudit(edited).paths.map(\.id) == ids, "the id does not depend on where the document is")
        #expect(PolicyDiff(from: old, to: edited).opens.isEmpty, "blocking more opens nothing")
    }

    @Test("An edit that changes nothing in a sample is not said to have no effect")
    func sample() throws {
        let row = Row(
            "a rule whose expression cannot be enumerated",
            edit: Self.rule(#"id: wiki, class: internal, regex: '^https://wiki\.contoso\.com/'"#),
            why: nil
        )
        for isTurned in [false, true] {
            let (old, new) = try row.documents(isTurned: isTurned)
            let diff = PolicyDiff(from: CompiledPolicy(old), to: CompiledPolicy(new))
            #expect(diff.comparison == .unknown && diff.groups.isEmpty && diff.edits.count == 1)
            #expect(diff.noOps.isEmpty && diff.untriedCount == 1)
        }
    }

    @Test("The explanation is equal in every run")
    func stable() throws {
        let (old, new) = try Self.rows[5].documents()
        let texts = (0..<2).map { _ in
            PolicyDiff(from: CompiledPolicy(old), to: CompiledPolicy(new)).json(from: "old", to: "new")
        }
        #expect(texts[0] == texts[1])
        #expect(
            texts[0].contains(#""why":{"kind":"covered","words":"covered by rule corporate.intranet (policy.yaml:"#)
        )
    }
}
